//! Small solved games for the tests of this crate.

use std::rc::Rc;

use mdp2048_model::{Game, PlainSolution, Values};
use mdp2048_policy::{Coverage, Entry, PackedPolicy, ValuesHeld, pack};
use mdp2048_rules::Shape;

use crate::{Event, Load, Player};

/// The 2x2 game to a target, and its solution.
pub(crate) fn solved(target: u32) -> (Game, PlainSolution) {
    let game = Game::reach(Shape::TWO_BY_TWO, target).unwrap();
    (game, PlainSolution::solve(&game))
}

/// A packed policy of a 2x2 game that keeps the states which `keep` wants, counted from 0.
pub(crate) fn packed(target: u32, held: ValuesHeld, keep: impl Fn(usize) -> bool) -> PackedPolicy {
    let (game, solution) = solved(target);
    let mut states: Vec<_> = solution.layers().values().flatten().copied().collect();
    states.sort();
    let entries: Vec<Entry> = states
        .into_iter()
        .enumerate()
        .filter(|&(index, _)| keep(index))
        .map(|(_, state)| {
            let values = solution.action_values(state).unwrap();
            Entry { state, action: values.choice().unwrap(), values }
        })
        .collect();
    let coverage = Coverage { threshold: 0.0, occupancy_kept: 1.0, leave_probability: 0.0 };
    let bytes = pack(&game, held, coverage, solution.start_value(), &entries).unwrap();
    PackedPolicy::from_bytes(&bytes).unwrap()
}

/// A player of a 2x2 game whose policy is there.
pub(crate) fn ready(target: u32, seed: u32) -> Player {
    let policy = packed(target, ValuesHeld::Action, |_| true);
    Player::new(*policy.game(), seed.into()).after(Event::Load(Load::Ready(Rc::new(policy))))
}

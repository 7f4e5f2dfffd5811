//! Solved 2x2 games, their policies and players with a policy, for the tests of this crate.

use mdp2048_display::Reducer as _;
use std::rc::Rc;

use mdp2048_model::{Game, PlainSolution, Values};
use mdp2048_policy::{Decoder, PackOptions, PackedPolicy, TextPolicy, ValuesHeld, pack};
use mdp2048_rules::Shape;

use crate::{LoadState, LoadedPolicy, Player, PlayerEvent};

/// The 2x2 game to a target and its solution.
pub(crate) fn solved(target: u32) -> (Game, PlainSolution) {
    let game = Game::reach(Shape::TWO_BY_TWO, target).unwrap();
    (game, PlainSolution::solve(&game))
}

/// The policy file of a 2x2 game. It holds the states whose occupancy is at least `threshold`.
fn bytes(target: u32, held: ValuesHeld, threshold: f64) -> Vec<u8> {
    let (_, solution) = solved(target);
    let options = PackOptions::new(solution.start_return()).values(held);
    bytes_of(&solution, &options.threshold(threshold, 0.0))
}

/// The policy file of a solution.
fn bytes_of(solution: &PlainSolution, options: &PackOptions) -> Vec<u8> {
    let bytes = pack(solution.valued_game(), options, |states| {
        states.iter().map(|&state| solution.action_values(state)).collect()
    });
    bytes.unwrap()
}

/// The whole decoded policy of [`bytes`].
pub(crate) fn packed(target: u32, held: ValuesHeld, threshold: f64) -> LoadedPolicy {
    LoadedPolicy::packed(PackedPolicy::from_bytes(&bytes(target, held, threshold)).unwrap())
}

/// The policy of a 2x2 game with the values of all actions, of which each may be off by this much.
pub(crate) fn rounded(target: u32, tolerance: f64) -> LoadedPolicy {
    let (_, solution) = solved(target);
    let all = PackOptions::new(solution.start_return()).values(ValuesHeld::Action);
    let bytes = bytes_of(&solution, &all.tolerance(tolerance));
    LoadedPolicy::packed(PackedPolicy::from_bytes(&bytes).unwrap())
}

/// The policy of [`bytes`] after each step of decoding, from no entry to all entries.
pub(crate) fn decoding_stages(
    target: u32,
    held: ValuesHeld,
    threshold: f64,
) -> Vec<Rc<LoadedPolicy>> {
    let mut decoder = Decoder::new(&bytes(target, held, threshold)).unwrap();
    let mut policies = vec![Rc::new(LoadedPolicy::packed(decoder.empty()))];
    while decoder.step().unwrap().is_some() {
        policies.push(Rc::new(LoadedPolicy::packed(decoder.policy().clone())));
    }
    policies
}

/// The text of a 2x2 game, with values, read again.
pub(crate) fn text(target: u32) -> LoadedPolicy {
    let (game, solution) = solved(target);
    let packed = PackedPolicy::from_bytes(&bytes(target, ValuesHeld::None, 0.0)).unwrap();
    let value = |state| solution.value(state)?.finite();
    let text = TextPolicy::of(&packed).unwrap().with_values(value).unwrap().to_text();
    LoadedPolicy::text(TextPolicy::read(text.as_bytes(), &game).unwrap(), text.len())
}

/// A player of a 2x2 game whose policy is loaded.
pub(crate) fn ready(target: u32, seed: u32) -> Player {
    loaded(packed(target, ValuesHeld::Action, 0.0), seed)
}

/// A player of 2x3 to 32, which is nearly certain to be won, whose policy is loaded.
pub(crate) fn nearly_certain(seed: u32) -> Player {
    let solution = PlainSolution::solve(&Game::builder().board(2, 3).target(32).build().unwrap());
    let options = PackOptions::new(solution.start_return()).values(ValuesHeld::State);
    let policy = PackedPolicy::from_bytes(&bytes_of(&solution, &options)).unwrap();
    loaded(LoadedPolicy::packed(policy), seed)
}

fn loaded(policy: LoadedPolicy, seed: u32) -> Player {
    Player::new(*policy.game(), seed.into())
        .after(PlayerEvent::LoadChanged(LoadState::Ready(Rc::new(policy))))
}

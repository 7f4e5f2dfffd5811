//! The plain solver: the definition of a solution, written to be read.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use mdp2048_rules::{Action, CanonicalState, TileSum};

use crate::{Game, Rewards, Status, Values};

/// Every reachable state of a game and its value, by backward induction over the layers.
///
/// Takes about a hundred bytes and a few microseconds a state: meant for games of up to a few
/// hundred thousand states.
#[derive(Clone, Debug)]
pub struct PlainSolution {
    game: Game,
    rewards: Rewards,
    layers: BTreeMap<TileSum, BTreeSet<CanonicalState>>,
    values: HashMap<CanonicalState, f64>,
}

impl PlainSolution {
    /// Finds and values every reachable state.
    pub fn solve(game: &Game) -> Self {
        Self::solve_for(game, game.rewards())
    }

    /// As [`PlainSolution::solve`], for other rewards than the game's own.
    pub fn solve_for(game: &Game, rewards: Rewards) -> Self {
        let layers = reachable(game);
        let mut solution = Self { game: *game, rewards, layers, values: HashMap::new() };
        let layers = std::mem::take(&mut solution.layers);
        // Every action leads to the layer 2 or 4 higher, so the highest layer is valued first.
        for states in layers.values().rev() {
            for &state in states {
                // A state is known from the moment it has a value; its own does not matter to
                // the values of its actions.
                solution.values.insert(state, 0.0);
                let value = solution.action_values(state).and_then(|values| values.value());
                solution.values.insert(state, value.unwrap_or(0.0));
            }
        }
        solution.layers = layers;
        solution
    }

    /// The reachable states by tile sum.
    pub const fn layers(&self) -> &BTreeMap<TileSum, BTreeSet<CanonicalState>> {
        &self.layers
    }
}

impl Values for PlainSolution {
    fn game(&self) -> &Game {
        &self.game
    }

    fn rewards(&self) -> Rewards {
        self.rewards
    }

    fn value(&self, state: CanonicalState) -> Option<f64> {
        self.values.get(&state).copied()
    }
}

/// The states that can be reached from a start, whatever the actions and random tiles.
pub(crate) fn reachable(game: &Game) -> BTreeMap<TileSum, BTreeSet<CanonicalState>> {
    let mut open: BTreeMap<TileSum, BTreeSet<CanonicalState>> = BTreeMap::new();
    for start in game.starts() {
        open.entry(start.state.board().tile_sum()).or_default().insert(start.state);
    }
    let mut layers = BTreeMap::new();
    while let Some((sum, states)) = open.pop_first() {
        for state in &states {
            for action in Action::ALL {
                let acted = game.act(state.board(), action).filter(|acted| !acted.wins);
                for (board, _) in acted.into_iter().flat_map(|acted| game.spawns(acted.after)) {
                    if game.status(board) == Status::Playing {
                        let next = CanonicalState::of(board).0;
                        open.entry(board.tile_sum()).or_default().insert(next);
                    }
                }
            }
        }
        layers.insert(sum, states);
    }
    layers
}

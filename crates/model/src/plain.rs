//! The plain solver, which defines what a solution is. It is written to be read.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use mdp2048_rules::{CanonicalState, TileSum};

use crate::process::ReachableLayers;
use crate::{Game, Rewards, Values};

/// Every reachable state of a game and its value, computed by backward induction over the layers.
///
/// A state uses about a hundred bytes and a few microseconds, so the plain solver suits games of up
/// to a few hundred thousand states.
#[derive(Clone, Debug)]
pub struct PlainSolution {
    game: Game,
    rewards: Rewards,
    layers: BTreeMap<TileSum, BTreeSet<CanonicalState>>,
    values: HashMap<CanonicalState, f64>,
}

impl PlainSolution {
    /// Finds every reachable state and computes its value.
    pub fn solve(game: &Game) -> Self {
        Self::solve_for(game, game.rewards())
    }

    /// Solves a game like [`PlainSolution::solve`], but for other rewards than the game's own.
    pub fn solve_for(game: &Game, rewards: Rewards) -> Self {
        let to_state = |board| CanonicalState::of(board).0;
        // `extend` inserts one by one; `collect` would sort, for more code in the browser.
        let mut layers = BTreeMap::new();
        layers.extend(ReachableLayers::new(game, to_state));
        let mut solution = Self { game: *game, rewards, layers, values: HashMap::new() };
        let layers = std::mem::take(&mut solution.layers);
        // Every action leads to the layer 2 or 4 higher, so the highest layer comes first.
        for states in layers.values().rev() {
            for &state in states {
                // `action_values` answers only for states that have a value. No action returns
                // to the same state, so the 0 itself is never used.
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

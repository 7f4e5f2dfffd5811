//! The plain solver, which defines what a solution is. It is written to be read.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use mdp2048_rules::{CanonicalState, TileSum};

use crate::process::ReachableLayers;
use crate::{Game, Value, ValuedGame, Values};

/// Every reachable state of a game and its value, computed by backward induction over the layers.
///
/// A state uses about a hundred bytes and a few microseconds, so the plain solver suits games of up
/// to a few hundred thousand states.
#[derive(Clone, Debug)]
pub struct PlainSolution {
    valued_game: ValuedGame,
    layers: BTreeMap<TileSum, BTreeSet<CanonicalState>>,
    expected_returns: HashMap<CanonicalState, f64>,
}

impl PlainSolution {
    /// Finds every reachable state and computes its value.
    ///
    /// If the game is nearly certain to be won, probabilities of losing have all their digits: see
    /// [`ValuedGame::of_solution`].
    pub fn solve(game: &Game) -> Self {
        let solution = Self::solve_valued(&(*game).into());
        let valued_game = solution.valued_game.of_solution(solution.start_return());
        if valued_game == solution.valued_game {
            solution
        } else {
            Self::solve_valued(&valued_game)
        }
    }

    /// Finds every reachable state and computes its value as this valuation defines it.
    pub fn solve_valued(valued_game: &ValuedGame) -> Self {
        let to_state = |board| CanonicalState::of(board).0;
        // `extend` inserts one by one; `collect` would sort, for more code in the browser.
        let mut layers = BTreeMap::new();
        layers.extend(ReachableLayers::new(valued_game.game(), to_state));
        let expected_returns = HashMap::new();
        let mut solution = Self { valued_game: *valued_game, layers, expected_returns };
        let layers = std::mem::take(&mut solution.layers);
        // Every action leads to the layer 2 or 4 higher, so the highest layer comes first.
        for states in layers.values().rev() {
            for &state in states {
                // `action_values` answers only for states that have a value. No action returns
                // to the same state, so the 0 itself is never used.
                solution.expected_returns.insert(state, 0.0);
                let value = solution.action_values(state).and_then(|values| values.value());
                let value = value.map_or(0.0, Value::expected_return);
                solution.expected_returns.insert(state, value);
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
    fn valued_game(&self) -> &ValuedGame {
        &self.valued_game
    }

    fn expected_return(&self, state: CanonicalState) -> Option<f64> {
        self.expected_returns.get(&state).copied()
    }
}

//! The totals of a solved game: what is left of a solution without the values of its states.

use mdp2048_model::{Game, Value, ValuedGame};
use mdp2048_rules::TileSum;

use crate::half_sum::HalfSum;
use crate::options::Precision;

/// The tile sum and the size of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayerSummary {
    /// The tile sum of its states.
    pub sum: TileSum,
    /// The number of its states.
    pub states: u64,
}

impl LayerSummary {
    /// Half the tile sum.
    pub(crate) const fn half_sum(&self) -> HalfSum {
        HalfSum::new(self.sum.get() / 2)
    }
}

/// The totals of a solved game.
#[derive(Clone, Debug, PartialEq)]
pub struct SolutionTotals {
    /// The game, and what expected returns are.
    pub valued_game: ValuedGame,
    /// The precision in which values were held.
    pub precision: Precision,
    /// The number of states.
    pub states: u64,
    /// The number of reachable lost boards.
    pub lost: u64,
    /// The mean expected return of the start boards.
    pub start_return: f64,
    /// The layers that have states, ascending by tile sum.
    pub layers: Vec<LayerSummary>,
}

impl SolutionTotals {
    /// The game.
    pub const fn game(&self) -> &Game {
        self.valued_game.game()
    }

    /// The value of the game: the mean over the boards it starts from.
    pub const fn start_value(&self) -> Value {
        self.valued_game.value(self.start_return)
    }

    /// The number of states in the largest layer.
    pub fn largest_layer(&self) -> u64 {
        self.layers.iter().map(|layer| layer.states).max().unwrap_or(0)
    }

    /// The largest relative error of a value, beyond the rounding of double precision; see
    /// [`Precision::error`].
    pub fn value_error(&self) -> f64 {
        self.precision.error(self.layers.len() as u64)
    }

    /// A bound of the relative error of every value and of the start value against the exact ones,
    /// rounding included; see [`Game::relative_bound`].
    pub fn relative_bound(&self) -> f64 {
        self.game().relative_bound(self.value_error())
    }
}

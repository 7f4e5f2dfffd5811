//! Where a solved game is hard: a map by tile sum, and the most decisive positions.

mod chart;
mod curve;
mod map;

pub use chart::{curve_chart, curve_layer};
pub use curve::DifficultyCurve;
pub use map::{DecisivePosition, DifficultyMap, LayerText, PuzzlePosition};

//! Where a solved game is hard: a map by tile sum, and the positions in which games are decided.

mod chart;
mod curve;
mod map;

pub use chart::{curve_chart, curve_layer};
pub use curve::DifficultyCurve;
pub use map::{DifficultyMap, LayerText, PuzzlePosition};

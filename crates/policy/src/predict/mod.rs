//! Predictions from n-tuple patterns: sets of cells, each with a table of learnt weights.
//!
//! An afterstate is scored by the sum of one weight for each pattern and symmetric image: an
//! n-tuple network (M. Szubert and W. Jaśkowski, "Temporal difference learning of n-tuple networks
//! for the game 2048", 2014). Writer and reader learn the weights while they code. Choices are
//! predicted by a softmax over scores, values by normalised least squares.

mod estimates;
mod patterns;
mod preferences;

pub(crate) use estimates::Estimates;
pub(crate) use patterns::TuplePatterns;
pub(crate) use preferences::Preferences;

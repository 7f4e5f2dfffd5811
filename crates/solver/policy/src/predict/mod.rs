//! Predictions from n-tuple patterns: sets of cells, each with a table of learnt weights.
//!
//! A pattern is applied to several symmetric images of an afterstate, and the tiles that its cells
//! hold there select one weight in its table. The score of the afterstate is the sum of these
//! weights: an n-tuple network (M. Szubert and W. Jaśkowski, "Temporal difference learning of
//! n-tuple networks for the game 2048", 2014). The writer and the reader of a policy learn the same
//! weights while they code. [`Preferences`] predict choices by a softmax over scores;
//! [`Estimates`] predict values and are learnt by normalised least squares.

mod estimates;
mod patterns;
mod preferences;

pub(crate) use estimates::Estimates;
pub(crate) use patterns::TuplePatterns;
pub(crate) use preferences::Preferences;

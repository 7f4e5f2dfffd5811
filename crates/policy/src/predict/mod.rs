//! What both sides learn while they code: patterns of tiles, and numbers that go with them.
//!
//! An afterstate is judged by sums of weights, one for each pattern of tiles in it, learnt by
//! small steps from what was coded before: an n-tuple network (M. Szubert and W. Jaśkowski,
//! "Temporal difference learning of n-tuple networks for the game 2048", 2014), here learning
//! online with a softmax over the choices, and by least squares for values.

mod estimates;
mod patterns;
mod preferences;

pub(crate) use estimates::Estimates;
pub(crate) use patterns::TuplePatterns;
pub(crate) use preferences::Preferences;

//! Queries of a solution: one board or all states ([`states`]), and many boards at once
//! ([`batches`]).

mod batches;
mod questions;
mod states;
pub(crate) mod tables;

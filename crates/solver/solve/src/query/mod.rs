//! Queries of a solution: one board ([`boards`]), one state or all ([`states`]), and many boards at
//! once ([`batches`]).

mod batches;
mod boards;
mod questions;
mod states;
pub(crate) mod tables;

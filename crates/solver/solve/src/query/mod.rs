//! Queries of a solution: values of positions, layers, and all states one after another.

mod batches;
mod questions;
mod states;
pub(crate) mod tables;

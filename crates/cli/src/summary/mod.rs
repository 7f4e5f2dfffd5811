//! What commands report about a game, a solution or a policy.
//!
//! `solve` and `inspect` report the same about a solution, `pack` and `inspect` about a policy.

pub(crate) mod game;
pub(crate) mod packed;
pub(crate) mod resources;
pub(crate) mod solution;
pub(crate) mod start_value;
pub(crate) mod text;

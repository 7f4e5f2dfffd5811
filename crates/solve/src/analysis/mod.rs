//! Passes over a solution: occupancies, the value of its policy under other objectives, how its
//! games end and go on, and every state.

mod chosen;
pub(crate) mod difficulty;
pub(crate) mod evaluate;
mod forward;
mod kernels;
mod lookups;
pub(crate) mod occupancy;
pub(crate) mod policy;
pub(crate) mod rest;
pub(crate) mod rows;
mod steps;

//! Passes over a solution: occupancies, the value of its policy under other objectives, how its
//! games end and go on, and every state.

pub(crate) mod batched_policy;
mod chosen;
pub(crate) mod difficulty;
pub(crate) mod evaluate;
mod forward;
mod image_steps;
mod images;
mod kernels;
mod lookups;
pub(crate) mod occupancy;
mod policy;
pub(crate) mod rest;
pub(crate) mod rows;
mod steps;
mod visited;
mod weights;

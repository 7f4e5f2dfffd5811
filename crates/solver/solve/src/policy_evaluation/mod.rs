//! Passes over a solved game: occupancies, the value of its policy under other objectives, how its
//! games end and go on, and every state. They read layers from any source, see `source.rs`.

pub(crate) mod batched_policy;
mod chosen;
pub(crate) mod difficulty;
pub(crate) mod evaluate;
pub(crate) mod forward;
mod habits;
mod image_steps;
mod images;
mod kernels;
mod lookups;
pub(crate) mod occupancy;
pub(crate) mod passes_over;
mod policy;
pub(crate) mod rest;
pub(crate) mod rows;
pub(crate) mod source;
mod steps;
mod visited;
mod weights;

//! Passes over a solution: occupancies, the value of its policy under other objectives, how its
//! games end and go on, and every state.

pub(crate) mod difficulty;
pub(crate) mod evaluate;
mod forward;
pub(crate) mod occupancy;
pub(crate) mod rest;
pub(crate) mod rows;
mod state_view;

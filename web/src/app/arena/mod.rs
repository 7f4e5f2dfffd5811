//! The page of the arena.
//!
//! The state of the page and its chart are in `mdp2048_arena`. These components draw it, forward
//! events and send requests to the workers of the agents and of the solver.

mod app;
mod lane_view;
mod race_view;
mod results;
mod settings;
mod workers;

pub(crate) use app::ArenaApp;

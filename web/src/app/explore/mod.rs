//! The page that explores positions.
//!
//! Its state is in `mdp2048_explorer`. These components draw it, forward events and ask workers for
//! solutions.

mod agent;
mod app;
mod board;
mod chances;
mod difficulty_panel;
mod drawing;
mod estimates_panel;
mod fields;
mod files;
mod formation_panel;
mod game_files;
mod game_form;
mod hands;
mod job;
mod keys;
mod line_panel;
mod message;
mod next_panel;
mod open_board;
mod pasting;
mod play_panel;
mod position_panel;
mod requests;
mod review_chart;
mod review_panel;
mod shared;
mod solutions_panel;
mod solve_panel;
mod unasked;
mod values_panel;

pub(crate) use app::{App, AppProps};

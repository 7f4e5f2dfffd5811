//! The page that explores positions.
//!
//! Its state is in `mdp2048_explorer`. These components draw it, forward events and ask workers for
//! solutions.

mod along_panel;
mod board;
mod chances;
mod context;
mod difficulty_panel;
mod drawing;
mod estimates_panel;
mod fields;
mod files;
mod formation_panel;
mod game_files;
mod game_form;
mod keys;
mod line_panel;
mod next_panel;
mod open_board;
mod page;
mod pasting;
mod play_panel;
mod position_panel;
mod review_chart;
mod review_panel;
mod solutions_panel;
mod solve_panel;
mod values_panel;
mod workers;

pub(crate) use page::ExplorePage;
pub(crate) use workers::solver;

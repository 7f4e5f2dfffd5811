//! Solved games in the formats of other tools.
//!
//! This crate writes two kinds of file. The *transition system* of a game (states, choices,
//! probabilities) is for model checkers, as PRISM's explicit files and Storm's DRN. The *table* of
//! a solution (a row for each state with values, best actions and occupancy) is for data tools, as
//! Parquet, NumPy and CSV. FORMAT.md defines both. This crate opens no files: it writes to an
//! [`std::io::Write`], and it holds a few layers in memory at a time. The writer of npz is given a
//! [`ScratchFile`] too.
//!
//! ```
//! use mdp2048::{Game, Solve};
//! use mdp2048::export::Export;
//!
//! let solution = Game::builder().board(2, 2).target(8).build()?.solve()?;
//! let mut text = Vec::new();
//! solution.exporter().drn(&mut text)?;
//! assert!(String::from_utf8(text)?.contains("@nr_states\n18\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod csv;
mod drn;
mod error;
mod exporter;
mod format;
mod npz;
mod number;
mod parquet;
mod prism;
mod state_numbers;
mod system_state;
mod table_row;
mod transition_system;

pub use csv::write_csv;
pub use drn::write_drn;
pub use error::ExportError;
pub use exporter::{Export, Exporter};
pub use format::{ArrayWriter, FileWriter, ToolFormat};
pub use npz::{ScratchFile, write_npz};
pub use parquet::write_parquet;
pub use prism::{
    write_prism_labels, write_prism_rewards, write_prism_states, write_prism_transitions,
};
pub use system_state::{EndState, SystemChoice, SystemCounts, SystemState, SystemStateKind};
pub use transition_system::TransitionSystem;

/// The examples of the README, for the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

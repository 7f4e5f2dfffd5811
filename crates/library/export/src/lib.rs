//! Solved games in the formats of other tools.
//!
//! This crate writes two kinds of file. The *transition system* of a game (states, choices,
//! probabilities) is for model checkers, as UMB, which
//! PRISM and Storm read, and Storm's DRN. The *table* of a solution (a row for each
//! state with values, best actions and occupancy) is for data tools, as Parquet and CSV. FORMAT.md
//! defines both. This crate opens no files: it writes to an [`std::io::Write`], and it holds a few
//! layers in memory at a time.
//!
//! ```
//! use mdp2048::{Game, Solver};
//! use mdp2048::export::{Exporter, ToolFormat};
//!
//! let solution = Solver::new(&Game::builder().board(2, 2).target(8).build()?).solve()?;
//! let mut text = Vec::new();
//! Exporter::new(&solution).write(ToolFormat::Drn, &mut text)?;
//! assert!(String::from_utf8(text)?.contains("@nr_states\n18\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod csv;
mod drn;
mod error;
mod format;
mod parquet;
mod passes;
mod state_numbers;
mod system_state;
mod table_row;
mod transition_system;
mod umb;

pub use error::ExportError;
pub use format::{Exporter, ToolFormat};
pub use system_state::{EndState, SystemChoice, SystemState, SystemStateKind};
pub use transition_system::TransitionSystem;

/// The examples of the README, for the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

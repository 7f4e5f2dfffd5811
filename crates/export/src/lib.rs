//! Solved games in the formats of other tools.
//!
//! Two kinds of file: the *chain* of a game (states, choices, probabilities, for model checkers) as
//! PRISM's explicit files and Storm's DRN, and the *table* of a solution (a row for each state: values,
//! best actions, occupancy) as Parquet, NumPy and CSV. FORMAT.md says what stands in each. This room
//! opens no path: it writes to whatever writes bytes, a piece at a time, so that large games need
//! little memory.
//!
//! ```
//! use mdp2048_export::{Chain, write_drn};
//! use mdp2048_model::Game;
//! use mdp2048_rules::Shape;
//! use mdp2048_solve::{Solution, SolveOptions, ignore_progress};
//!
//! let game = Game::reach(Shape::TWO_BY_TWO, 8)?;
//! let solution = Solution::solve(&game, &SolveOptions::default(), &mut ignore_progress)?;
//! let mut text = Vec::new();
//! write_drn(&Chain::of(&solution)?, &mut text, &mut ignore_progress)?;
//! assert!(String::from_utf8(text)?.contains("@nr_states\n18\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chain;
mod csv;
mod drn;
mod error;
mod npz;
mod number;
mod parquet;
mod prism;
mod table;

pub use chain::{Chain, Choice, Counts, End, Node, Place};
pub use csv::write_csv;
pub use drn::write_drn;
pub use error::ExportError;
pub use npz::{MOST_NPZ_STATES, write_npz};
pub use parquet::write_parquet;
pub use prism::{
    write_prism_labels, write_prism_rewards, write_prism_states, write_prism_transitions,
};

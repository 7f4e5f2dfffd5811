//! Solved games on the disk.
//!
//! [`solve_in_folder`] solves a game with its layers in the files of a folder: the solve can be
//! stopped at any time, and the next one goes on from the last checkpoint. [`WorkFolder`] is such a
//! folder, and [`ScratchFiles`] are files that a program needs only while it runs.
//!
//! [`OutputFile`] writes a file whole or not at all: beside its place, under a hidden name that it
//! loses at the end. [`save_solution`] writes solutions so. A program that ends at a signal removes
//! what is not complete by [`UnfinishedFiles`].
//!
//! [`machine::memory_limit`] is what a solve in memory may use.
//!
//! The files of a run in a folder, and those of solutions, are described in FORMAT.md.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use mdp2048::files::{FolderError, solve_in_folder};
//! use mdp2048::{Game, Solver, SolveError};
//!
//! let place = tempfile::tempdir()?;
//! let path = place.path().join("run");
//! let game = Game::builder().board(2, 3).target(64).build()?;
//!
//! // Here the solve is stopped after 20 layers.
//! let stop = |progress: mdp2048::Progress| match progress.layers {
//!     20.. => ControlFlow::Break(()),
//!     _ => ControlFlow::Continue(()),
//! };
//! let stopped = solve_in_folder(Solver::new(&game).on_progress(stop), &path);
//! assert!(matches!(stopped, Err(FolderError::Solve(SolveError::Interrupted))));
//!
//! // It goes on, and ends.
//! let mut folder = solve_in_folder(Solver::new(&game), &path)?;
//! assert_eq!(folder.totals().states, Solver::new(&game).solve()?.states());
//! let start = game.starts()[0].state.board();
//! assert_eq!(folder.best_at(start)?, Solver::new(&game).solve()?.best_at(start));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod machine;
mod output;
mod work;

pub use output::error::{OutputError, advice_on_writing, reason};
pub use output::file::OutputFile;
pub use output::link::link_target;
pub use output::save::save_solution;
pub use output::unfinished::{UnfinishedFiles, unfinished_files};
pub use work::error::FolderError;
pub use work::folder::{LOG, LOG_OF_COUNTS, RunKind, WorkFolder};
pub use work::scratch::ScratchFiles;
pub use work::solve::solve_in_folder;

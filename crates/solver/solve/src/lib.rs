//! The fast solver: every reachable state of a game and its value, layer by layer.
//!
//! It gives the same answers as the plain solver of `mdp2048-model`, many times faster. It has no
//! hash table, no sorting and no stored keys: a layer is a bitmap with one bit for each possible
//! board, and a value for each set bit. ARCHITECTURE.md describes the two passes.
//!
//! A [`Solution`] also gives the occupancies under its policy, the policy's value under other
//! objectives, and its file; [`Verifier`] checks a file independently of the solver.
//! This crate opens no files, reads no clock and prints nothing: progress goes to a callback, files
//! to any reader or writer.
//!
//! ```
//! use mdp2048::{Game, Solver};
//!
//! let solution = Solver::new(&Game::builder().board(2, 3).target(64).build()?).solve()?;
//! assert!(solution.start_value().get() > 0.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod allocate;
mod backward_induction;
mod bits;
mod board_index;
mod half_sum;
mod kernel;
mod little_endian;
mod memory;
mod options;
mod parallel;
mod passes;
mod policy_evaluation;
mod progress;
mod query;
mod reachability;
mod residual;
mod simd;
mod solution;
mod solver;
mod store;
mod verifier;
mod verify;
mod work;

pub use allocate::AllocationError;
pub use options::{Precision, PrecisionError, STATES_OF_CHECKPOINT};
pub use policy_evaluation::batched_policy::{
    BatchedPolicy, CostlyBoard, CostlyState, EachBoard, EvaluatePolicyError, LayerRegret,
    PolicyEvaluation,
};
pub use policy_evaluation::difficulty::DifficultyPass;
pub use policy_evaluation::evaluate::{EvaluateError, GameStatistics};
pub use policy_evaluation::occupancy::{KeptState, KeptStates};
pub use policy_evaluation::passes_over::PassesOver;
pub use policy_evaluation::rest::RestOfGamePass;
pub use policy_evaluation::rows::{StateRow, StateRows};
pub use progress::{
    MemoryNeed, OnProgress, Phase, Progress, ProgressCallback, SolveError, SolveEstimate,
};
pub use solution::Solution;
pub use solution::columns::StoredValues;
pub use solution::contradiction::Contradiction;
pub use solution::file::error::FileError;
pub use solution::file::header::SOLUTION;
pub use solution::file::read::SolutionReader;
pub use solution::totals::{LayerSummary, SolutionTotals};
pub use solution::window::SolutionWindow;
pub use solver::Solver;
pub use verifier::Verifier;
pub use verify::{Fault, Verification, VerifyError};
pub use work::count::LayerCount;
pub use work::error::{WORK_VERSION, WorkError};
pub use work::files::{FileContents, WorkFiles};
pub use work::names::{
    LAYER_OF_BOARDS, MANIFEST, MANIFEST_COPY, MANIFEST_OF_COUNTS, STATE_OF_BOARDS, is_file_of_run,
};
pub use work::policy::{FolderEntry, FolderPolicy};
pub use work::solve::{WorkEstimate, solution_in_folder};
pub use work::solved_folder::{FolderValues, SolvedFolder};
pub use work::verify::WorkVerification;

/// The examples of the README, for the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

//! The fast path: every reachable state of a game and its value, layer by layer.
//!
//! Gives the same answers as the plain solver of `mdp2048-model`, many times faster: no hash,
//! no sort and no stored keys, only a bit for each possible board of a layer and a value for each
//! set bit. ARCHITECTURE.md tells how. This room opens no path and prints nothing: progress goes to
//! a callback, files to whatever reads and writes bytes.
//!
//! ```
//! use mdp2048_model::{Game, Values};
//! use mdp2048_rules::Shape;
//! use mdp2048_solve::{Solution, SolveOptions, ignore_progress};
//!
//! let game = Game::reach(Shape::new(2, 3)?, 64)?;
//! let solution = Solution::solve(&game, &SolveOptions::default(), &mut ignore_progress)?;
//! assert!(solution.start_value() > 0.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod bits;
mod index;
mod kernel;
mod lanes;
mod memory;
mod options;
mod parallel;
mod passes;
mod progress;
mod solution;
mod store;
mod verify;

pub use analysis::evaluate::{EvaluateError, GameStatistics};
pub use analysis::occupancy::{KeptState, KeptStates};
pub use analysis::rows::StateRow;
pub use options::{Precision, PrecisionError, SolveOptions};
pub use progress::{Phase, Progress, ProgressCallback, SolveError, ignore_progress};
pub use solution::file::error::FileError;
pub use solution::file::header::{SOLUTION_VERSION, SolutionHeader};
pub use solution::file::read::SolutionReader;
pub use solution::{LayerSummary, Solution};
pub use verify::{Fault, Verification, VerifyError, verify};

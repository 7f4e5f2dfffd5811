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
//! use mdp2048_solve::{Options, Solution};
//!
//! let game = Game::reach(Shape::new(2, 3)?, 64)?;
//! let solution = Solution::solve(&game, &Options::default(), &mut |_| std::ops::ControlFlow::Continue(()))?;
//! assert!(solution.start_value() > 0.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod backward;
mod bits;
mod choose;
mod column;
mod evaluate;
mod file;
mod flow;
mod forward;
mod here;
mod index;
mod lanes;
mod lines;
mod links;
mod memory;
mod parallel;
mod patterns;
mod progress;
mod rests;
mod rows;
mod solution;
mod table;
mod vectors;
mod verify;
mod walk;

pub use column::Precision;
pub use evaluate::{EvaluateError, Outcomes};
pub use file::{FileError, SOLUTION_VERSION, SolutionHeader, SolutionReader};
pub use progress::{Options, Phase, Progress, SolveError};
pub use rows::Row;
pub use solution::{LayerSummary, Solution};
pub use verify::{Fault, Verification, VerifyError, verify};
pub use walk::{Kept, Walk};

//! What a 2048 board is and what may happen on it.
//!
//! This room knows shapes, tiles, slides, symmetries and the text notation of a position. It knows
//! no chance (the random tile is placed by whoever calls), no values, no I/O and no floats.
//!
//! ```
//! use mdp2048_rules::{Action, Board};
//!
//! let board: Board = "0 2 0/0 64 4/0 8 8".parse()?;
//! let slide = board.slide(Action::Right).expect("the two eights can move");
//! assert_eq!(slide.after.board().to_string(), "0 0 2/0 64 4/0 0 16");
//! assert_eq!(slide.points, 16);
//! # Ok::<(), mdp2048_rules::NotationError>(())
//! ```

mod board;
mod canonical;
mod notation;
mod shape;
mod slide;
mod slides;
mod symmetry;
mod tile;

pub use board::{Board, Cell};
pub use canonical::CanonicalState;
pub use notation::{HexError, NotationError};
pub use shape::{Shape, ShapeError};
pub use slide::{Action, ActionError, Afterstate, Motion, Slide};
pub use slides::Slides;
pub use symmetry::{Images, Symmetry};
pub use tile::{Exponent, TileError, TileSum};

//! The rules of 2048: boards, tiles, slides, symmetries and the text notation of a position.
//!
//! The rules are deterministic: callers place the random tile. This crate has no probabilities, no
//! values, no floating-point numbers and no I/O.
//!
//! ```
//! use mdp2048::{Action, Board};
//!
//! let board: Board = "0 2 0/0 64 4/0 8 8".parse()?;
//! let slide = board.slide(Action::Right).expect("the two eights can move");
//! assert_eq!(slide.after.board().to_string(), "0 0 2/0 64 4/0 0 16");
//! assert_eq!(slide.points, 16);
//! # Ok::<(), mdp2048::NotationError>(())
//! ```

mod action;
mod afterstate_cache;
mod board;
mod canonical;
mod images;
pub mod nibbles;
mod notation;
mod record;
mod shape;
mod slide;
mod slide_table;
mod symmetry;
mod tile;

pub use action::{Action, ActionError};
pub use afterstate_cache::AfterstateCache;
pub use board::Board;
pub use canonical::CanonicalState;
pub use images::Images;
pub use notation::{HexError, NotationError};
pub use shape::{Cell, Shape, ShapeError};
pub use slide::{Afterstate, Motion, Slide};
pub use slide_table::SlideTable;
pub use symmetry::Symmetry;
pub use tile::{Exponent, TileError, TileSum};

/// The examples of the README, for the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

//! The packed policy file: bytes in, lookups out.
//!
//! [`pack`] encodes a policy as bytes and [`PackedPolicy`] decodes them and looks boards up; a
//! [`Decoder`] decodes them layer by layer. [`TextPolicy`] reads and writes the text format of the
//! published player. FORMAT.md specifies both formats. This crate contains no file access: the
//! caller reads and writes the bytes.
//!
//! A program that only plays a packed policy needs no other crate: [`model`] and
//! [`board_rules`] are exported.
//!
//! ```
//! use mdp2048_policy::model::{Game, PlainSolution, Policy, Values};
//! use mdp2048_policy::{PackOptions, PackedPolicy, ValuesHeld, pack};
//!
//! // A file is packed once ...
//! let solution = PlainSolution::solve(&Game::builder().board(2, 2).target(16).build()?);
//! let options = PackOptions::new(solution.start_return()).values(ValuesHeld::State);
//! let bytes = pack(solution.valued_game(), &options, |states| {
//!     states.iter().map(|&state| solution.action_values(state)).collect()
//! })?;
//!
//! // ... and read wherever the game is played.
//! let policy = PackedPolicy::from_bytes(&bytes)?;
//! let board = "0 2/8 4".parse()?;
//! let advice = policy.advise(board).ok_or("no game reaches this board")?;
//! assert_eq!(Some(advice.action), solution.best_at(board));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod codec;
mod contents;
mod error;
mod file;
mod predict;
mod rules;
mod table;
mod text;
mod walk;

pub use contents::levels::REGRET_ERROR;
pub use error::{POLICY, PackError, PolicyError};
pub use file::{
    Accuracy, Coverage, DecodedLayer, Decoder, FREE_STATES, PackOptions, PackedPolicy, PartLengths,
    PolicyHeader, STATES_PER_BYTE, ValuesHeld, ValuesHeldError, pack,
};
pub use text::{TEXT_VALUE_ERROR, TextError, TextFault, TextPolicy};
pub use {mdp2048_model as model, mdp2048_rules as board_rules};

/// The examples of the README, for the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

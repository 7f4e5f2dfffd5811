//! The text format of the published player, `twenty48`: reading and writing.
//!
//! The format holds the action of each state and, optionally, its value in whole percent. It holds
//! neither the game nor the threshold of the policy. FORMAT.md specifies it.

mod error;
mod leave;
mod read;
mod text_policy;
mod transfer;
mod write;

pub use error::{TextError, TextFault};
pub use text_policy::{TEXT_VALUE_ERROR, TextPolicy};

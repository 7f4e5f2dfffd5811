//! Integration tests of the Markov decision process.

#![allow(clippy::unwrap_used, reason = "a test may fail by unwrapping")]

#[cfg(feature = "exact")]
mod exact;
mod objectives;
mod policy;
mod process;

//! Integration tests of the Markov decision process.

#![allow(clippy::unwrap_used, reason = "a test may fail by unwrapping")]

#[cfg(feature = "exact")]
mod exact;
mod policy;
mod process;

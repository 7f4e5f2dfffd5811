//! Packed policies and text policies through the public interface of the crate.

#![allow(clippy::unwrap_used, reason = "a test's helper may fail the test")]

mod packed;
mod packing;
mod text;

//! Integration tests of the rules.

#![allow(clippy::unwrap_used, reason = "a test may fail by unwrapping")]

mod agreement;

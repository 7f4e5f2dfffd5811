//! Integration tests of the export formats.

#![allow(clippy::unwrap_used, reason = "a test may fail by unwrapping")]

mod golden;
mod progress;
mod solved;
mod tables;
mod transition_system;
mod umb;

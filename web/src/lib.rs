//! What the programs of the page share: browser APIs, messages to workers and their answers, the
//! drawing of a board.
//!
//! Each folder beside this file but `browser` is a program, which is loaded when it is needed.

pub mod browser;
pub mod build;
pub mod css;
pub mod fields;
pub mod host;
pub mod serving;
pub mod shared;
pub mod solving;
pub mod still_board;
pub mod width;
pub mod worker;

/// The allocator of all programs, which has fewer bytes than that of Rust for browsers.
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

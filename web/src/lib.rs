//! What the programs of the page share: browser APIs, the client of workers, components.
//!
//! Each folder beside this file but `browser` and `components` is a program, which is loaded when
//! it is needed.

pub mod browser;
pub mod build;
pub mod components;
pub mod css;
pub mod host;
pub mod services;

/// The allocator of all programs, which has fewer bytes than that of Rust for browsers.
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

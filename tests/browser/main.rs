//! The built page in a real browser.
//!
//! `cargo xtask test --only page,browser` builds the page and runs these.

mod accessible;
mod addresses;
mod diagrams;
mod faults;
mod hands;
mod loads;
mod page;
mod paper;
mod playing;
mod replays;
mod solving;
mod unpacking;

//! The built page in a real browser.
//!
//! `cargo xtask test --only page,browser` builds the page and runs these.

mod loads;

//! Thin wrappers over browser APIs.

pub mod address;
pub mod keys;
mod random;
mod visibility;

pub use random::random_word;
pub use visibility::VisibilityObserver;

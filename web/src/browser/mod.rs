//! Thin wrappers over browser APIs that the components share.

pub(crate) mod address;
mod random;
mod timing;
mod visibility;

pub(crate) use random::random_word;
pub(crate) use timing::{mark, mark_decoded};
pub(crate) use visibility::VisibilityObserver;

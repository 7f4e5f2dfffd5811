//! The two passes of a solve: which states are reachable, and the value of each.

mod choose;
pub(crate) mod reach;
mod successors;
pub(crate) mod value;

//! The layers of a solve.

pub(crate) mod values;

//! What the library adds to the crates that it exports.

pub(crate) mod pack;

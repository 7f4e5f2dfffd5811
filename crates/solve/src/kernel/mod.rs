//! The lookup tables that move tiles and add random tiles on many boards at once.

pub(crate) mod lines;
pub(crate) mod tables;

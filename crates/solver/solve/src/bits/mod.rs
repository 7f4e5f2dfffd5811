//! Bitmaps: sets of boards of one layer, by bit index.
//!
//! A set is first filled by several threads ([`shared`]), then read with the ranks of its members
//! ([`ranked`]). The *rank* of a member is the number of set bits below its bit. Arrays with an
//! entry for each member, such as the values of a layer, are in the order of ranks.

pub(crate) mod ranked;
pub(crate) mod shared;

//! The numbering of boards: board codes, their corner and inner cells, and the index of each layer.
//!
//! A board has a *code*, an integer that symmetries transform linearly ([`codes`]). The canonical
//! codes of one tile sum, sorted, are the bits of a bitmap ([`layer`]); the position of a code in
//! that order, its *bit index*, is computed from the four corner cells ([`corners`]) and the cells
//! between them, the inner cells ([`inner`]). So a set of boards is a bitmap, and no codes are
//! stored.

pub(crate) mod cells;
pub(crate) mod codes;
pub(crate) mod corners;
pub(crate) mod inner;
pub(crate) mod layer;
pub(crate) mod table;

//! The numbering of boards: board codes, their corner and inner cells, and the index of each layer.
//!
//! The *code* of a board is an integer that is linear in the exponents on its cells ([`codes`]). A
//! set of representative boards of one tile sum is a bitmap ([`layer`]). The *bit index* of a board
//! is the position of its bit in the bitmap, and bit indices ascend with the codes. The bit index
//! is computed from the exponents on the four corner cells ([`corners`]) and on all other cells,
//! the inner cells ([`inner`]). So no codes are stored.

pub(crate) mod cells;
pub(crate) mod codes;
pub(crate) mod corners;
pub(crate) mod inner;
pub(crate) mod layer;
pub(crate) mod table;

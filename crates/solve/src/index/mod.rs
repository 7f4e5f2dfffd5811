//! The numbering of boards: codes, their parts, and the index of each layer.

pub(crate) mod codes;
pub(crate) mod inner;
pub(crate) mod layer;
pub(crate) mod table;

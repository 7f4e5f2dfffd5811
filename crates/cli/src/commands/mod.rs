//! The commands, a file or folder each: their options, what they do and what they print.

pub(crate) mod arena;
pub(crate) mod bag;
pub(crate) mod certify;
pub(crate) mod completions;
pub(crate) mod count;
pub(crate) mod evaluate;
pub(crate) mod export;
pub(crate) mod inspect;
pub(crate) mod pack;
pub(crate) mod play;
pub(crate) mod query;
pub(crate) mod review;
pub(crate) mod solve;
pub(crate) mod verify;

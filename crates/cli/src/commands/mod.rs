//! The verbs of the command line, a file or folder each.

pub(crate) mod evaluate;
pub(crate) mod export;
pub(crate) mod inspect;
pub(crate) mod pack;
pub(crate) mod play;
pub(crate) mod query;
pub(crate) mod solve;
pub(crate) mod verify;

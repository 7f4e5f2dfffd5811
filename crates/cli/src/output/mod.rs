//! Results: printed as text or JSON, written to files; progress on standard error.

pub(crate) mod board;
pub(crate) mod file;
pub(crate) mod interrupts;
pub(crate) mod print;
pub(crate) mod progress;
pub(crate) mod table;
pub(crate) mod value;

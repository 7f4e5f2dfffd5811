//! Thin wrappers over browser APIs.

pub mod address;
mod download;
pub mod keys;
mod memory;
mod motion;
mod random;
mod size;
mod storage;
pub mod visibility;

pub use download::save_text;
pub use memory::memory_bytes;
pub use motion::wants_less_motion;
pub use random::random_word;
pub use size::SizeObserver;
pub use storage::BrowserStorage;

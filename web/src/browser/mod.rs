//! Thin wrappers over browser APIs.

pub mod address;
mod download;
mod errors;
pub mod keys;
mod memory;
mod motion;
mod random;
mod size;
mod storage;
pub mod visibility;
mod worker_client;

pub use download::save;
pub use errors::error_text;
pub use memory::memory_bytes;
pub use motion::wants_less_motion;
pub use random::random_word;
pub use size::SizeObserver;
pub use storage::{keep_text, kept_text};
pub use worker_client::WorkerClient;

//! The code that the page and its worker share: the messages between them, and decoding a policy in
//! batches.

pub mod batches;
pub mod protocol;

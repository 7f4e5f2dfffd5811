//! Loading policies: download, decoding in a worker, and the store that the players share.

mod decoding;
mod download;
mod store;
mod worker;

pub(crate) use store::PolicyStore;

//! Loading policies: download, decoding in a worker, and the store that the players share.

mod batches;
mod decoding;
mod download;
mod message;
mod serving;
mod store;
mod text;
mod timing;
mod worker;

pub(crate) use serving::serve_decoder;
pub(crate) use store::{PolicySource, PolicyStore, PolicySubscription};
pub(crate) use timing::mark;

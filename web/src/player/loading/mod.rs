//! Loading policies: what JavaScript loads (`web/elements/loading.js`), the decoder that it runs,
//! and the policies that the players share.

mod decoder;
mod policy;
mod timing;

pub use decoder::PolicyDecoder;
pub use policy::PolicyLoading;
pub(crate) use policy::{PolicySource, SharedPolicy};
pub(crate) use timing::mark;

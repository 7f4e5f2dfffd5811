//! Loading policies: what JavaScript loads (`web/elements/loading.js`), the decoder that it runs,
//! and the store that the players share.

mod calls;
mod decoder;
mod store;
mod timing;

pub use calls::{add_layers, add_text, fail_policy, open_policy, receive_policy};
pub use decoder::PolicyDecoder;
pub(crate) use store::{PolicySource, PolicyStore, PolicySubscription};
pub(crate) use timing::mark;

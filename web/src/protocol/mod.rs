//! The messages between the page and the worker that decodes policies.
//!
//! The worker sends [`DecoderResponse::Ready`] as soon as it runs. The page then sends one
//! [`DecoderRequest`] with the bytes of a policy file. The worker answers with one
//! [`DecoderResponse::Batch`] after another up to the last, or with [`DecoderResponse::Failed`].
//!
//! A request is a `Uint8Array`, a response is an array of fields. Both begin with the protocol
//! version: the names of the worker's files carry no hash, so a browser may run a cached worker of
//! an older build. Both sides read a message of another version as [`StaleMessage`].

mod request;
mod response;
mod version;

pub use request::DecoderRequest;
pub use response::DecoderResponse;
pub use version::StaleMessage;

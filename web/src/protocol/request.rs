//! The message from the page to the worker.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast as _, JsValue};

use super::version::{StaleMessage, checked_message, new_message};

/// Asks the worker to decode a policy file.
#[derive(Clone, Debug, PartialEq)]
pub struct DecoderRequest {
    /// The bytes of the policy file.
    pub file: Vec<u8>,
}

impl DecoderRequest {
    /// Returns the message for a file, and the buffers in it that are transferred, not copied.
    pub fn to_message(file: &[u8]) -> (Array, Array) {
        let message = new_message();
        let file = Uint8Array::from(file);
        message.push(&file);
        (message, Array::of1(&file.buffer()))
    }

    /// Reads a message from the page.
    ///
    /// # Errors
    /// [`StaleMessage`] if it comes from a page of another build.
    pub fn from_message(message: &JsValue) -> Result<Self, StaleMessage> {
        let file = checked_message(message)?.get(1).dyn_into::<Uint8Array>();
        file.map(|file| Self { file: file.to_vec() }).map_err(|_| StaleMessage)
    }
}

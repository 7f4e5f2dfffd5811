//! The message from the page to the worker.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast as _, JsValue};

use super::version::{StaleMessage, VERSION};

/// Asks the worker to decode a policy file.
#[derive(Clone, Debug, PartialEq)]
pub struct DecoderRequest {
    /// The version, four bytes in little-endian order, and the file.
    bytes: Vec<u8>,
}

impl DecoderRequest {
    /// Returns the request to decode a policy file.
    pub fn new(file: &[u8]) -> Self {
        Self { bytes: [&VERSION.to_le_bytes(), file].concat() }
    }

    /// Returns the bytes of the policy file.
    pub fn file(&self) -> &[u8] {
        &self.bytes[size_of_val(&VERSION)..]
    }

    /// Returns the message, and the buffers in it that are transferred, not copied.
    pub fn to_message(&self) -> (Uint8Array, Array) {
        let message = Uint8Array::from(self.bytes.as_slice());
        let buffers = Array::of1(&message.buffer());
        (message, buffers)
    }

    /// Reads a message from the page.
    ///
    /// # Errors
    /// [`StaleMessage`] if it comes from a page of another build.
    pub fn from_message(message: &JsValue) -> Result<Self, StaleMessage> {
        let bytes = message.dyn_ref::<Uint8Array>().ok_or(StaleMessage)?.to_vec();
        if bytes.starts_with(&VERSION.to_le_bytes()) {
            Ok(Self { bytes })
        } else {
            Err(StaleMessage)
        }
    }
}

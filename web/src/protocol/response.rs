//! The messages from the worker to the page.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast as _, JsValue};

use super::version::{StaleMessage, checked_message, new_message};
use crate::batches::DecodedBatch;

/// A message from the worker.
#[derive(Clone, Debug, PartialEq)]
pub enum DecoderResponse {
    /// The worker runs and waits for a request. The message has no field.
    Ready,
    /// The next batch of the file. The message has the fields of [`DecodedBatch`] in their order.
    Batch(DecodedBatch),
    /// The file cannot be decoded. The message has one field, the reason.
    Failed(String),
}

impl DecoderResponse {
    /// Returns the message, and the buffers in it that are transferred, not copied.
    pub fn to_message(&self) -> (Array, Array) {
        let message = new_message();
        let buffers = Array::new();
        match self {
            Self::Ready => {}
            Self::Batch(batch) => {
                let layers = Uint8Array::from(batch.layers.as_slice());
                buffers.push(&layers.buffer());
                message.push(&layers);
                message.push(&batch.progress.into());
                message.push(&batch.is_last.into());
                message.push(&batch.memory.into());
            }
            Self::Failed(reason) => {
                message.push(&reason.into());
            }
        }
        (message, buffers)
    }

    /// Reads a message from the worker.
    ///
    /// # Errors
    /// [`StaleMessage`] if it comes from a worker of another build.
    pub fn from_message(message: &JsValue) -> Result<Self, StaleMessage> {
        let fields = checked_message(message)?;
        let first = fields.get(1);
        if first.is_undefined() {
            return Ok(Self::Ready);
        }
        if let Some(reason) = first.as_string() {
            return Ok(Self::Failed(reason));
        }
        let batch = first.dyn_into::<Uint8Array>().ok().and_then(|layers| {
            Some(DecodedBatch {
                layers: layers.to_vec(),
                progress: fields.get(2).as_f64()?,
                is_last: fields.get(3).as_bool()?,
                memory: fields.get(4).as_f64()?,
            })
        });
        batch.map(Self::Batch).ok_or(StaleMessage)
    }
}

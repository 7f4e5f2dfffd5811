//! The messages between the page and the worker that decodes a policy.
//!
//! The worker runs the same program as the page. It sends [`DecoderMessage::Ready`] as soon as it
//! runs. The page then sends the bytes of a policy file as a `Uint8Array`. The worker answers with
//! one [`DecoderMessage::Batch`] after another up to the last, or with [`DecoderMessage::Failed`].

use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast as _, JsValue};

use super::batches::DecodedBatch;

/// A message from the worker: an array of the fields of the variant, in their order.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum DecoderMessage {
    /// The worker runs and waits for a file. The message has no field.
    Ready,
    /// The next batch of the file.
    Batch(DecodedBatch),
    /// The file cannot be decoded. The message has one field, the reason.
    Failed(String),
}

impl DecoderMessage {
    /// Returns the message, and the buffers in it that are transferred, not copied.
    pub(super) fn to_message(&self) -> (Array, Array) {
        let (message, buffers) = (Array::new(), Array::new());
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

    /// Reads a message from the worker; `None` if it is no such message.
    pub(super) fn from_message(message: &JsValue) -> Option<Self> {
        let fields = message.dyn_ref::<Array>()?;
        let first = fields.get(0);
        if first.is_undefined() {
            return Some(Self::Ready);
        }
        if let Some(reason) = first.as_string() {
            return Some(Self::Failed(reason));
        }
        Some(Self::Batch(DecodedBatch {
            layers: first.dyn_into::<Uint8Array>().ok()?.to_vec(),
            progress: fields.get(1).as_f64()?,
            is_last: fields.get(2).as_bool()?,
            memory: fields.get(3).as_f64()?,
        }))
    }
}

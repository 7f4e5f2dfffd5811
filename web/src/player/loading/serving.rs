//! The worker's side of decoding: off the main thread, so that the page stays responsive.

use js_sys::{Uint8Array, global};
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use super::batches::BatchDecoder;
use super::message::DecoderMessage;

/// Time budget of a batch in milliseconds: about two frames, so that the page can show the progress
/// and play the moves that are decoded.
const BATCH_MS: f64 = 30.0;

/// Waits for a policy file, decodes it and sends the batches; see [`DecoderMessage`].
pub(crate) fn serve_decoder() {
    let listener = Closure::<dyn Fn(MessageEvent)>::new(|event: MessageEvent| {
        if let Ok(file) = event.data().dyn_into::<Uint8Array>() {
            decode(&file.to_vec());
        }
    });
    scope().set_onmessage(Some(listener.as_ref().unchecked_ref()));
    listener.forget();
    send(&DecoderMessage::Ready);
}

/// Decodes a policy file to its end and sends each batch.
fn decode(file: &[u8]) {
    let scope = scope();
    let clock = || scope.performance().map_or(0.0, |performance| performance.now());
    let mut decoder = match BatchDecoder::new(file) {
        Ok(decoder) => decoder,
        Err(error) => return send(&DecoderMessage::Failed(error.to_string())),
    };
    loop {
        let batch = match decoder.next_batch(BATCH_MS, clock) {
            Ok(batch) => batch,
            Err(error) => return send(&DecoderMessage::Failed(error.to_string())),
        };
        let is_last = batch.is_last;
        send(&DecoderMessage::Batch(batch));
        if is_last {
            return;
        }
    }
}

fn send(message: &DecoderMessage) {
    let (message, buffers) = message.to_message();
    // Posting fails only for buffers that cannot be transferred; these can.
    let _ = scope().post_message_with_transfer(&message, &buffers);
}

fn scope() -> DedicatedWorkerGlobalScope {
    global().unchecked_into()
}

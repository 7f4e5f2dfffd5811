//! The worker that decodes one policy off the main thread, so that the page stays responsive.

use js_sys::global;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web::batches::BatchDecoder;
use web::protocol::{DecoderRequest, DecoderResponse};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// Time budget of a batch in milliseconds: about two frames, so that the page can show the progress
/// and play the moves that are decoded.
const BATCH_MS: f64 = 30.0;

fn main() {
    let listener = Closure::<dyn Fn(MessageEvent)>::new(|event: MessageEvent| {
        // A page of another build has read the version of `Ready` and sends no request.
        if let Ok(request) = DecoderRequest::from_message(&event.data()) {
            decode(request.file());
        }
    });
    scope().set_onmessage(Some(listener.as_ref().unchecked_ref()));
    listener.forget();
    send(&DecoderResponse::Ready);
}

/// Decodes a policy file to its end and sends each batch.
fn decode(file: &[u8]) {
    let scope = scope();
    let clock = || scope.performance().map_or(0.0, |performance| performance.now());
    let mut decoder = match BatchDecoder::new(file) {
        Ok(decoder) => decoder,
        Err(error) => return send(&DecoderResponse::Failed(error.to_string())),
    };
    loop {
        let batch = match decoder.next_batch(BATCH_MS, clock) {
            Ok(batch) => batch,
            Err(error) => return send(&DecoderResponse::Failed(error.to_string())),
        };
        let is_last = batch.is_last;
        send(&DecoderResponse::Batch(batch));
        if is_last {
            return;
        }
    }
}

fn send(response: &DecoderResponse) {
    let (message, buffers) = response.to_message();
    // Posting fails only for buffers that cannot be transferred; these can.
    let _ = scope().post_message_with_transfer(&message, &buffers);
}

fn scope() -> DedicatedWorkerGlobalScope {
    global().unchecked_into()
}

//! The worker that unpacks one policy beside the page, so that the page never stands still.

use js_sys::{Uint8Array, global};
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web::{Said, Unpacker};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// How long a batch is unpacked, in milliseconds: two or three frames of a page that plays on.
const BATCH_MS: f64 = 30.0;

fn main() {
    let scope: DedicatedWorkerGlobalScope = global().unchecked_into();
    let listener = Closure::<dyn Fn(MessageEvent)>::new(|event: MessageEvent| {
        if let Ok(bytes) = event.data().dyn_into::<Uint8Array>() {
            unpack(&bytes.to_vec());
        }
    });
    scope.set_onmessage(Some(listener.as_ref().unchecked_ref()));
    listener.forget();
    say(&Said::Hello);
}

/// Unpacks a policy file to its end and says what comes out, batch by batch.
fn unpack(bytes: &[u8]) {
    let scope: DedicatedWorkerGlobalScope = global().unchecked_into();
    let clock = || scope.performance().map_or(0.0, |performance| performance.now());
    let mut unpacker = match Unpacker::new(bytes) {
        Ok(unpacker) => unpacker,
        Err(error) => return say(&Said::Failed(error.to_string())),
    };
    loop {
        let batch = match unpacker.batch(BATCH_MS, clock) {
            Ok(batch) => batch,
            Err(error) => return say(&Said::Failed(error.to_string())),
        };
        let is_last = batch.is_last;
        say(&Said::Batch(batch));
        if is_last {
            return;
        }
    }
}

fn say(said: &Said) {
    let scope: DedicatedWorkerGlobalScope = global().unchecked_into();
    let (message, buffers) = said.to_message();
    // Only what cannot be handed over is refused, and buffers can be.
    let _ = scope.post_message_with_transfer(&message, &buffers);
}

//! What JavaScript calls while it loads a policy (`web/elements/loading.js`).
//!
//! Each call has the number of the loading. It does nothing if nobody subscribes to the policy any
//! more, or if another loading of it has begun.

use mdp2048_player::LoadError;
use wasm_bindgen::prelude::wasm_bindgen;

use super::store::PolicyStore;

/// Some bytes of the file are received. The total is 0 where it is not known.
#[wasm_bindgen(js_name = receivePolicy)]
pub fn receive_policy(number: u32, received: f64, total: f64) {
    PolicyStore::shared().receive(number, received as u64, (total > 0.0).then_some(total as u64));
}

/// The file is received. Returns `false` if its layers are to be added, `true` if it is a text of
/// the published player, and nothing if it is not needed.
#[wasm_bindgen(js_name = openPolicy)]
pub fn open_policy(number: u32, file: &[u8]) -> Option<bool> {
    PolicyStore::shared().open(number, file)
}

/// Adds decoded layers, given the fraction of the file that is decoded, whether all of it is, and
/// the memory in bytes of the program that decodes. Returns whether others are needed.
#[wasm_bindgen(js_name = addLayers)]
pub fn add_layers(number: u32, layers: &[u8], progress: f64, is_last: bool, memory: f64) -> bool {
    PolicyStore::shared().add_layers(number, layers, progress, is_last.then_some(memory))
}

/// Adds the policy of a text of this number of bytes, a
/// [`TextPolicy`](mdp2048_policy::TextPolicy) as another program has read it.
#[wasm_bindgen(js_name = addText)]
pub fn add_text(number: u32, transfer: &[u8], bytes: usize) {
    PolicyStore::shared().add_text(number, transfer, bytes);
}

/// The policy cannot be loaded: with a reason, or with the status of the server's answer, which is
/// 0 if there was none.
#[wasm_bindgen(js_name = failPolicy)]
pub fn fail_policy(number: u32, status: u16, reason: Option<String>) {
    PolicyStore::shared().fail(number, |file| match (reason, status) {
        (Some(reason), _) => LoadError::Decoding { reason },
        (None, 0) => LoadError::Network { file },
        (None, 404) => LoadError::NotFound { file },
        (None, status) => LoadError::Status { file, status },
    });
}

//! The memory of the running program.

use wasm_bindgen::JsCast as _;

/// Returns the size in bytes of the WebAssembly memory of this program.
pub fn memory_bytes() -> f64 {
    let memory: js_sys::WebAssembly::Memory = wasm_bindgen::memory().unchecked_into();
    memory.buffer().unchecked_into::<js_sys::ArrayBuffer>().byte_length().into()
}

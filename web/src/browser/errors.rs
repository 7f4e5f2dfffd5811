//! Errors of JavaScript.

use js_sys::Reflect;
use wasm_bindgen::JsValue;

/// The message of an error, or of the error event of a worker, as the end of a sentence.
pub fn error_text(error: &JsValue) -> String {
    let text = Reflect::get(error, &"message".into()).ok().and_then(|it| it.as_string());
    text.unwrap_or_else(|| "its worker did not answer".to_owned())
}

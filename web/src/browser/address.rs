//! The fragment of the page's URL, from `#` on.

use gloo::events::EventListener;
use wasm_bindgen::JsValue;
use web_sys::window;

/// Returns the fragment, empty if there is none.
pub fn hash() -> String {
    window().and_then(|window| window.location().hash().ok()).unwrap_or_default()
}

/// Replaces the fragment without a new entry in the history.
pub fn write_hash(hash: &str) {
    let history = window().and_then(|window| window.history().ok());
    if let Some(history) = history {
        // This fails in a frame without the right to change its URL; the page works without it.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(hash));
    }
}

/// Writes the fragment as a new entry of the history.
pub fn push_hash(hash: &str) {
    let history = window().and_then(|window| window.history().ok());
    if let Some(history) = history {
        // As above.
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(hash));
    }
}

/// Calls `changed` whenever the reader or a hyperlink changes the fragment, until the listener is
/// dropped.
pub fn listen(mut changed: impl FnMut() + 'static) -> Option<EventListener> {
    let window = window()?;
    Some(EventListener::new(&window, "hashchange", move |_| changed()))
}

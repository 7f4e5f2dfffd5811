//! Keyboard shortcuts, and which keys are free for them.

use wasm_bindgen::JsCast as _;
use web_sys::{Element, KeyboardEvent};
use yew::Callback;

/// Returns a handler that emits the event of a shortcut and stops the propagation of its key. Keys
/// that the browser or the focused element needs are ignored.
pub fn handler<E: 'static>(
    on: &Callback<E>,
    event_of: impl Fn(&str) -> Option<E> + 'static,
) -> Callback<KeyboardEvent> {
    let on = on.clone();
    Callback::from(move |key: KeyboardEvent| {
        if is_reserved(&key) {
            return;
        }
        if let Some(event) = event_of(&key.key()) {
            key.prevent_default();
            key.stop_propagation();
            on.emit(event);
        }
    })
}

/// Whether the browser or the focused element needs a key.
pub fn is_reserved(key: &KeyboardEvent) -> bool {
    has_modifier(key) || is_for_focused_element(key)
}

/// Whether a key is pressed with Ctrl, Alt or Meta, which makes it a shortcut of the browser.
pub fn has_modifier(key: &KeyboardEvent) -> bool {
    key.ctrl_key() || key.alt_key() || key.meta_key()
}

/// Whether the focused element needs the key.
fn is_for_focused_element(key: &KeyboardEvent) -> bool {
    let Some(target) = key.target().and_then(|target| target.dyn_into::<Element>().ok()) else {
        return false;
    };
    match target.tag_name().to_ascii_lowercase().as_str() {
        "input" | "select" | "textarea" => true,
        "button" | "summary" => matches!(key.key().as_str(), " " | "Enter"),
        _ => false,
    }
}

//! Keyboard shortcuts, and which keys are free for them.

use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast as _;
use web_sys::{Element, KeyboardEvent, window};
use yew::Callback;

use super::visibility::is_in_sight;

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

/// Hands over the keys that are pressed while no element has the focus and the middle of this one is
/// in sight, until the listener is dropped. Keys that are pressed elsewhere belong to the reader,
/// who scrolls with them or speaks them.
pub fn listen_without_focus(
    element: impl Fn() -> Option<Element> + 'static,
    on_key: Callback<KeyboardEvent>,
) -> Option<EventListener> {
    let body = window()?.document()?.body()?;
    let options = EventListenerOptions::enable_prevent_default();
    Some(EventListener::new_with_options(&body.clone(), "keydown", options, move |event| {
        let is_free = event.target().as_ref() == Some(&body);
        let key = event.dyn_ref::<KeyboardEvent>().filter(|_| is_free);
        if let Some(key) = key.filter(|_| element().is_some_and(|it| is_in_sight(&it))) {
            on_key.emit(key.clone());
        }
    }))
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

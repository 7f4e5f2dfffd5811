//! Keyboard shortcuts of the diagrams.

use web::browser::keys::is_reserved;
use web_sys::KeyboardEvent;
use yew::Callback;

/// Returns a handler that emits the event of a shortcut and stops the propagation of its key. Keys
/// that the browser or the focused element needs are ignored.
pub(crate) fn handler<E: 'static>(
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

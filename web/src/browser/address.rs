//! The fragment of the page's URL, from `#` on.

use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use wasm_bindgen::JsValue;
use web_sys::window;
use yew::{Callback, hook, use_effect_with};

/// The time without a change after which an address is written, in milliseconds.
const DELAY_MS: u32 = 150;

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

/// Keeps the fragment and a view in step, if they follow each other: calls `on_open` with a
/// fragment that the reader opens, and writes `shown`, if there is one, while the fragment leads to
/// the view.
#[hook]
pub fn use_address(
    follows: bool,
    leads_here: fn(&str) -> bool,
    shown: Option<String>,
    on_open: Callback<String>,
) {
    use_effect_with((), move |()| {
        let open = move || {
            let hash = hash();
            if leads_here(&hash) {
                on_open.emit(hash);
            }
        };
        let listener = if follows { listen(open) } else { None };
        move || drop(listener)
    });
    use_effect_with(shown.filter(|_| follows), move |shown| {
        let delay = shown.clone().map(|shown| {
            Timeout::new(DELAY_MS, move || {
                // The reader may have gone to another page meanwhile.
                if leads_here(&hash()) {
                    write_hash(&shown);
                }
            })
        });
        move || drop(delay)
    });
}

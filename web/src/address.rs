//! The page's address: what it asks for, and what it says of the player last touched.

use gloo::events::EventListener;
use mdp2048_diagram_view::is_diagram;
use mdp2048_model::Game;
use mdp2048_player::{Link, LinkError};
use web_sys::window;

/// The part of the address from `#` on.
pub(crate) fn hash() -> String {
    window().and_then(|window| window.location().hash().ok()).unwrap_or_default()
}

/// Which player the address asks for now.
pub(crate) fn asked(games: &[Game]) -> Result<Option<Link>, LinkError> {
    let hash = hash();
    if is_diagram(&hash) { Ok(None) } else { Link::parse(&hash, games) }
}

/// Writes a player's link into the address, unless the reader has gone to another page.
pub(crate) fn write(link: &Link) {
    if !is_diagram(&hash()) {
        write_hash(&link.to_string());
    }
}

/// Writes the part of the address from `#` on, without a new entry in the history.
pub(crate) fn write_hash(hash: &str) {
    let history = window().and_then(|window| window.history().ok());
    if let Some(history) = history {
        // A page in a frame without rights to its address does without.
        let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(hash));
    }
}

/// Calls back whenever a reader or a link changes the address.
pub(crate) fn listen(mut changed: impl FnMut() + 'static) -> Option<EventListener> {
    let window = window()?;
    Some(EventListener::new(&window, "hashchange", move |_| changed()))
}

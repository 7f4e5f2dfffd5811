//! Texts that the browser keeps for this site, if it keeps any.

use mdp2048_display::Storage;
use web_sys::window;

/// The text that is kept under a name, if there is one.
pub fn kept_text(storage: Storage, name: &str) -> Option<String> {
    open(storage)?.get_item(name).ok()?
}

/// Keeps a text under a name. Where the browser does not allow it, the page works without.
pub fn keep_text(storage: Storage, name: &str, text: &str) {
    if let Some(storage) = open(storage) {
        let _ = storage.set_item(name, text);
    }
}

/// The storage, which a browser may refuse to a frame. (`gloo::storage` ends the program there.)
fn open(storage: Storage) -> Option<web_sys::Storage> {
    let window = window()?;
    let storage = match storage {
        Storage::Local => window.local_storage(),
        Storage::Session => window.session_storage(),
    };
    storage.ok()?
}

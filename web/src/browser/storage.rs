//! What the browser keeps of this site from visit to visit.

use web_sys::{Storage, window};

/// The text that is kept by a name, if there is one.
pub fn kept(name: &str) -> Option<String> {
    storage()?.get_item(name).ok()?
}

/// Keeps a text by a name. Where the browser does not allow it, the page works without.
pub fn keep(name: &str, text: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(name, text);
    }
}

fn storage() -> Option<Storage> {
    window()?.local_storage().ok()?
}

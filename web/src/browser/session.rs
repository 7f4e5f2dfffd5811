//! Texts that the browser keeps until the tab is closed, if it keeps any.

use web_sys::{Storage, window};

fn storage() -> Option<Storage> {
    window()?.session_storage().ok().flatten()
}

/// The text that is kept under a name.
pub fn text(name: &str) -> Option<String> {
    storage()?.get_item(name).ok().flatten()
}

/// Keeps a text under a name.
pub fn keep(name: &str, text: &str) {
    if let Some(storage) = storage() {
        // A browser that is full or keeps nothing only forgets the text.
        drop(storage.set_item(name, text));
    }
}

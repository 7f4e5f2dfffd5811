//! Texts that the browser keeps for this site, if it keeps any.

use web_sys::{Storage, window};

/// A storage of the browser.
#[derive(Clone, Copy)]
pub enum BrowserStorage {
    /// Keeps texts from visit to visit.
    Local,
    /// Keeps texts until the tab is closed.
    Session,
}

impl BrowserStorage {
    /// The text that is kept under a name, if there is one.
    pub fn text(self, name: &str) -> Option<String> {
        self.storage()?.get_item(name).ok()?
    }

    /// Keeps a text under a name. Where the browser does not allow it, the page works without.
    pub fn keep(self, name: &str, text: &str) {
        if let Some(storage) = self.storage() {
            let _ = storage.set_item(name, text);
        }
    }

    fn storage(self) -> Option<Storage> {
        let window = window()?;
        let storage = match self {
            Self::Local => window.local_storage(),
            Self::Session => window.session_storage(),
        };
        storage.ok()?
    }
}

//! Whether the reader sees a page.

use yew::{Callback, hook, use_effect_with};

use crate::browser::{address, visibility};

/// Tells whether the reader sees the page that `leads_here` knows the addresses of: at first, and
/// whenever they come to another entry of the history, or show or hide the tab.
#[hook]
pub fn use_shown(leads_here: fn(&str) -> bool, on: Callback<bool>) {
    use_effect_with((), move |()| {
        let tell =
            move || on.emit(leads_here(&address::hash()) && visibility::is_document_visible());
        tell();
        let arrived = tell.clone();
        let listeners = (address::listen(move |_| arrived()), visibility::listen(tell));
        move || drop(listeners)
    });
}

//! Files and texts that leave the page or come to it.

use mdp2048_explorer::ExploreEvent;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{HtmlInputElement, window};
use yew::{Callback, Event, TargetCast as _};

/// The URL of the page with a fragment.
pub(crate) fn page_url(fragment: &str) -> String {
    if let Some(site) = published_at() {
        let page = fragment.trim_start_matches("#/").split('?').next().unwrap_or_default();
        return format!("{site}{page}.html{fragment}");
    }
    let href = window().and_then(|it| it.location().href().ok()).unwrap_or_default();
    let base = href.split('#').next().unwrap_or_default().to_owned();
    base + fragment
}

/// The URL of the folder where the page is published with files for links, such as `explore.html`,
/// of which other sites show the title; `None` if it was built without (`cargo xtask dist`).
fn published_at() -> Option<String> {
    let document = window()?.document()?;
    document.query_selector("meta[property='og:url']").ok()??.get_attribute("content")
}

/// The longest file of a game that is read, in bytes. A move is a line of less than 100 bytes.
const LONGEST: f64 = 1e6;

/// Reads the game in the file that a reader has chosen.
pub(crate) fn load(event: &Event, on: &Callback<ExploreEvent>) {
    let field: HtmlInputElement = event.target_unchecked_into();
    let Some(file) = field.files().and_then(|files| files.get(0)) else { return };
    let on = on.clone();
    spawn_local(async move {
        let name = file.name();
        let read = if file.size() > LONGEST {
            Err(format!("the file '{name}' is longer than a game: choose one with a move per line"))
        } else {
            let text = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string());
            text.ok_or_else(|| format!("the file '{name}' cannot be read: choose it again"))
        };
        // So that the same file can be chosen again, after a change.
        field.set_value("");
        on.emit(match read {
            Ok(text) => ExploreEvent::LoadGame(text),
            Err(reason) => ExploreEvent::LoadFailed(reason),
        });
    });
}

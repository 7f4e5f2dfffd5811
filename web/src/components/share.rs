//! What a reader shares: a sentence, a link, and a picture of the game.

use wasm_bindgen_futures::spawn_local;
use web_sys::window;
use yew::{Callback, Html, MouseEvent, TargetCast as _};

use super::fields::button;
use crate::host::PageHost;

/// The button that opens the Share dialog with a sentence and the link of a fragment. `picture` is
/// called when it is pressed, and returns an SVG file or an empty text.
pub fn share_button(
    host: &PageHost,
    summary: String,
    fragment: &str,
    picture: impl Fn() -> String + 'static,
) -> Html {
    let (host, url) = (host.clone(), page_url(fragment));
    let share = Callback::from(move |event: MouseEvent| {
        let (host, summary, url, picture) = (host.clone(), summary.clone(), url.clone(), picture());
        let place = event.target_unchecked_into();
        spawn_local(async move {
            // A dialog that cannot be loaded is not opened; the next press tries again.
            let _ = host.share(&place, &summary, &url, &picture).await;
        });
    });
    button("share", "Share", "A link, a sentence and a picture", share)
}

/// The URL of the page with a fragment.
fn page_url(fragment: &str) -> String {
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

//! Files and texts that leave the page or come to it.

use js_sys::{Array, Reflect};
use mdp2048_explorer::ExploreEvent;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, HtmlInputElement, Url, window};
use yew::{Callback, Event, TargetCast as _};

/// Saves a text as a file.
pub(crate) fn save(name: &str, text: &str) {
    // A browser that cannot do this offers no download; the page goes on.
    let _ = try_to_save(name, text);
}

fn try_to_save(name: &str, text: &str) -> Result<(), JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type("text/plain;charset=utf-8");
    let parts = Array::of1(&text.into());
    let blob = Blob::new_with_str_sequence_and_options(&parts, &options)?;
    let url = Url::create_object_url_with_blob(&blob)?;
    let document = window().and_then(|it| it.document()).ok_or(JsValue::NULL)?;
    let link: HtmlAnchorElement = document.create_element("a")?.unchecked_into();
    link.set_href(&url);
    link.set_download(name);
    link.click();
    Url::revoke_object_url(&url)
}

/// Copies a text. Returns false where the browser has no clipboard.
pub(crate) fn copy(text: &str) -> bool {
    let Some(window) = window() else { return false };
    let navigator = Reflect::get(&window, &"navigator".into()).unwrap_or_default();
    let clipboard = Reflect::get(&navigator, &"clipboard".into()).unwrap_or_default();
    let write = Reflect::get(&clipboard, &"writeText".into()).ok();
    let write = write.and_then(|it| it.dyn_into::<js_sys::Function>().ok());
    write.is_some_and(|write| write.call1(&clipboard, &text.into()).is_ok())
}

/// The URL of the page with a fragment.
pub(crate) fn page_url(fragment: &str) -> String {
    let href = window().and_then(|it| it.location().href().ok()).unwrap_or_default();
    let base = href.split('#').next().unwrap_or_default().to_owned();
    base + fragment
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

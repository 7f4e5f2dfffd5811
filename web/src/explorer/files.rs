//! Files and texts that leave the page or come to it.

use js_sys::{Array, JSON, Reflect};
use mdp2048_rules::{Board, Shape};
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url, window};

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

/// A game as lines of text. JSON, as `mdp2048 play --json` prints it, is translated to lines; other
/// texts stay as they are.
pub(crate) fn game_text(text: &str) -> String {
    if !text.trim_start().starts_with('{') {
        return text.to_owned();
    }
    lines_of_json(text).unwrap_or_else(|| text.to_owned())
}

fn lines_of_json(text: &str) -> Option<String> {
    let json = JSON::parse(text).ok()?;
    let field = |object: &JsValue, name: &str| Reflect::get(object, &name.into()).ok();
    let board = |value: JsValue| {
        let hex = value.as_string()?;
        let shape = Shape::all().find(|it| it.cells() == hex.len())?;
        // The name of the game says which of two rectangles it is.
        let game = field(&json, "game").and_then(|it| it.as_string()).unwrap_or_default();
        let named = game.split(' ').next().and_then(|it| it.parse().ok());
        Board::from_hex(named.unwrap_or(shape), &hex).ok()
    };
    let steps: Array = field(&json, "steps")?.dyn_into().ok()?;
    let mut lines = String::new();
    for step in steps.iter() {
        let action = field(&step, "action")?.as_string()?;
        lines += &format!("{} {action}\n", board(field(&step, "board")?)?);
    }
    Some(lines + &board(field(&json, "final")?)?.to_string())
}

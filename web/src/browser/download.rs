//! Files that the reader saves.

use js_sys::Array;
use mdp2048_display::SavedFile;
use wasm_bindgen::JsCast as _;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url, window};

/// Starts a download.
pub fn save(SavedFile { name, media_type, text }: &SavedFile) {
    let options = BlobPropertyBag::new();
    options.set_type(media_type);
    let blob =
        Blob::new_with_str_sequence_and_options(&Array::of1(&text.as_str().into()), &options);
    let Ok(url) = blob.and_then(|blob| Url::create_object_url_with_blob(&blob)) else { return };
    let document = window().and_then(|window| window.document());
    let link = document.and_then(|document| document.create_element("a").ok());
    if let Some(link) = link.and_then(|link| link.dyn_into::<HtmlAnchorElement>().ok()) {
        link.set_href(&url);
        link.set_download(name);
        link.click();
    }
    let _ = Url::revoke_object_url(&url);
}

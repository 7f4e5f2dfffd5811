//! Files from the server, with progress.

use js_sys::{Reflect, Uint8Array};
use mdp2048_player::LoadError;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStreamDefaultReader, RequestCache, RequestInit, Response, window};

/// Whether a file may come from the browser's cache.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Freshness {
    /// As the server said.
    Cached,
    /// It must come from the server.
    Fresh,
}

/// The bytes of a file in a folder beside the page; reports how many are there, and how many there
/// will be where the server said so.
pub(crate) async fn download(
    folder: &str,
    file: &str,
    freshness: Freshness,
    progress: impl Fn(u64, Option<u64>),
) -> Result<Vec<u8>, LoadError> {
    let network = |_: JsValue| LoadError::Network { file: file.to_owned() };
    let init = RequestInit::new();
    if freshness == Freshness::Fresh {
        init.set_cache(RequestCache::Reload);
    }
    let window = window().ok_or(JsValue::NULL).map_err(network)?;
    let answer = window.fetch_with_str_and_init(&format!("{folder}/{file}"), &init);
    let response: Response =
        JsFuture::from(answer).await.and_then(|answer| answer.dyn_into()).map_err(network)?;
    match response.status() {
        200..300 => {}
        404 => return Err(LoadError::NotFound { file: file.to_owned() }),
        status => return Err(LoadError::Status { file: file.to_owned(), status }),
    }
    let total = content_length(&response);
    let mut bytes = Vec::new();
    let Some(body) = response.body() else { return Ok(bytes) };
    let reader: ReadableStreamDefaultReader = body.get_reader().unchecked_into();
    loop {
        let chunk = JsFuture::from(reader.read()).await.map_err(network)?;
        let value = Reflect::get(&chunk, &"value".into()).map_err(network)?;
        let Ok(value) = value.dyn_into::<Uint8Array>() else { return Ok(bytes) };
        bytes.extend(value.to_vec());
        let received = bytes.len() as u64;
        // A compressed file is longer than the server said.
        progress(received, total.filter(|&total| received <= total));
    }
}

fn content_length(response: &Response) -> Option<u64> {
    response.headers().get("content-length").ok()??.parse().ok()
}

//! Downloading files with progress.

use js_sys::{Function, Promise, Reflect, Uint8Array};
use mdp2048_player::LoadError;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStreamDefaultReader, Response};

/// Whether the browser may answer from its cache.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CacheUse {
    /// As far as the server's headers allow.
    Allowed,
    /// The file must come from the server.
    Bypassed,
}

/// Returns the bytes of a file. Reports the number of bytes received,
/// and the total where the server sent it. `fetch` is a JavaScript function: it gets the URL and
/// whether the cache is bypassed, and returns a promise of the response.
///
/// # Errors
/// [`LoadError`] if the server has no such file, refuses it, or cannot be reached.
pub(super) async fn download(
    url: &str,
    fetch: &Function,
    cache: CacheUse,
    progress: impl Fn(u64, Option<u64>),
) -> Result<Vec<u8>, LoadError> {
    let file = file_name(url);
    let network = |_: JsValue| LoadError::Network { file: file.to_owned() };
    let fetching = async {
        let again = (cache == CacheUse::Bypassed).into();
        let promise: Promise = fetch.call2(&JsValue::NULL, &url.into(), &again)?.dyn_into()?;
        JsFuture::from(promise).await?.dyn_into::<Response>()
    };
    let response = fetching.await.map_err(network)?;
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
        // For a compressed response the server sends the compressed length.
        progress(received, total.filter(|&total| received <= total));
    }
}

fn content_length(response: &Response) -> Option<u64> {
    response.headers().get("content-length").ok()??.parse().ok()
}

/// Returns the last part of the path of a URL.
fn file_name(url: &str) -> &str {
    let path = url.split(['?', '#']).next().unwrap_or(url);
    path.rsplit('/').next().unwrap_or(path)
}

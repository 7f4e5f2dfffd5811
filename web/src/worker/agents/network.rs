//! The network of the learned agent.

use std::sync::Arc;

use js_sys::{Reflect, Uint8Array};
use mdp2048_agents::Network;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStreamDefaultReader, Response, WorkerGlobalScope};

/// Why the network is not there.
const NOT_DOWNLOADED: &str = "the network of the learned agent could not be downloaded";

/// The URL of the network, which is not in the folder of the program, as authors need it not.
pub(crate) fn network_url(script: &str) -> String {
    let folder = script.rfind('/').map_or("", |at| &script[..=at]);
    format!("{folder}../arena/learned.network")
}

/// Downloads and decodes the network. `on_progress` gets the number of bytes that are there, and
/// of all bytes, or 0 if that is not known.
///
/// # Errors
/// The reason as the end of a sentence.
pub(crate) async fn download(
    url: &str,
    on_progress: impl Fn(f64, f64),
) -> Result<Arc<Network>, String> {
    let file = bytes_of(url, on_progress).await.map_err(|_| NOT_DOWNLOADED.to_owned())?;
    let network = Network::from_bytes(&file).map_err(|error| error.to_string())?;
    Ok(Arc::new(network))
}

async fn bytes_of(url: &str, on_progress: impl Fn(f64, f64)) -> Result<Vec<u8>, JsValue> {
    let scope: WorkerGlobalScope = js_sys::global().unchecked_into();
    let response: Response = JsFuture::from(scope.fetch_with_str(url)).await?.dyn_into()?;
    let body = response.body().filter(|_| response.ok()).ok_or(JsValue::UNDEFINED)?;
    let header = |name| response.headers().get(name).ok().flatten();
    // For a compressed response the server sends the compressed length.
    let length = header("content-length").filter(|_| header("content-encoding").is_none());
    let length = length.and_then(|text| text.parse::<u32>().ok()).map_or(0.0, f64::from);
    let reader: ReadableStreamDefaultReader = body.get_reader().unchecked_into();
    let mut file = Vec::new();
    loop {
        let chunk = JsFuture::from(reader.read()).await?;
        let value = Reflect::get(&chunk, &"value".into())?;
        let Ok(value) = value.dyn_into::<Uint8Array>() else { return Ok(file) };
        file.extend(value.to_vec());
        on_progress(file.len() as f64, length);
    }
}

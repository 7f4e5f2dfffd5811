//! What the page offers this program in JavaScript.

use js_sys::Uint8Array;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast as _, JsValue};
use web::host::PageHost;
use web::worker::message;
use web_sys::Element;

#[wasm_bindgen]
extern "C" {
    /// What the page offers.
    #[derive(Clone, PartialEq)]
    #[wasm_bindgen(extends = PageHost)]
    pub type SolverHost;

    /// Whether games may be solved before the reader presses a button.
    #[wasm_bindgen(method, js_name = mayWorkUnasked)]
    pub(crate) fn may_work_unasked(this: &SolverHost) -> bool;

    /// Resolves to the bytes of a file of the site.
    #[wasm_bindgen(method, catch, js_name = file)]
    async fn load_file(this: &SolverHost, name: &str) -> Result<JsValue, JsValue>;

    /// Opens the Share dialog beside an element, with a sentence, a link, and a picture as an SVG
    /// file, or an empty text.
    #[wasm_bindgen(method, catch)]
    pub(crate) async fn share(
        this: &SolverHost,
        beside: &Element,
        summary: &str,
        url: &str,
        picture: &str,
    ) -> Result<JsValue, JsValue>;
}

impl SolverHost {
    /// The bytes of a file of the site, such as `embed/daily.txt`.
    pub(crate) async fn file(&self, name: &str) -> Result<Vec<u8>, String> {
        let file = self.load_file(name).await.map_err(|error| message(&error))?;
        Ok(file.unchecked_into::<Uint8Array>().to_vec())
    }
}

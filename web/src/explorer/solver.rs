//! What the page offers this program in JavaScript.

use js_sys::Uint8Array;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast as _, JsValue};
use web::host::PageHost;
use web::worker::message;

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

    /// Copies a text to the clipboard.
    #[wasm_bindgen(method, catch, js_name = copyText)]
    pub(crate) async fn copy_text(this: &SolverHost, text: &str) -> Result<JsValue, JsValue>;

    /// Saves an SVG file as a PNG file.
    #[wasm_bindgen(method, catch, js_name = savePicture)]
    pub(crate) async fn save_picture(
        this: &SolverHost,
        svg: &str,
        name: &str,
    ) -> Result<JsValue, JsValue>;

    /// Copies an SVG file as a PNG file to the clipboard.
    #[wasm_bindgen(method, catch, js_name = copyPicture)]
    pub(crate) async fn copy_picture(this: &SolverHost, svg: &str) -> Result<JsValue, JsValue>;
}

impl SolverHost {
    /// The bytes of a file of the site, such as `pages/daily.txt`.
    pub(crate) async fn file(&self, name: &str) -> Result<Vec<u8>, String> {
        let file = self.load_file(name).await.map_err(|error| message(&error))?;
        Ok(file.unchecked_into::<Uint8Array>().to_vec())
    }
}

//! What the page offers its programs in JavaScript (`web/pages/program.js`).

use js_sys::{Array, Object, Reflect, Uint8Array};
use mdp2048_protocol::{Service, WorkerError};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{Element, Worker};
use yew::Properties;

use crate::browser::{WorkerClient, error_text};
use crate::build::BUILD;

#[wasm_bindgen]
extern "C" {
    /// What the page offers.
    #[derive(Clone, PartialEq)]
    pub type PageHost;

    #[wasm_bindgen(method, catch, js_name = startWorker)]
    fn start_worker(this: &PageHost, function: &str, build: &str) -> Result<Worker, JsValue>;

    /// The number of bytes that a solution may use.
    #[wasm_bindgen(method, js_name = memoryLimit)]
    pub fn memory_limit(this: &PageHost) -> f64;

    /// Whether games may be solved before the reader presses a button.
    #[wasm_bindgen(method, js_name = mayWorkUnasked)]
    pub fn may_work_unasked(this: &PageHost) -> bool;

    /// Resolves to the bytes of a file of the site.
    #[wasm_bindgen(method, catch, js_name = file)]
    async fn load_file(this: &PageHost, name: &str) -> Result<JsValue, JsValue>;

    /// Opens the Share dialog beside an element, with a sentence, a link, and a picture as an SVG
    /// file, or an empty text.
    #[wasm_bindgen(method, catch)]
    pub async fn share(
        this: &PageHost,
        beside: &Element,
        summary: &str,
        url: &str,
        picture: &str,
    ) -> Result<JsValue, JsValue>;
}

/// The properties of a page, or of a part of one.
#[derive(Clone, PartialEq, Properties)]
pub struct HostProps {
    /// What the page offers.
    pub host: PageHost,
}

impl PageHost {
    /// Starts a worker that serves.
    ///
    /// # Errors
    /// If no worker can run.
    pub fn start<S: Service>(&self) -> Result<WorkerClient<S>, WorkerError> {
        let worker = self.start_worker(S::FUNCTION, BUILD);
        let none = |_| WorkerError::Ended("this browser runs no workers".to_owned());
        worker.map(WorkerClient::new).map_err(none)
    }

    /// The bytes of a file of the site, such as `embed/daily.txt`.
    ///
    /// # Errors
    /// The reason as the end of a sentence.
    pub async fn file(&self, name: &str) -> Result<Vec<u8>, String> {
        let file = self.load_file(name).await.map_err(|error| error_text(&error))?;
        Ok(file.unchecked_into::<Uint8Array>().to_vec())
    }
}

/// The names and the texts of the fields of an object.
pub fn entries(object: &Object) -> Vec<(String, String)> {
    let text = |entry: &Array, at| entry.get(at).as_string().unwrap_or_default();
    let entries =
        Object::entries(object).iter().map(|entry| Array::from(&entry)).collect::<Vec<_>>();
    entries.iter().map(|it| (text(it, 0), text(it, 1))).collect()
}

/// An object with fields of these names.
pub fn object<'a>(fields: impl IntoIterator<Item = (&'a str, JsValue)>) -> Object {
    let object = Object::new();
    for (name, value) in fields {
        // Fails for objects that cannot be changed only.
        let _ = Reflect::set(&object, &name.into(), &value);
    }
    object
}

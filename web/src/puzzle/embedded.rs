//! A puzzle on a page of others, as `<mdp2048-puzzle>` drives it.

use js_sys::Object;
use mdp2048_explorer::DailyView;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;
use web::components::daily::{DailyPage, DailyProps, today};
use web::host::{PageHost, entries};
use web_sys::Element;
use yew::AppHandle;

/// A puzzle inside of an element. It ends when it is freed.
#[wasm_bindgen]
pub struct PuzzleHandle {
    // None only while it is freed.
    app: Option<AppHandle<DailyPage>>,
}

#[wasm_bindgen]
impl PuzzleHandle {
    /// Shows the puzzle of these attributes inside of an empty element.
    ///
    /// # Errors
    /// A sentence about the first attribute that cannot be used.
    #[wasm_bindgen(constructor)]
    pub fn new(root: Element, host: PageHost, attributes: &Object) -> Result<Self, JsError> {
        let attributes = entries(attributes);
        let attributes = attributes.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let view = DailyView::with_attributes(attributes, today());
        let props = DailyProps {
            host,
            embedded: Some(view.map_err(|it| JsError::new(&it))?),
            solver: None,
        };
        let renderer = yew::Renderer::<DailyPage>::with_root_and_props(root, props);
        Ok(Self { app: Some(renderer.render()) })
    }
}

impl Drop for PuzzleHandle {
    fn drop(&mut self) {
        if let Some(app) = self.app.take() {
            app.destroy();
        }
    }
}

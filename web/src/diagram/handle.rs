//! A diagram on a page, as JavaScript drives it.

use js_sys::Object;
use mdp2048_diagram::DrawingFormat;
use mdp2048_diagram::page::{DiagramView, Drawing, is_diagram_url};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;
use web::browser::address;
use web::components::SharedProp;
use web::host::entries;
use web_sys::Element;
use yew::AppHandle;

use crate::embedded::{EmbeddedDiagram, EmbeddedDiagramProps};

/// A diagram inside of an element. It ends when it is freed.
#[wasm_bindgen]
pub struct DiagramHandle {
    props: EmbeddedDiagramProps,
    // None only while it is freed.
    app: Option<AppHandle<EmbeddedDiagram>>,
}

#[wasm_bindgen]
impl DiagramHandle {
    /// Makes a diagram inside of an empty element. The fields of `parameters` have the names and
    /// values of the parameters of a URL. If `follows_address` is set, the diagram follows the
    /// fragment of the page's URL, and writes its state into it.
    ///
    /// # Errors
    /// A sentence about the first parameter that cannot be used.
    #[wasm_bindgen(constructor)]
    pub fn new(root: Element, parameters: &Object, follows_address: bool) -> Result<Self, JsError> {
        let parameters = entries(parameters);
        let parameters = parameters.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let mut view = DiagramView::with_parameters(parameters);
        if let Some(problem) = view.problems().first() {
            return Err(JsError::new(&format!("it asks for {problem}")));
        }
        let hash = address::hash();
        if follows_address && is_diagram_url(&hash) && hash.contains('?') {
            // Its problems are shown beside the diagram.
            view = DiagramView::open(&hash);
        }
        let props = EmbeddedDiagramProps {
            first: SharedProp::new(view.clone()),
            shown: SharedProp::new(view.url().into()),
            follows_address,
            opened: None,
            visible: true,
        };
        let renderer = yew::Renderer::<EmbeddedDiagram>::with_root_and_props(root, props.clone());
        Ok(Self { props, app: Some(renderer.render()) })
    }

    /// Shows what other parameters request; the drawing stays if it is the same. Returns whether all
    /// of them can be used, and else does nothing.
    pub fn open(&mut self, parameters: &Object) -> bool {
        let parameters = entries(parameters);
        let parameters = parameters.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let Some(url) = DiagramView::link(parameters) else { return false };
        self.props.opened = Some(url);
        self.update();
        true
    }

    /// Returns the fragment of the URL of the diagram as it is shown.
    pub fn address(&self) -> String {
        self.props.shown.borrow().clone()
    }

    /// Returns the drawing as an SVG file, and the name of its game; nothing if it has no drawing.
    pub fn picture(&self) -> Option<Vec<String>> {
        let view = DiagramView::open(&self.props.shown.borrow());
        let settings = view.settings();
        let figure = Drawing::for_export(settings).ok()?;
        Some(vec![(DrawingFormat::SVG.write)(&figure), settings.game.name()])
    }

    /// Lets a game run only while the diagram is visible.
    #[wasm_bindgen(js_name = setVisible)]
    pub fn set_visible(&mut self, visible: bool) {
        self.props.visible = visible;
        self.update();
    }
}

impl DiagramHandle {
    fn update(&mut self) {
        if let Some(app) = &mut self.app {
            app.update(self.props.clone());
        }
    }
}

impl Drop for DiagramHandle {
    fn drop(&mut self) {
        if let Some(app) = self.app.take() {
            app.destroy();
        }
    }
}

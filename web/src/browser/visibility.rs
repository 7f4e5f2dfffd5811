//! Observing that the page is shown or hidden, and that an element enters the viewport.

use gloo::events::EventListener;
use js_sys::Array;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use web_sys::{
    Element, IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit,
    VisibilityState, window,
};

/// How far the observed area extends beyond the viewport: about one notch of a mouse wheel.
const MARGIN: &str = "300px";

/// Whether the tab of the page is shown, and not another one.
pub fn is_document_visible() -> bool {
    let state = window().and_then(|it| it.document()).map(|document| document.visibility_state());
    state != Some(VisibilityState::Hidden)
}

/// Calls `changed` whenever the tab of the page is shown or hidden, until the listener is dropped.
pub fn listen(mut changed: impl FnMut() + 'static) -> Option<EventListener> {
    let document = window()?.document()?;
    Some(EventListener::new(&document, "visibilitychange", move |_| changed()))
}

/// Whether the middle of an element is in the window. An element that is not shown is not.
pub fn is_in_sight(element: &Element) -> bool {
    let size = |size: Result<JsValue, JsValue>| size.ok().and_then(|it| it.as_f64());
    let Some(window) = window() else { return false };
    let (width, height) = (size(window.inner_width()), size(window.inner_height()));
    let bounds = element.get_bounding_client_rect();
    let (x, y) = (bounds.left() + bounds.width() / 2.0, bounds.top() + bounds.height() / 2.0);
    let is_within = |at: f64, end: Option<f64>| end.is_some_and(|end| (0.0..=end).contains(&at));
    bounds.width() > 0.0 && is_within(x, width) && is_within(y, height)
}

/// Observes an element until it is dropped.
pub struct VisibilityObserver {
    observer: IntersectionObserver,
    _callback: Closure<dyn FnMut(Array)>,
}

impl Drop for VisibilityObserver {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

impl VisibilityObserver {
    /// Calls `entered` whenever the element enters the viewport or the margin around it. Returns
    /// `None` where the browser cannot observe that.
    pub fn observe(element: &Element, entered: impl Fn() + 'static) -> Option<Self> {
        let callback = Closure::new(move |entries: Array| {
            let is_visible = entries
                .iter()
                .any(|entry| entry.unchecked_into::<IntersectionObserverEntry>().is_intersecting());
            if is_visible {
                entered();
            }
        });
        let options = IntersectionObserverInit::new();
        options.set_root_margin(MARGIN);
        let function = callback.as_ref().unchecked_ref();
        let observer = IntersectionObserver::new_with_options(function, &options).ok()?;
        observer.observe(element);
        Some(Self { observer, _callback: callback })
    }
}

//! Observing that the page is shown or hidden, and that an element enters the viewport.

use gloo::events::EventListener;
use js_sys::Array;
use wasm_bindgen::JsCast as _;
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

//! Observing that an element enters the viewport.

use js_sys::Array;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit};

/// How far the observed area extends beyond the viewport: about one notch of a mouse wheel.
const MARGIN: &str = "300px";

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
    /// Calls `entered` whenever the element enters the viewport or the margin around it. Where the
    /// browser cannot observe that, calls `entered` at once and returns `None`.
    pub fn observe(element: &Element, entered: impl Fn() + Clone + 'static) -> Option<Self> {
        let on_entry = entered.clone();
        let callback = Closure::new(move |entries: Array| {
            let is_visible = entries
                .iter()
                .any(|entry| entry.unchecked_into::<IntersectionObserverEntry>().is_intersecting());
            if is_visible {
                on_entry();
            }
        });
        let options = IntersectionObserverInit::new();
        options.set_root_margin(MARGIN);
        let function = callback.as_ref().unchecked_ref();
        match IntersectionObserver::new_with_options(function, &options) {
            Ok(observer) => {
                observer.observe(element);
                Some(Self { observer, _callback: callback })
            }
            Err(_) => {
                entered();
                None
            }
        }
    }
}

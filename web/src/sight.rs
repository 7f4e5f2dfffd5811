//! Noticing that an element comes into sight.

use js_sys::Array;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit};

/// How far below the window counts as in sight: about the way of one turn of a mouse wheel.
const MARGIN: &str = "300px";

/// Watches an element until it is dropped.
pub(crate) struct Sight {
    observer: IntersectionObserver,
    _callback: Closure<dyn FnMut(Array)>,
}

impl Drop for Sight {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// Calls back when the element comes near the window; at once where that cannot be watched.
pub(crate) fn watch(element: &Element, in_sight: impl Fn() + Clone + 'static) -> Option<Sight> {
    let seen = in_sight.clone();
    let callback = Closure::new(move |entries: Array| {
        let near = entries
            .iter()
            .any(|entry| entry.unchecked_into::<IntersectionObserverEntry>().is_intersecting());
        if near {
            seen();
        }
    });
    let options = IntersectionObserverInit::new();
    options.set_root_margin(MARGIN);
    let function = callback.as_ref().unchecked_ref();
    match IntersectionObserver::new_with_options(function, &options) {
        Ok(observer) => {
            observer.observe(element);
            Some(Sight { observer, _callback: callback })
        }
        Err(_) => {
            in_sight();
            None
        }
    }
}

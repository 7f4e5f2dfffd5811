//! Observing the size of an element.

use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, ResizeObserver};

/// Observes the size of an element until it is dropped.
pub struct SizeObserver {
    observer: ResizeObserver,
    _callback: Closure<dyn FnMut()>,
}

impl Drop for SizeObserver {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

impl SizeObserver {
    /// Calls `changed` soon, and whenever the size of the element has changed. Returns `None` where
    /// the browser cannot observe that.
    pub fn observe(element: &Element, changed: impl FnMut() + 'static) -> Option<Self> {
        let callback = Closure::<dyn FnMut()>::new(changed);
        let observer = ResizeObserver::new(callback.as_ref().unchecked_ref()).ok()?;
        observer.observe(element);
        Some(Self { observer, _callback: callback })
    }
}

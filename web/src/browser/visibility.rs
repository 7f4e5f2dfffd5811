//! Whether the page is shown or hidden, and whether an element is in the window.

use gloo::events::EventListener;
use wasm_bindgen::JsValue;
use web_sys::{Element, VisibilityState, window};

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

//! Where the focus goes when the element that has it is removed.

use wasm_bindgen::JsCast as _;
use web_sys::{FocusOptions, HtmlElement, window};
use yew::{NodeRef, hook, use_effect_with, use_mut_ref};

/// When a change of what is shown removes the element that has the focus, an element within `root`
/// gets it: the first of the selector `heir`. Nothing scrolls.
#[hook]
pub fn use_focus_after<T: PartialEq + 'static>(root: &NodeRef, shown: T, heir: String) {
    let had_focus = use_mut_ref(|| false);
    // The document is still that of before.
    had_focus.replace(!is_free());
    let root = root.clone();
    use_effect_with(shown, move |_| {
        if had_focus.take() && is_free() {
            let element = root.cast::<HtmlElement>().map(|it| it.query_selector(&heir));
            if let Some(Ok(Some(element))) = element {
                let options = FocusOptions::new();
                options.set_prevent_scroll(true);
                // Focus may fail where the page is not visible; nothing depends on it.
                let _ = element.unchecked_into::<HtmlElement>().focus_with_options(&options);
            }
        }
    });
}

/// Whether no element has the focus.
fn is_free() -> bool {
    let Some(document) = window().and_then(|it| it.document()) else { return false };
    document.active_element().is_none_or(|it| it.tag_name().eq_ignore_ascii_case("body"))
}

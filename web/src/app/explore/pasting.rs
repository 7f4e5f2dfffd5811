//! Texts that a reader pastes into a field.

use gloo::events::EventListener;
use js_sys::JsString;
use mdp2048_explorer::{ExploreEvent, Reading};
use wasm_bindgen::JsCast as _;
use web_sys::{ClipboardEvent, Element, Event, HtmlInputElement, HtmlTextAreaElement, window};
use yew::{Callback, Html, html};

use super::open_board::remedy_button;

/// Calls `on` with each text that the reader pastes while no field has the focus.
pub(crate) fn listen(on: Callback<String>) -> Option<EventListener> {
    let document = window()?.document()?;
    Some(EventListener::new(&document, "paste", move |event| {
        // Fields are in a shadow root, which only the path of the event tells.
        let target = event.composed_path().get(0).dyn_into::<Element>();
        let is_free = target.is_ok_and(|it| it.matches("input, textarea") == Ok(false));
        if let Some(text) = pasted_text(event).filter(|_| is_free) {
            on.emit(text);
        }
    }))
}

fn pasted_text(event: &Event) -> Option<String> {
    let data = event.unchecked_ref::<ClipboardEvent>().clipboard_data()?;
    data.get_data("text").ok().filter(|text| !text.is_empty())
}

/// Puts the text of a paste into its field. Returns the texts that the reader may mean, with all of
/// their lines: what the field has then, and what is pasted. Returns `None` for anything but text.
pub(crate) fn paste(event: &Event) -> Option<[String; 2]> {
    let pasted = pasted_text(event)?;
    let target = event.target()?;
    let whole = if let Some(field) = target.dyn_ref::<HtmlTextAreaElement>() {
        let selection = (field.selection_start(), field.selection_end());
        let whole = inserted(&field.value(), selection, &pasted);
        field.set_value(&whole);
        whole
    } else {
        let field = target.dyn_ref::<HtmlInputElement>()?;
        let selection = (field.selection_start(), field.selection_end());
        let whole = inserted(&field.value(), selection, &pasted);
        field.set_value(&whole);
        whole
    };
    event.prevent_default();
    Some([whole, pasted])
}

/// The text of a field with another one in the place of the selection.
fn inserted<E>(
    text: &str,
    (start, end): (Result<Option<u32>, E>, Result<Option<u32>, E>),
    pasted: &str,
) -> String {
    let text = JsString::from(text);
    let place = |it: Result<Option<u32>, E>| it.ok().flatten().unwrap_or_else(|| text.length());
    let (before, after) = (text.slice(0, place(start)), text.slice(place(end), text.length()));
    format!("{before}{pasted}{after}")
}

/// What is understood of the text in a field, and what else it may mean.
pub(crate) fn view_reading(reading: Option<&Reading>, on: &Callback<ExploreEvent>) -> Html {
    let is_read = reading.map(|it| it.is_read.to_string());
    let other = reading.and_then(|it| it.other.clone());
    html! {
        <div class="reading" role="status" data-read={is_read}>
            { reading.map(|it| it.text.clone()) }
            { other.map(|it| remedy_button("other-reading", None, it, on)) }
        </div>
    }
}

//! Labelled buttons and checkboxes.

use mdp2048_diagram::page::DiagramEvent;
use web::components::fields::enabled_button;
use web_sys::HtmlInputElement;
use yew::{Callback, Event, Html, MouseEvent, TargetCast as _, html};

/// Renders a button with a tooltip that sends an event.
pub(crate) fn event_button(
    control: &'static str,
    label: &'static str,
    tooltip: &'static str,
    is_enabled: bool,
    (on, event): (&Callback<DiagramEvent>, DiagramEvent),
) -> Html {
    let on_press = on.reform(move |_: MouseEvent| event.clone());
    enabled_button(control, label, tooltip, is_enabled, on_press)
}

/// Renders a checkbox that sends an event with its new state.
pub(crate) fn checkbox(
    control: &'static str,
    label: &'static str,
    checked: bool,
    on: &Callback<DiagramEvent>,
    event: fn(bool) -> DiagramEvent,
) -> Html {
    let on_change =
        on.reform(move |it: Event| event(it.target_unchecked_into::<HtmlInputElement>().checked()));
    html! {
        <label class="checkbox">
            <input type="checkbox" data-control={control} {checked} onchange={on_change} />
            <span>{ label }</span>
        </label>
    }
}

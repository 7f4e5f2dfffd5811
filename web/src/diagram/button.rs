//! A labelled button.

use yew::{Callback, Html, MouseEvent, html};

/// Renders a button with a tooltip. A disabled one has `aria-disabled`, so that it keeps the focus.
pub(crate) fn button(
    control: &'static str,
    label: &'static str,
    tooltip: &'static str,
    is_enabled: bool,
    on_press: Callback<MouseEvent>,
) -> Html {
    html! {
        <button type="button" data-control={control} title={tooltip}
            aria-disabled={(!is_enabled).to_string()} onclick={on_press}>{ label }</button>
    }
}

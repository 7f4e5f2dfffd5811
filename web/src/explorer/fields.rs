//! Menus, fields and buttons.

use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::{Callback, Html, MouseEvent, TargetCast as _, html};

/// A menu: each option has a name and a label.
pub(crate) fn menu(
    control: &'static str,
    label: &'static str,
    names: &[(String, String)],
    current: &str,
    on_change: Callback<String>,
) -> Html {
    let on_change = Callback::from(move |event: yew::Event| {
        on_change.emit(event.target_unchecked_into::<HtmlSelectElement>().value());
    });
    html! {
        <label class="field">
            <span>{ label }</span>
            <select data-control={control} ~value={current.to_owned()} onchange={on_change}>
                { for names.iter().map(|(name, label)| html! {
                    <option key={name.clone()} value={name.clone()} selected={name == current}>
                        { label }
                    </option>
                }) }
            </select>
        </label>
    }
}

/// A field for a number. It sends its text when the reader leaves it or presses Enter.
pub(crate) fn number(
    control: &'static str,
    label: &'static str,
    current: String,
    on_change: Callback<String>,
) -> Html {
    let on_change = Callback::from(move |event: yew::Event| {
        on_change.emit(event.target_unchecked_into::<HtmlInputElement>().value());
    });
    html! {
        <label class="field short">
            <span>{ label }</span>
            <input type="text" inputmode="decimal" data-control={control} autocomplete="off"
                ~value={current} onchange={on_change} />
        </label>
    }
}

/// A button with a tooltip that names its key.
pub(crate) fn button(
    control: &'static str,
    label: &'static str,
    tooltip: &'static str,
    on_press: Callback<MouseEvent>,
) -> Html {
    html! {
        <button type="button" data-control={control} title={tooltip} onclick={on_press}>
            { label }
        </button>
    }
}

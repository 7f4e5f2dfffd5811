//! Fields and buttons.

use web_sys::{Event, HtmlInputElement, HtmlSelectElement, MouseEvent};
use yew::{Callback, Html, TargetCast as _, html};

/// A menu: each option has a name and a label.
pub fn menu(
    control: &'static str,
    label: &'static str,
    names: &[(String, String)],
    current: &str,
    on_change: &Callback<String>,
) -> Html {
    grouped_menu(control, label, &[("", names)], current, on_change)
}

/// A menu from which one of several values is chosen: each option has a name, a label and a value.
pub fn value_menu<T: Copy + PartialEq + 'static>(
    control: &'static str,
    label: &'static str,
    options: Vec<(String, String, T)>,
    current: T,
    on_change: &Callback<T>,
) -> Html {
    let names: Vec<_> = options.iter().map(|it| (it.0.clone(), it.1.clone())).collect();
    let shown = options.iter().find(|it| it.2 == current).map_or("", |it| &it.0).to_owned();
    let on_name = on_change.reform(move |name: String| {
        options.iter().find(|it| it.0 == name).map_or(current, |it| it.2)
    });
    menu(control, label, &names, &shown, &on_name)
}

/// A menu of several groups of options; one with a title has it above its options.
pub fn grouped_menu(
    control: &'static str,
    label: &'static str,
    groups: &[(&'static str, &[(String, String)])],
    current: &str,
    on_change: &Callback<String>,
) -> Html {
    let on_change =
        on_change.reform(|event: Event| event.target_unchecked_into::<HtmlSelectElement>().value());
    let options = |names: &[(String, String)]| {
        let option = |(name, label): &(String, String)| {
            html! {
                <option key={name.clone()} value={name.clone()} selected={name == current}>
                    { label }
                </option>
            }
        };
        names.iter().map(option).collect::<Html>()
    };
    html! {
        <label class="field">
            <span>{ label }</span>
            <select data-control={control} ~value={current.to_owned()} onchange={on_change}>
                { for groups.iter().map(|&(title, names)| match title {
                    "" => options(names),
                    _ => html! { <optgroup label={title}>{ options(names) }</optgroup> },
                }) }
            </select>
        </label>
    }
}

/// A button as [`button`] makes it, which may be disabled: it has `aria-disabled` then, so that it
/// keeps the focus.
pub fn enabled_button(
    control: &'static str,
    label: &'static str,
    tooltip: &'static str,
    is_enabled: bool,
    on_press: Callback<MouseEvent>,
) -> Html {
    html! {
        <button type="button" data-control={control} title={tooltip}
            aria-disabled={(!is_enabled).to_string()} onclick={on_press}>
            { label }
        </button>
    }
}

/// The text of the field in which an event happens.
pub fn typed_text(event: &Event) -> String {
    event.target_unchecked_into::<HtmlInputElement>().value()
}

/// A button with a tooltip that names its key.
pub fn button(
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

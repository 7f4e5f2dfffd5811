//! Fields that several programs show.

use web_sys::{Event, HtmlSelectElement};
use yew::{Callback, Html, TargetCast as _, html};

/// A menu: each option has a name and a label.
pub fn menu(
    control: &'static str,
    label: &'static str,
    names: &[(String, String)],
    current: &str,
    on_change: &Callback<String>,
) -> Html {
    let on_change =
        on_change.reform(|event: Event| event.target_unchecked_into::<HtmlSelectElement>().value());
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

//! Fields for texts and numbers.

use web_sys::HtmlInputElement;
use yew::{
    Callback, Html, Properties, TargetCast as _, function_component, html, use_effect_with,
    use_node_ref,
};

use super::open_board::show_board;
use super::pasting::paste;

/// A field for a number. It sends its text when the reader leaves it or presses Enter.
pub(crate) fn number(
    control: &'static str,
    label: &'static str,
    current: String,
    on_change: Callback<String>,
) -> Html {
    html! {
        <label class="field short">
            <span>{ label }</span>
            <TextField {control} {current} {on_change} mode="decimal" />
        </label>
    }
}

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct TextFieldProps {
    pub(crate) control: &'static str,
    pub(crate) current: String,
    pub(crate) on_change: Callback<String>,
    /// Called at once with the texts that a paste may mean.
    #[prop_or_default]
    pub(crate) on_paste: Option<Callback<[String; 2]>>,
    #[prop_or("text")]
    pub(crate) mode: &'static str,
    #[prop_or_default]
    pub(crate) title: Option<&'static str>,
}

/// A field for a text. What a reader types stays until the current text is another one, so that it
/// can be mended if it cannot be used.
#[function_component(TextField)]
pub(crate) fn text_field(props: &TextFieldProps) -> Html {
    let TextFieldProps { control, current, on_change, on_paste, mode, title } = props.clone();
    let field = use_node_ref();
    {
        let field = field.clone();
        use_effect_with(current, move |current| {
            if let Some(field) = field.cast::<HtmlInputElement>() {
                field.set_value(current);
            }
        });
    }
    let send = Callback::from(move |event: yew::Event| {
        on_change.emit(event.target_unchecked_into::<HtmlInputElement>().value());
    });
    let onpaste = on_paste.map(|on_paste| {
        Callback::from(move |event: yew::Event| {
            if let Some(texts) = paste(&event) {
                on_paste.emit(texts);
                show_board(&event);
            }
        })
    });
    html! {
        <input ref={field} type="text" inputmode={mode} data-control={control} {title} {onpaste}
            autocomplete="off" spellcheck="false" onchange={send} />
    }
}

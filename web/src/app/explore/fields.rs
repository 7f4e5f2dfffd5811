//! Fields for texts and numbers.

use mdp2048_explorer::{Exploration, ExploreEvent, NumberField};
use web::components::fields::typed_text;
use web_sys::HtmlInputElement;
use yew::{Callback, Html, Properties, function_component, html, use_effect_with, use_node_ref};

use super::open_board::show_board;
use super::pasting::paste;

/// A field for a number. It sends its text when the reader leaves it or presses Enter, and says why
/// that is refused.
pub(crate) fn number(
    view: &Exploration,
    on: &Callback<ExploreEvent>,
    field: NumberField,
    label: &'static str,
    current: String,
) -> Html {
    let (control, mode) = match field {
        NumberField::Discount => ("discount", "decimal"),
        NumberField::SpawnFour => ("spawn-four", "decimal"),
        NumberField::Score => ("score", "numeric"),
        NumberField::Seed => ("seed", "numeric"),
    };
    let on_change = on.reform(move |text| ExploreEvent::TypeNumber(field, text));
    let refusal = view.refusal(field);
    html! {
        <>
            <label class="field short">
                <span>{ label }</span>
                <TextField {control} {current} {on_change} {mode} is_refused={refusal.is_some()} />
            </label>
            if let Some(refusal) = refusal {
                <p class="refusal" role="alert" data-refusal={control}>{ refusal.to_owned() }</p>
            }
        </>
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
    /// Whether the page says why the text cannot be used.
    #[prop_or_default]
    pub(crate) is_refused: bool,
    #[prop_or("text")]
    pub(crate) mode: &'static str,
    #[prop_or_default]
    pub(crate) title: Option<&'static str>,
}

/// A field for a text. What a reader types stays until the current text is another one, or as long
/// as the page says why it cannot be used, so that it can be mended.
#[function_component(TextField)]
pub(crate) fn text_field(props: &TextFieldProps) -> Html {
    let TextFieldProps { control, current, on_change, on_paste, is_refused, mode, title } =
        props.clone();
    let field = use_node_ref();
    {
        let field = field.clone();
        use_effect_with((current, is_refused), move |(current, is_refused)| {
            let field = field.cast::<HtmlInputElement>().filter(|_| !is_refused);
            if let Some(field) = field {
                field.set_value(current);
            }
        });
    }
    let send = on_change.reform(|event: yew::Event| typed_text(&event));
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
            autocomplete="off" spellcheck="false" aria-invalid={is_refused.to_string()} onchange={send} />
    }
}

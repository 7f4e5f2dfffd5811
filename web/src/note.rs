//! A note on an address that asks for something that is not here.

use mdp2048_model::Game;
use yew::{Html, Properties, function_component, html, use_effect_with, use_state};

use crate::address;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct NoteProps {
    /// The games with a player on this page.
    pub(crate) games: Vec<Game>,
}

#[function_component(Note)]
pub(crate) fn note(props: &NoteProps) -> Html {
    let text = use_state(|| None);
    {
        let (text, games) = (text.clone(), props.games.clone());
        use_effect_with((), move |()| {
            let read = move || {
                text.set(address::asked(&games).err().map(|error| error.to_string()));
            };
            read();
            let listener = address::listen(read);
            move || drop(listener)
        });
    }
    match (*text).clone() {
        Some(text) => html! { <p class="note" data-note="address" role="status">{ text }</p> },
        None => html! {},
    }
}

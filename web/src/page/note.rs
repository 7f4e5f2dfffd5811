//! The note on an address that requests a page or a game that does not exist here.

use mdp2048_model::Game;
use yew::{Html, Properties, function_component, html, use_effect_with, use_state};

use super::player_url;
use crate::browser::address;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct AddressNoteProps {
    /// The games with a player on this page.
    pub(crate) games: Vec<Game>,
}

/// Shows the note, or nothing.
#[function_component(AddressNote)]
pub(crate) fn address_note(props: &AddressNoteProps) -> Html {
    let text = use_state(|| None);
    {
        let (text, games) = (text.clone(), props.games.clone());
        use_effect_with((), move |()| {
            let read = move || {
                text.set(player_url::requested(&games).err().map(|error| error.to_string()));
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

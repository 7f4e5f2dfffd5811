//! What of the diagrams the address asks for.

use mdp2048_diagram_view::is_diagram_url;
use yew::{Html, function_component, html, use_effect_with, use_state_eq};

use super::gallery::Gallery;
use super::live::Live;
use crate::browser::address;

/// Empty while the address leads to another page.
#[function_component(Room)]
pub(crate) fn room() -> Html {
    let hash = use_state_eq(address::hash);
    {
        let hash = hash.clone();
        use_effect_with((), move |()| {
            let listener = address::listen(move || hash.set(address::hash()));
            move || drop(listener)
        });
    }
    if !is_diagram_url(&hash) {
        return html! {};
    }
    if hash.contains('?') {
        html! { <Live /> }
    } else {
        html! { <Gallery /> }
    }
}

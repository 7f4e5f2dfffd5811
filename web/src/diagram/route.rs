//! The route `#/diagram`: the gallery or one diagram.

use mdp2048_diagram_view::is_diagram_url;
use web::browser::address;
use yew::{Html, function_component, html, use_effect_with, use_state_eq};

use crate::diagram_page::DiagramPage;
use crate::gallery::Gallery;

/// Shows the gallery at `#/diagram` and a diagram at `#/diagram?...`; nothing at other addresses.
#[function_component(DiagramRoute)]
pub(crate) fn diagram_route() -> Html {
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
        html! { <DiagramPage /> }
    } else {
        html! { <Gallery /> }
    }
}

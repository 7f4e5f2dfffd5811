//! The page: Yew components over the player.

use yew::prelude::{Html, function_component, html};

/// The whole page.
#[function_component(App)]
fn app() -> Html {
    html! { <main><h1>{ "mdp2048" }</h1></main> }
}

fn main() {
    yew::Renderer::<App>::new().render();
}

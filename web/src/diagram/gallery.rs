//! The gallery: a card for each figure.

use js_sys::encode_uri_component;
use mdp2048_diagram_view::{GalleryEntry, gallery_entries};
use web_sys::Element;
use yew::{
    Html, Properties, classes, function_component, html, use_effect_with, use_node_ref,
    use_state_eq,
};

use crate::browser::VisibilityObserver;

#[function_component(Gallery)]
pub(crate) fn gallery() -> Html {
    html! {
        <section class="gallery" aria-labelledby="gallery-title">
            <h1 id="gallery-title">{ "Small games of 2048 as diagrams" }</h1>
            <p class="lede">
                { "Every state of a 2×2 game fits on one page. Choose a figure, then step through it: \
                   follow a game, light up what a state leads to, and see what each action is worth." }
            </p>
            <ul class="exhibits">
                { for gallery_entries().iter().map(|&exhibit| html! {
                    <li key={exhibit.url}><Card {exhibit} /></li>
                }) }
            </ul>
        </section>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct CardProps {
    exhibit: GalleryEntry,
}

/// A card draws its picture when it comes into sight.
#[function_component(Card)]
fn card(props: &CardProps) -> Html {
    let root = use_node_ref();
    let picture = use_state_eq(|| None);
    {
        let (root, picture, exhibit) = (root.clone(), picture.clone(), props.exhibit);
        use_effect_with((), move |()| {
            let draw = move || {
                let text = exhibit.picture().map(|svg| String::from(encode_uri_component(&svg)));
                picture.set(text);
            };
            let element = root.cast::<Element>();
            let observer = element.and_then(|it| VisibilityObserver::observe(&it, draw));
            move || drop(observer)
        });
    }
    let GalleryEntry { title, lesson, url } = props.exhibit;
    html! {
        <a class="exhibit" href={url} ref={root}>
            <span class={classes!("picture", props.exhibit.is_tall().then_some("tall"))}>
                if let Some(text) = &*picture {
                    <img src={format!("data:image/svg+xml,{text}")} alt="" />
                }
            </span>
            <strong>{ title }</strong>
            <span class="lesson">{ lesson }</span>
        </a>
    }
}

//! The gallery of diagrams.

use js_sys::encode_uri_component;
use mdp2048_diagram_view::{GalleryEntry, gallery_entries};
use web::browser::VisibilityObserver;
use web_sys::Element;
use yew::{
    Html, Properties, classes, function_component, html, use_effect_with, use_node_ref,
    use_state_eq,
};

/// Shows a card for each diagram; the cards are links.
#[function_component(Gallery)]
pub(crate) fn gallery() -> Html {
    html! {
        <ul class="gallery-cards">
            { for gallery_entries().iter().map(|&entry| html! {
                <li key={entry.url}><GalleryCard {entry} /></li>
            }) }
        </ul>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct GalleryCardProps {
    entry: GalleryEntry,
}

/// Shows one diagram with its title and text. The picture is drawn when the card becomes visible.
#[function_component(GalleryCard)]
fn gallery_card(props: &GalleryCardProps) -> Html {
    let root = use_node_ref();
    let picture = use_state_eq(|| None);
    {
        let (root, picture, entry) = (root.clone(), picture.clone(), props.entry);
        use_effect_with((), move |()| {
            let draw = move || {
                let text = entry.picture().map(|svg| String::from(encode_uri_component(&svg)));
                picture.set(text);
            };
            let element = root.cast::<Element>();
            let observer = element.and_then(|it| VisibilityObserver::observe(&it, draw));
            move || drop(observer)
        });
    }
    let GalleryEntry { title, lesson, url } = props.entry;
    html! {
        <a class="gallery-card" href={url} ref={root}>
            <span class={classes!("picture", props.entry.is_tall().then_some("tall"))}>
                if let Some(text) = &*picture {
                    <img src={format!("data:image/svg+xml,{text}")} alt="" />
                }
            </span>
            <strong>{ title }</strong>
            <span class="lesson">{ lesson }</span>
        </a>
    }
}

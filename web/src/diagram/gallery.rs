//! The gallery of diagrams.

use gloo::timers::callback::Timeout;
use js_sys::encode_uri_component;
use mdp2048_diagram::page::{GALLERY, GalleryEntry, GalleryGroup};
use mdp2048_display::no_break;
use yew::{AttrValue, Html, function_component, html, use_effect_with, use_state};

/// Shows a card for each diagram, in groups; the cards are links. The pictures are drawn one after
/// another, each in a task of its own, so that the page stays responsive.
#[function_component(Gallery)]
pub(crate) fn gallery() -> Html {
    let pictures = use_state(Vec::new);
    {
        let pictures = pictures.clone();
        use_effect_with(pictures.len(), move |&drawn| {
            let next = GALLERY.iter().flat_map(|group| group.entries).nth(drawn);
            let task = next.map(|entry| {
                Timeout::new(0, move || {
                    let mut all = Vec::clone(&pictures);
                    all.push(picture(entry));
                    pictures.set(all);
                })
            });
            move || drop(task)
        });
    }
    let mut drawn = pictures.iter();
    let mut group = |group: &GalleryGroup| {
        html! {
            <>
                <h2>{ no_break(group.title) }</h2>
                <ul class="cards gallery-cards">
                    { for group.entries.iter().map(|entry| html! {
                        <li key={entry.url}>{ card(entry, drawn.next().cloned().flatten()) }</li>
                    }) }
                </ul>
            </>
        }
    };
    html! { <>{ for GALLERY.iter().map(&mut group) }</> }
}

/// The picture of a diagram as a URL.
fn picture(entry: &GalleryEntry) -> Option<AttrValue> {
    let svg = entry.picture()?;
    Some(format!("data:image/svg+xml,{}", encode_uri_component(&svg)).into())
}

/// One diagram with its title and text, and its picture once that is drawn.
fn card(entry: &GalleryEntry, picture: Option<AttrValue>) -> Html {
    let GalleryEntry { title, lesson, url } = *entry;
    html! {
        <a class="gallery-card" href={url}>
            <span class="picture">
                if let Some(picture) = picture {
                    <img src={picture} alt="" />
                }
            </span>
            <b>{ no_break(title) }</b>
            { no_break(lesson) }
        </a>
    }
}

//! The gallery of diagrams.

use std::cell::RefCell;
use std::collections::VecDeque;

use gloo::timers::callback::Timeout;
use js_sys::encode_uri_component;
use mdp2048_diagram::page::{GALLERY, GalleryEntry, GalleryGroup};
use web::browser::VisibilityObserver;
use web_sys::Element;
use yew::{
    Html, Properties, function_component, html, use_effect_with, use_node_ref, use_state_eq,
};

/// Shows a card for each diagram, in groups; the cards are links.
#[function_component(Gallery)]
pub(crate) fn gallery() -> Html {
    let group = |group: &GalleryGroup| {
        html! {
            <>
                <h2>{ group.title }</h2>
                <ul class="cards gallery-cards">
                    { for group.entries.iter().map(|&entry| html! {
                        <li key={entry.url}><GalleryCard {entry} /></li>
                    }) }
                </ul>
            </>
        }
    };
    html! { <>{ for GALLERY.iter().map(group) }</> }
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
                let picture = picture.clone();
                draw_later(move || {
                    let text = entry.picture().map(|svg| String::from(encode_uri_component(&svg)));
                    picture.set(text);
                });
            };
            let element = root.cast::<Element>();
            let observer = element.and_then(|it| VisibilityObserver::observe(&it, draw));
            move || drop(observer)
        });
    }
    let GalleryEntry { title, lesson, url } = props.entry;
    html! {
        <a class="gallery-card" href={url} ref={root}>
            <span class="picture">
                if let Some(text) = &*picture {
                    <img src={format!("data:image/svg+xml,{text}")} alt="" />
                }
            </span>
            <b>{ title }</b>
            { lesson }
        </a>
    }
}

thread_local! {
    /// The pictures to draw.
    static QUEUE: RefCell<VecDeque<Box<dyn FnOnce()>>> = RefCell::default();
}

/// Draws a picture after those that wait, each in a task of its own, so that the page stays
/// responsive.
fn draw_later(draw: impl FnOnce() + 'static) {
    let is_first = QUEUE.with_borrow_mut(|queue| {
        queue.push_back(Box::new(draw));
        queue.len() == 1
    });
    if is_first {
        draw_next();
    }
}

/// Draws the first picture of the queue in the next task, and then the others.
fn draw_next() {
    Timeout::new(0, || {
        // It stays in the queue while it is drawn, so that no other task is begun.
        let draw = QUEUE.with_borrow_mut(|queue| {
            queue.front_mut().map(|first| std::mem::replace(first, Box::new(|| {})))
        });
        if let Some(draw) = draw {
            draw();
        }
        let is_empty = QUEUE.with_borrow_mut(|queue| {
            queue.pop_front();
            queue.is_empty()
        });
        if !is_empty {
            draw_next();
        }
    })
    .forget();
}

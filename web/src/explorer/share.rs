//! What a reader shares: a sentence with the link, and a picture of the game.

use wasm_bindgen_futures::spawn_local;
use yew::{Callback, Html, Properties, UseStateHandle, function_component, html, use_state_eq};

use crate::fields::button;
use crate::files;
use crate::shared::SharedView;
use crate::solver::SolverHost;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct ShareProps {
    pub(crate) view: SharedView,
    pub(crate) host: SolverHost,
    /// A sentence about the game.
    pub(crate) summary: String,
    /// Whether there is a picture.
    pub(crate) has_picture: bool,
}

/// Copies the sentence and the link, and saves and copies the picture of the line of play.
#[function_component(Share)]
pub(crate) fn share(props: &ShareProps) -> Html {
    let message = use_state_eq(|| None::<&str>);
    let send = |copies: bool| {
        let (view, host, message) = (props.view.clone(), props.host.clone(), message.clone());
        Callback::from(move |_| {
            let Some(picture) = view.picture() else { return };
            let name = format!("{}_game.png", view.game().name());
            let (host, message) = (host.clone(), message.clone());
            spawn_local(async move {
                let (result, done) = if copies {
                    (host.copy_picture(&picture).await, "Picture copied.")
                } else {
                    (host.save_picture(&picture, &name).await, "Picture saved.")
                };
                report(&message, result.is_ok(), done);
            });
        })
    };
    let copy_text = {
        let text = format!("{} {}", props.summary, files::page_url(&props.view.url()));
        let (host, message) = (props.host.clone(), message.clone());
        Callback::from(move |_| {
            let (host, message, text) = (host.clone(), message.clone(), text.clone());
            spawn_local(async move {
                message.set(Some(match host.copy_text(&text).await {
                    Ok(_) => "Summary and link copied.",
                    Err(_) => "The browser did not allow to copy: copy the address of this page.",
                }));
            });
        })
    };
    html! {
        <details class="menu">
            <summary data-control="share">{ "Share" }</summary>
            <div class="tools">
                { button("copy", "Copy summary", "Copy a sentence and the link", copy_text) }
                if props.has_picture {
                    { button("save-picture", "Save picture", "Save a picture of the result",
                        send(false)) }
                    { button("copy-picture", "Copy picture", "Copy a picture of the result",
                        send(true)) }
                }
                <p class="hint said" role="status" data-said="">
                    { (*message).unwrap_or_default() }
                </p>
            </div>
        </details>
    }
}

fn report(message: &UseStateHandle<Option<&'static str>>, is_done: bool, done: &'static str) {
    let failed = "This browser does not allow that: use Save picture or Copy summary.";
    message.set(Some(if is_done { done } else { failed }));
}

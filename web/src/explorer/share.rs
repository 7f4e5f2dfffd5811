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
    let save = {
        let name = format!("{}_game.png", props.view.game().name());
        let message = message.clone();
        on_press(props, move |host, picture| {
            let (name, message) = (name.clone(), message.clone());
            async move {
                let saved = host.save_picture(&picture, &name).await;
                report(&message, saved.is_ok(), "Picture saved.");
            }
        })
    };
    let copy = {
        let message = message.clone();
        on_press(props, move |host, picture| {
            let message = message.clone();
            async move {
                let copied = host.copy_picture(&picture).await;
                report(&message, copied.is_ok(), "Picture copied.");
            }
        })
    };
    let copy_text = {
        let text = format!("{} {}", props.summary, files::page_url(&props.view.url()));
        let message = message.clone();
        Callback::from(move |_| report(&message, files::copy(&text), "Summary and link copied."))
    };
    html! {
        <details class="menu">
            <summary data-control="share">{ "Share" }</summary>
            <div class="tools">
                { button("copy", "Copy summary", "Copy a sentence and the link", copy_text) }
                if props.has_picture {
                    { button("save-picture", "Save picture", "Save a picture of the result", save) }
                    { button("copy-picture", "Copy picture", "Copy a picture of the result", copy) }
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

/// Does something with the picture when a button is pressed.
fn on_press<E, F>(
    props: &ShareProps,
    act: impl Fn(SolverHost, String) -> F + 'static,
) -> Callback<E>
where
    F: Future<Output = ()> + 'static,
{
    let ShareProps { view, host, .. } = props.clone();
    Callback::from(move |_| {
        if let Some(picture) = view.picture() {
            spawn_local(act(host.clone(), picture));
        }
    })
}

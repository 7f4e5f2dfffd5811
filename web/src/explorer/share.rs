//! What a reader shares: a sentence with the link, and a picture of the game.

use wasm_bindgen_futures::spawn_local;
use yew::{Callback, Html, MouseEvent, Properties, TargetCast as _, function_component};

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

/// The button that opens the Share dialog.
#[function_component(Share)]
pub(crate) fn share(props: &ShareProps) -> Html {
    let ShareProps { view, host, summary, has_picture } = props.clone();
    let share = Callback::from(move |event: MouseEvent| {
        let picture = if has_picture { view.picture() } else { None };
        let (host, summary, url) = (host.clone(), summary.clone(), files::page_url(&view.url()));
        let place = event.target_unchecked_into();
        spawn_local(async move {
            // A dialog that cannot be loaded is not opened; the next press tries again.
            let _ = host.share(&place, &summary, &url, &picture.unwrap_or_default()).await;
        });
    });
    button("share", "Share", "A link, a sentence and a picture", share)
}

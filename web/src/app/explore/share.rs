//! What a reader shares: a sentence, a link, and a picture of the game.

use wasm_bindgen_futures::spawn_local;
use yew::{Callback, Html, MouseEvent, TargetCast as _};

use crate::fields::button;
use crate::files;
use crate::solver::SolverHost;

/// The button that opens the Share dialog with a sentence and the link of a fragment. `picture` is
/// called when it is pressed, and returns an SVG file or an empty text.
pub(crate) fn share_button(
    host: &SolverHost,
    summary: String,
    fragment: &str,
    picture: impl Fn() -> String + 'static,
) -> Html {
    let (host, url) = (host.clone(), files::page_url(fragment));
    let share = Callback::from(move |event: MouseEvent| {
        let (host, summary, url, picture) = (host.clone(), summary.clone(), url.clone(), picture());
        let place = event.target_unchecked_into();
        spawn_local(async move {
            // A dialog that cannot be loaded is not opened; the next press tries again.
            let _ = host.share(&place, &summary, &url, &picture).await;
        });
    });
    button("share", "Share", "A link, a sentence and a picture", share)
}

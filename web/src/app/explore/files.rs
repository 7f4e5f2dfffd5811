//! Files of games.

use mdp2048_explorer::ExploreEvent;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::HtmlInputElement;
use yew::{Callback, Event, TargetCast as _};

/// The longest file of a game that is read, in bytes. A move is a line of less than 100 bytes.
const LONGEST: f64 = 1e6;

/// Reads the game in the file that a reader has chosen.
pub(crate) fn load(event: &Event, on: &Callback<ExploreEvent>) {
    let field: HtmlInputElement = event.target_unchecked_into();
    let Some(file) = field.files().and_then(|files| files.get(0)) else { return };
    let on = on.clone();
    spawn_local(async move {
        let name = file.name();
        let read = if file.size() > LONGEST {
            Err(format!("the file '{name}' is longer than a game: choose one with a move per line"))
        } else {
            let text = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string());
            text.ok_or_else(|| format!("the file '{name}' cannot be read: choose it again"))
        };
        // So that the same file can be chosen again, after a change.
        field.set_value("");
        on.emit(match read {
            Ok(text) => ExploreEvent::LoadGame(text),
            Err(reason) => ExploreEvent::LoadFailed(reason),
        });
    });
}

//! Saving and loading the game.

use mdp2048_explorer::{ExploreEvent, TextSource, pasted_game};
use web::components::fields::button;
use web_sys::HtmlTextAreaElement;
use yew::{Callback, Event, Html, TargetCast as _, function_component, html, use_mut_ref};

use super::context::use_exploration;
use super::files;
use super::pasting::{paste, view_reading};

/// The controls that save and load the game.
#[function_component(GameFiles)]
pub(crate) fn game_files() -> Html {
    let (view, on) = use_exploration();
    // The text of the field when it was pasted, which need not be read again.
    let pasted = use_mut_ref(String::new);
    if view.record().is_none() {
        return Html::default();
    }
    let onpaste = {
        let (on, pasted, game) = (on.clone(), pasted.clone(), *view.game());
        Callback::from(move |event: Event| {
            if let Some([whole, alone]) = paste(&event) {
                let field: HtmlTextAreaElement = event.target_unchecked_into();
                let text = pasted_game(&game, alone, whole);
                field.set_value(&text);
                *pasted.borrow_mut() = field.value();
                on.emit(ExploreEvent::LoadGame(text));
            }
        })
    };
    let load = {
        let on = on.clone();
        Callback::from(move |event: Event| {
            let text = event.target_unchecked_into::<HtmlTextAreaElement>().value();
            if text != std::mem::take(&mut *pasted.borrow_mut()) {
                on.emit(ExploreEvent::LoadGame(text));
            }
        })
    };
    let load_file = {
        let on = on.clone();
        Callback::from(move |event: Event| files::load(&event, &on))
    };
    html! {
        <details class="files">
            <summary>{ "Save or load the game" }</summary>
            <div class="tools">
                { button("save-text", "Save as text", "Save a line for each move",
                    on.reform(|_| ExploreEvent::SaveGame)) }
            </div>
            <label class="field">
                <span>{ "Load a game from a text or JSON file" }</span>
                <input type="file" data-control="load-file" onchange={load_file}
                    accept=".txt,.json,text/plain,application/json" />
            </label>
            <label class="field">
                <span>{ "Or paste a game as text or JSON" }</span>
                <textarea data-control="load" rows="3" spellcheck="false" onchange={load}
                    {onpaste} placeholder="1  0 2/2 0  left" />
            </label>
            { view_reading(view.reading(TextSource::Game), &on) }
        </details>
    }
}

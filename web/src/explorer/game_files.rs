//! Saving and loading the game.

use mdp2048_explorer::{ExploreEvent, saved_csv, saved_json, saved_text};
use yew::{Callback, Html, html};

use crate::fields::button;
use crate::files;
use crate::shared::SharedView;

/// The controls that save and load the game.
pub(crate) fn game_files(view: &SharedView, on: &Callback<ExploreEvent>) -> Html {
    let Some(record) = view.record() else { return Html::default() };
    let review = view.review().and_then(Result::ok);
    let name = view.game().name();
    let save = |kind: &'static str, text: String| {
        let name = format!("{name}.{kind}");
        Callback::from(move |_| files::save(&name, &text))
    };
    let load = on.reform(|event: yew::Event| {
        let field: web_sys::HtmlTextAreaElement = yew::TargetCast::target_unchecked_into(&event);
        ExploreEvent::LoadGame(files::game_text(&field.value()))
    });
    let load_file = {
        let on = on.clone();
        Callback::from(move |event: yew::Event| files::load(&event, &on))
    };
    html! {
        <details class="files">
            <summary>{ "Save or load the game" }</summary>
            <div class="tools" role="group" aria-label="Save the game">
                { button("save-text", "Text", "Save a line for each move",
                    save("txt", saved_text(&record))) }
                { button("save-json", "JSON", "Save the game and its review as JSON",
                    save("json", saved_json(&record, review.as_ref()))) }
                { button("save-csv", "CSV", "Save the game and its review as a table",
                    save("csv", saved_csv(&record, review.as_ref()))) }
            </div>
            <label class="field">
                <span>{ "Load a game from a text or JSON file" }</span>
                <input type="file" data-control="load-file" onchange={load_file}
                    accept=".txt,.json,text/plain,application/json" />
            </label>
            <label class="field">
                <span>{ "Or paste a game as text or JSON" }</span>
                <textarea data-control="load" rows="3" spellcheck="false" onchange={load}
                    placeholder="1  0 2/2 0  left" />
            </label>
        </details>
    }
}

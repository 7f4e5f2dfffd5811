//! The panel with the game that the token shows.

use mdp2048_diagram::page::{DiagramEvent, DiagramView, Walk};
use mdp2048_display::SeedField;
use mdp2048_model::Status;
use mdp2048_rules::Action;
use web::browser::keys::handler;
use web::browser::random_word;
use web::components::fields::{button, typed_text};
use web::components::moves::arrow;
use web::components::still_board::still_board;
use web_sys::{KeyboardEvent, SubmitEvent};
use yew::{Callback, Html, InputEvent, html};

use crate::button::event_button;

/// Shows the seed, the board of the token and the buttons. Sends the events of the seed field, of
/// the player's actions, and of stepping and running.
pub(crate) fn walk_panel(view: &DiagramView, on: &Callback<DiagramEvent>) -> Html {
    let walk = view.walk();
    let is_playing = walk.status() == Status::Playing;
    let start = if view.running() { "Pause" } else { "Start" };
    html! {
        <section class="walk" aria-labelledby="walk-title" onkeydown={on_key(on)}>
            <h3 id="walk-title">{ "Follow a game" }</h3>
            { view_seed(view.seed_field(), on) }
            <div class="walk-board steps">
                { still_board(walk.board(), format!("Board: {}", walk.board())) }
                { view_actions(walk, on) }
            </div>
            <div class="steps">
                { event_button("back", "Back", "One move back (B)", walk.cursor() > 0,
                    (on, DiagramEvent::Back)) }
                { event_button("step", "Step", "One move of the policy (S)", is_playing,
                    (on, DiagramEvent::Step)) }
                { event_button("start", start, "Start or pause (space)", true,
                    (on, DiagramEvent::Toggle)) }
                { event_button("restart", "Restart", "To the first board (R)", true,
                    (on, DiagramEvent::Restart)) }
            </div>
            <p class="position" aria-live="polite" data-live="">
                { view.position_text() }
                if let Some(text) = view.action_text() {
                    { " " }{ text }
                }
            </p>
        </section>
    }
}

/// The buttons with which the reader chooses an action.
fn view_actions(walk: &Walk, on: &Callback<DiagramEvent>) -> Html {
    let board = walk.board();
    let is_playing = walk.status() == Status::Playing;
    html! {
        <div class="pad" role="group" aria-label="Choose an action yourself">
            { for Action::ALL.into_iter().map(|action| {
                let (control, title) = (format!("act-{action}"), format!("Slide {action}"));
                let enabled = is_playing && board.slide(action).is_some();
                html! {
                    <button type="button" data-control={control.clone()} class={control}
                        title={title.clone()} aria-label={title}
                        aria-disabled={(!enabled).to_string()}
                        onclick={on.reform(move |_| DiagramEvent::Play(action))}>
                        { arrow(action) }
                    </button>
                }
            }) }
        </div>
    }
}

fn view_seed(seed_field: &SeedField, on: &Callback<DiagramEvent>) -> Html {
    let on_input = on.reform(|event: InputEvent| DiagramEvent::TypeSeed(typed_text(&event)));
    let on_submit = on.reform(|event: SubmitEvent| {
        event.prevent_default();
        DiagramEvent::SubmitSeed
    });
    let on_new = on.reform(|_| DiagramEvent::RandomSeed(random_word()));
    let error = seed_field.error_text();
    html! {
        <form class="seed steps" onsubmit={on_submit}>
            <label for="diagram-seed">{ "Seed" }</label>
            <input id="diagram-seed" data-control="seed" inputmode="numeric" autocomplete="off"
                ~value={seed_field.text().to_owned()} oninput={on_input}
                onchange={on.reform(|_: yew::Event| DiagramEvent::SubmitSeed)}
                aria-invalid={error.is_some().to_string()} aria-describedby="diagram-seed-hint" />
            { button("new-seed", "New", "Another seed (N)", on_new) }
            <span class="hint" id="diagram-seed-hint" role="status">
                { error.unwrap_or_default() }
            </span>
        </form>
    }
}

/// Handles the arrow keys in the panel: one move ahead or back.
fn on_key(on: &Callback<DiagramEvent>) -> Callback<KeyboardEvent> {
    handler(on, |key| match key {
        "ArrowRight" => Some(DiagramEvent::Step),
        "ArrowLeft" => Some(DiagramEvent::Back),
        _ => None,
    })
}

//! The controls of the page.

use mdp2048_arena::{ArenaEvent, ArenaGame, ArenaMode, ArenaSpeed, ArenaView, Solving};
use mdp2048_display::percent;
use web::browser::random_word;
use web::components::fields::{menu, typed_text, value_menu};
use web_sys::{Event, InputEvent};
use yew::{Callback, Html, html};

/// What a key does.
pub(crate) fn event_of_key(key: &str) -> Option<ArenaEvent> {
    match key {
        " " => Some(ArenaEvent::Toggle),
        "." => Some(ArenaEvent::Step),
        "r" | "R" => Some(ArenaEvent::Restart),
        "n" | "N" => Some(ArenaEvent::RandomSeed(random_word())),
        _ => None,
    }
}

/// Renders the game, the seed, the speed and the buttons.
pub(crate) fn settings(view: &ArenaView, on: &Callback<ArenaEvent>) -> Html {
    let games: Vec<_> = ArenaGame::all().map(|game| (game.name(), game.text())).collect();
    let on_seed = on.reform(|event: InputEvent| ArenaEvent::TypeSeed(typed_text(&event)));
    let on_entered = on.reform(|event: Event| ArenaEvent::EnterSeed(typed_text(&event)));
    let error = view.seed_field().error_text();
    let is_race = view.mode() == ArenaMode::Race;
    let start = match (view.is_running(), view.is_over(), is_race) {
        (true, ..) => "Pause",
        (_, true, _) => "Again",
        (_, _, true) => "Race",
        _ => "Start",
    };
    html! {
        <div class="settings">
            <div class="modes" role="group" aria-label="What the agents do">
                { mode_button(view, on, ArenaMode::Watch, "One game") }
                { mode_button(view, on, ArenaMode::Race, "Many games") }
            </div>
            { menu("game", "Board", &games, &view.game().name(), &on.reform(ArenaEvent::Game)) }
            <label>
                <span>{ if is_race { "First seed" } else { "Seed" } }</span>
                <input type="text" inputmode="numeric" size="6" data-control="seed"
                    value={view.seed_field().text().to_owned()} oninput={on_seed}
                    onchange={on_entered}
                    aria-invalid={error.is_some().to_string()} />
            </label>
            { button(on, "random", "New seed", "n", || ArenaEvent::RandomSeed(random_word())) }
            if !is_race {
                { speed_menu(view, on) }
            }
            <button type="button" class="primary" data-control="start" title="Space"
                aria-keyshortcuts="Space" onclick={on.reform(|_| ArenaEvent::Toggle)}>
                { start }
            </button>
            if !is_race {
                { button(on, "step", "One move", ".", || ArenaEvent::Step) }
            }
            { button(on, "restart", "Restart", "r", || ArenaEvent::Restart) }
            if view.can_add() {
                <button type="button" data-control="add" onclick={on.reform(|_| ArenaEvent::Add)}>
                    { "Add an agent" }
                </button>
            }
            if let Some(error) = error {
                <p class="error" role="alert">{ error }</p>
            }
            { solving(view, on) }
        </div>
    }
}

fn mode_button(
    view: &ArenaView,
    on: &Callback<ArenaEvent>,
    mode: ArenaMode,
    label: &'static str,
) -> Html {
    let name = if mode == ArenaMode::Race { "race" } else { "watch" };
    html! {
        <button type="button" data-control={name}
            aria-pressed={(view.mode() == mode).to_string()}
            onclick={on.reform(move |_| ArenaEvent::Mode(mode))}>{ label }</button>
    }
}

fn button(
    on: &Callback<ArenaEvent>,
    name: &'static str,
    label: &'static str,
    key: &'static str,
    event: fn() -> ArenaEvent,
) -> Html {
    html! {
        <button type="button" data-control={name} title={format!("Key {key}")}
            aria-keyshortcuts={key} onclick={on.reform(move |_| event())}>{ label }</button>
    }
}

fn speed_menu(view: &ArenaView, on: &Callback<ArenaEvent>) -> Html {
    let speeds = ArenaSpeed::ALL.map(|it| (it.name().to_owned(), it.name().to_owned(), it));
    value_menu("speed", "Speed", speeds.into(), view.speed(), &on.reform(ArenaEvent::Speed))
}

/// What is known of the exact solution.
fn solving(view: &ArenaView, on: &Callback<ArenaEvent>) -> Html {
    let text = match view.solving() {
        _ if !view.game().is_solvable() => return html! {},
        Solving::None => "The game is being solved …".to_owned(),
        Solving::Running(done) => {
            format!("The game is being solved: {:.0} %", (100.0 * done).floor())
        }
        Solving::Solved(_, win) => {
            format!("Solved: optimal play wins {} of all games.", percent(*win))
        }
        Solving::Failed(reason) => {
            return html! {
                <p class="solving error" role="alert">
                    { format!("The game could not be solved: {reason}. ") }
                    <button type="button" data-control="retry-solve"
                        onclick={on.reform(|_| ArenaEvent::Retry)}>{ "Try again" }</button>
                </p>
            };
        }
    };
    let is_solved = matches!(view.solving(), Solving::Solved(..));
    html! { <p class="solving" role="status" data-solved={is_solved.to_string()}>{ text }</p> }
}

//! The solutions in memory.

use std::time::Duration;

use mdp2048_display::{Measure, count, duration, game_title, no_break};
use mdp2048_explorer::{ExploreEvent, HeldSolution, megabytes};
use mdp2048_model::Values as _;
use yew::{Callback, Html, MouseEvent, function_component, html};

use super::context::use_exploration;

/// Shows a line about the solution, and folded all solutions in memory.
#[function_component(SolutionsPanel)]
pub(crate) fn solutions_panel() -> Html {
    let (view, on) = use_exploration();
    let held = view.solution();
    let others = view.solved().iter().filter(|it| it.known.game() != view.game());
    if view.solved().is_empty() {
        return Html::default();
    }
    let line = held.map_or_else(|| "of another game, in memory".to_owned(), solved_text);
    html! {
        <details class="fold solutions" data-states={held.map(|it| it.solved.states.to_string())}>
            <summary data-control="solutions">
                { "Solution " }<span class="hint">{ no_break(&line) }</span>
            </summary>
            if let Some(held) = held {
                { view_solved(held, &on) }
            }
            { for others.map(|it| view_other(it, &on)) }
        </details>
    }
}

/// The states of a solution and the time in which it was computed.
fn solved_text(held: &HeldSolution) -> String {
    let states = count(held.solved.states as u64);
    if held.known.file_error().is_some() {
        return format!("{states} states, from a file");
    }
    let time = duration(Duration::from_secs_f64(held.solved.seconds.clamp(0.0, 1e6)));
    format!("{states} states, solved in {time}")
}

/// The solution of the game that is shown.
fn view_solved(held: &HeldSolution, on: &Callback<ExploreEvent>) -> Html {
    let measure = Measure::of(held.known.valued_game());
    let start = measure.text(held.known.start_value().measured());
    let game = *held.known.game();
    html! {
        <div class="offer">
            <p class="hint">
                { no_break(&format!("{}; {} at the start: {start}.", game_title(&game), measure.name())) }
                if let Some(accuracy) = held.accuracy() {
                    { " " }<span data-accuracy-of="values">{ accuracy }</span>
                }
            </p>
            { view_free(held, on) }
        </div>
    }
}

fn view_other(held: &HeldSolution, on: &Callback<ExploreEvent>) -> Html {
    let game = *held.known.game();
    html! {
        <div class="offer other" key={game.to_string()}>
            <p class="hint">
                { "Also solved: " }
                <button type="button" class="link" data-control="other"
                    onclick={on.reform(move |_| ExploreEvent::ChooseGame(game))}>
                    { game_title(&game) }
                </button>
            </p>
            { view_free(held, on) }
        </div>
    }
}

fn view_free(held: &HeldSolution, on: &Callback<ExploreEvent>) -> Html {
    let game = *held.known.game();
    let label = format!("Free {}", megabytes(held.solved.bytes));
    html! {
        <button type="button" data-control="free" title="Remove this solution from memory"
            aria-label={format!("{label}: {}", game_title(&game))}
            onclick={on.reform(move |_: MouseEvent| ExploreEvent::Free(game))}>
            { label }
        </button>
    }
}

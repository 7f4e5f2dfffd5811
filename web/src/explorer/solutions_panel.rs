//! The solutions: those in memory, and those that are kept for the next visit.

use std::time::Duration;

use mdp2048_display::{Measure, count, duration, file_size, no_break};
use mdp2048_explorer::{ExploreEvent, HeldSolution, KeptSolution, kept_text, megabytes};
use mdp2048_model::{Game, Values as _};
use web::solving::Solver;
use yew::{Callback, Html, MouseEvent, Properties, function_component, html};

use crate::keeping::Keeping;
use crate::message::KeptMsg;
use crate::moves_panel::MovesPanel;
use crate::shared::SharedView;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct SolutionsPanelProps {
    pub(crate) view: SharedView,
    /// The worker with the solution of the game, if it is solved.
    pub(crate) solver: Option<Solver>,
    pub(crate) keeping: Keeping,
    pub(crate) on: Callback<ExploreEvent>,
    pub(crate) on_free: Callback<Game>,
    pub(crate) on_kept: Callback<KeptMsg>,
}

/// Shows a line about the solution, and folded what else it answers and all solutions in memory and
/// on the device.
#[function_component(SolutionsPanel)]
pub(crate) fn solutions_panel(props: &SolutionsPanelProps) -> Html {
    let SolutionsPanelProps { view, solver, keeping, on, on_free, on_kept } = props;
    let solved = view.solution();
    let others = view.solved().iter().filter(|it| it.known.game() != view.game());
    let files = keeping.files();
    if view.solved().is_empty() && files.is_empty() {
        return Html::default();
    }
    let kept_now = solved.is_some_and(|it| keeping.file(it.known.game()).is_some());
    let line = match solved {
        Some(solved) if kept_now => format!("{}; kept for the next visit", solved_text(solved)),
        Some(solved) => solved_text(solved),
        None if files.is_empty() => "of another game, in memory".to_owned(),
        None => format!("kept on this device: {}", kept_text(files)),
    };
    html! {
        <details class="fold solutions" data-states={solved.map(|it| it.states.to_string())}
            data-source={solved.map(|it| if it.is_kept { "kept" } else { "solved" })}>
            <summary data-control="solutions">
                { "Solution " }<span class="hint">{ no_break(&line) }</span>
            </summary>
            if let Some(solver) = solver.clone()
                && view.shows_values()
                && view.values().is_some()
            {
                <MovesPanel game={*view.game()} board={view.line().board()} {solver} />
            }
            if let Some(solved) = solved {
                { view_solved(solved, on_free) }
            }
            { for others.map(|it| view_other(it, on, on_free)) }
            <div class="kept" role="group" aria-label="Kept solutions">
                if let Some(solved) = solved {
                    { view_solution(solved, keeping, on_kept) }
                }
                if !files.is_empty() {
                    if let Some(problem) = keeping.problem() {
                        <p class="hint" data-note="kept">{ sentence(problem) }</p>
                    }
                    { view_files(files, on_kept) }
                }
            </div>
        </details>
    }
}

/// The states of a solution and the time in which it was computed or read.
fn solved_text(solved: &HeldSolution) -> String {
    let time = duration(Duration::from_secs_f64(solved.seconds.clamp(0.0, 1e6)));
    let how = if solved.is_kept { "read from this device in" } else { "solved in" };
    format!("{} states, {how} {time}", count(solved.states as u64))
}

/// The solution of the game that is shown.
fn view_solved(solved: &HeldSolution, on_free: &Callback<Game>) -> Html {
    let valued_game = solved.known.valued_game();
    let measure = Measure::of(valued_game);
    let start = measure.text(valued_game.measured(solved.known.start_value()));
    let game = *solved.known.game();
    html! {
        <div class="offer">
            <p class="hint">
                { no_break(&format!("{game}; {} at the start: {start}.", measure.name())) }
                if let Some(accuracy) = solved.accuracy() {
                    { " " }<span data-accuracy-of="values">{ accuracy }</span>
                }
            </p>
            { view_free(solved, on_free) }
        </div>
    }
}

fn view_other(
    solved: &HeldSolution,
    on: &Callback<ExploreEvent>,
    on_free: &Callback<Game>,
) -> Html {
    let game = *solved.known.game();
    html! {
        <div class="offer other" key={game.to_string()}>
            <p class="hint">
                { "Also solved: " }
                <button type="button" class="link" data-control="other"
                    onclick={on.reform(move |_| ExploreEvent::ChooseGame(game))}>
                    { game.to_string() }
                </button>
            </p>
            { view_free(solved, on_free) }
        </div>
    }
}

fn view_free(solved: &HeldSolution, on_free: &Callback<Game>) -> Html {
    let game = *solved.known.game();
    let label = format!("Free {}", megabytes(solved.bytes));
    html! {
        <button type="button" data-control="free" title="Remove this solution from memory"
            aria-label={format!("{label}: {game}")}
            onclick={on_free.reform(move |_: MouseEvent| game)}>
            { label }
        </button>
    }
}

/// Whether the solution in memory is kept.
fn view_solution(solved: &HeldSolution, keeping: &Keeping, on: &Callback<KeptMsg>) -> Html {
    let file = solved.file();
    let game = solved.known.game();
    let size = file_size(file.bytes as u64);
    let keep = on.reform(move |_: MouseEvent| KeptMsg::Keep(file));
    let button = |label: String| {
        html! {
            <button type="button" data-control="keep" onclick={keep}
                title="Keep this solution on this device and open it at the next visit">
                { label }
            </button>
        }
    };
    if keeping.is_writing(game) {
        let text = format!("Keeping {game} for the next visit …");
        return html! { <p class="hint" data-kept="writing">{ text }</p> };
    }
    if let Some(kept) = keeping.file(game) {
        let text = format!("{game} is kept for the next visit ({}).", file_size(kept.bytes as u64));
        return html! { <p class="hint" data-kept="true">{ no_break(&text) }</p> };
    }
    let reason = keeping.failure(game).or(keeping.problem());
    html! {
        <div class="offer" data-kept="false">
            if let Some(reason) = reason {
                <p class="hint">{ format!("{game} is not kept for the next visit: {reason}.") }</p>
                if keeping.failure(game).is_some() {
                    { button("Try again".to_owned()) }
                }
            } else {
                { button(format!("Keep {game} for the next visit ({size})")) }
            }
        </div>
    }
}

/// All kept solutions.
fn view_files(files: &[KeptSolution], on: &Callback<KeptMsg>) -> Html {
    let all = files.to_vec();
    html! {
        <div class="files-kept">
            <p>{ format!("Kept on this device: {}", kept_text(files)) }</p>
            <ul>
                { for files.iter().map(|file| view_file(*file, on)) }
            </ul>
            <button type="button" data-control="delete-all" title="Delete all kept solutions"
                onclick={on.reform(move |_: MouseEvent| KeptMsg::Remove(all.clone()))}>
                { "Delete all" }
            </button>
        </div>
    }
}

fn view_file(file: KeptSolution, on: &Callback<KeptMsg>) -> Html {
    let (name, size) = (file.text(), file_size(file.bytes as u64));
    html! {
        <li class="offer" key={file.name()} data-file={file.name()}>
            <span>{ name.clone() }{ " " }<span class="hint">{ no_break(&size) }</span></span>
            <button type="button" data-control="delete" title="Delete this kept solution"
                aria-label={format!("Delete {name}")}
                onclick={on.reform(move |_: MouseEvent| KeptMsg::Remove(vec![file]))}>
                { "Delete" }
            </button>
        </li>
    }
}

fn sentence(reason: &str) -> String {
    format!("The kept solutions cannot be changed: {reason}.")
}

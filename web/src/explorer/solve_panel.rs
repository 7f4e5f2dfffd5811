//! Solving the game: what it needs, how far it is, and what is solved.

use mdp2048_display::{Measure, count, duration, no_break};
use mdp2048_explorer::{ExploreEvent, HeldSolution, megabytes};
use mdp2048_model::{Game, Values as _};
use std::time::Duration;
use yew::{Callback, Html, MouseEvent, Properties, function_component, html};

use crate::job::{Job, Need};
use crate::shared::SharedView;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct SolvePanelProps {
    pub(crate) view: SharedView,
    pub(crate) need: Need,
    pub(crate) job: Option<Job>,
    pub(crate) on: Callback<ExploreEvent>,
    pub(crate) on_solve: Callback<()>,
    pub(crate) on_cancel: Callback<()>,
    pub(crate) on_free: Callback<Game>,
}

/// Shows the button that solves the game, the progress of a solve, and the solved games.
#[function_component(SolvePanel)]
pub(crate) fn solve_panel(props: &SolvePanelProps) -> Html {
    let SolvePanelProps { view, job, on, on_free, .. } = props;
    let solved = view.solution();
    let others = view.solved().iter().filter(|it| it.known.game() != view.game());
    html! {
        <section class="solve" aria-label="Solution">
            if let Some(solved) = solved {
                { view_solved(solved, on_free) }
            } else if job.is_none() {
                { view_offer(props) }
            }
            if let Some(job) = job {
                { view_job(job, &props.on_cancel) }
            }
            { for others.map(|it| view_other(it, on, on_free)) }
        </section>
    }
}

fn view_offer(props: &SolvePanelProps) -> Html {
    let name = props.view.game().to_string();
    let press = props.on_solve.reform(|_: MouseEvent| ());
    match &props.need {
        Need::Unknown => html! { <p class="hint">{ "Estimating time and memory …" }</p> },
        Need::Known(need) => html! {
            <div class="offer">
                <button type="button" class="primary" data-control="solve" onclick={press}>
                    { format!("Solve {name}") }
                </button>
                <p class="hint" data-need={need.states().to_string()}>
                    { no_break(&format!("Needs {}.", need.text())) }
                </p>
            </div>
        },
        Need::Failed(reason) => html! {
            <p class="hint" data-note="need">
                { format!("{name} cannot be solved here: {reason}. Choose a smaller board or \
                           target.") }
            </p>
        },
    }
}

fn view_job(job: &Job, on_cancel: &Callback<()>) -> Html {
    let done = job.progress.fraction(job.expected);
    html! {
        <div class="job" data-layer={job.progress.tile_sum.to_string()}>
            <p>
                <strong>{ format!("Solving {} …", job.game) }</strong>
                <span class="hint">{ no_break(&job.progress.text(job.expected)) }</span>
            </p>
            <progress max="1" value={format!("{done:.3}")} aria-label="Solved" />
            <button type="button" data-control="cancel" title="Stop and free the memory"
                onclick={on_cancel.reform(|_: MouseEvent| ())}>{ "Cancel" }</button>
        </div>
    }
}

fn view_solved(solved: &HeldSolution, on_free: &Callback<Game>) -> Html {
    let valued_game = solved.known.valued_game();
    let measure = Measure::of(valued_game);
    let start = measure.text(valued_game.measured(solved.known.start_value()));
    let time = duration(Duration::from_secs_f64(solved.seconds.clamp(0.0, 1e6)));
    let game = *solved.known.game();
    html! {
        <div class="offer" data-states={solved.states.to_string()}>
            <p>
                <strong>{ format!("{game} is solved. ") }</strong>
                <span class="hint">
                    { no_break(&format!("{} states in {time}; {} at the start: {start}.",
                        count(solved.states as u64), measure.name())) }
                </span>
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

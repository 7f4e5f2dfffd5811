//! Solving the game: what it needs, how far it is, and what is solved.

use mdp2048_display::{Measure, count, duration, file_size, no_break};
use mdp2048_explorer::{ExploreEvent, GameNeed, HeldSolution, KeptSolution, megabytes};
use mdp2048_model::{Game, Values as _};
use mdp2048_rules::Shape;
use std::time::Duration;
use yew::{Callback, Html, MouseEvent, Properties, function_component, html};

use crate::job::Job;
use crate::message::KeptMsg;
use crate::shared::SharedView;

/// The real board, which nobody can solve.
const REAL_BOARD: &str = "#/explore?game=4x4_score";

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct SolvePanelProps {
    pub(crate) view: SharedView,
    pub(crate) need: GameNeed,
    pub(crate) job: Option<Job>,
    pub(crate) on: Callback<ExploreEvent>,
    pub(crate) on_solve: Callback<()>,
    pub(crate) on_cancel: Callback<()>,
    pub(crate) on_free: Callback<Game>,
    pub(crate) on_estimate: Callback<()>,
    /// The kept solution of the game.
    pub(crate) kept: Option<KeptSolution>,
    pub(crate) on_kept: Callback<KeptMsg>,
    pub(crate) children: Html,
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
            } else if view.is_estimated() {
                { view_real_board() }
            } else if job.is_none() {
                { view_offer(props) }
            }
            if let Some(job) = job {
                { view_job(job, &props.on_cancel) }
            }
            { for others.map(|it| view_other(it, on, on_free)) }
            { props.children.clone() }
        </section>
    }
}

/// What the page shows in the place of a solution.
fn view_real_board() -> Html {
    html! {
        <p class="hint" data-note="estimated">
            { "Nobody can solve the real board. A learned agent estimates what each move is worth, \
               better the longer you wait." }
        </p>
    }
}

fn view_offer(props: &SolvePanelProps) -> Html {
    let name = props.view.game().to_string();
    let press = props.on_solve.reform(|_: MouseEvent| ());
    if let Some(kept) = props.kept {
        let open = props.on_kept.reform(move |_: MouseEvent| KeptMsg::Open(kept));
        let size = file_size(kept.bytes as u64);
        return html! {
            <div class="offer">
                <button type="button" class="primary" data-control="open-kept" onclick={open}>
                    { format!("Open {}", kept.text()) }
                </button>
                <p class="hint">{ no_break(&format!("Kept on this device: {size}.")) }</p>
            </div>
        };
    }
    match &props.need {
        GameNeed::Unknown => html! { <p class="hint">{ "Estimating time and memory …" }</p> },
        GameNeed::Known(need) => html! {
            <div class="offer">
                <button type="button" class="primary" data-control="solve" onclick={press}>
                    { format!("Solve {name}") }
                </button>
                <p class="hint" data-need={need.states().to_string()}>
                    { no_break(&format!("Needs {}.", need.text())) }
                </p>
            </div>
        },
        GameNeed::OnlySingle(need, bytes) => html! {
            <div class="offer">
                <button type="button" class="primary" data-control="solve" onclick={press}>
                    { format!("Solve {name} in single precision") }
                </button>
                <p class="hint" data-need={need.states().to_string()} data-precision="single">
                    { no_break(&format!("Needs {}. Double precision would need {} of memory, more \
                        than a page may use here.", need.text(), megabytes(*bytes))) }
                </p>
            </div>
        },
        GameNeed::TooLarge(reason) => html! {
            <p class="hint" data-note="need">
                { format!("{name} cannot be solved here: {reason}.") }
                if props.view.game().shape() == Shape::FOUR_BY_FOUR {
                    { " " }<a href={REAL_BOARD}>{ "4x4 for the highest score" }</a>
                    { " is answered with estimates instead." }
                }
            </p>
        },
        GameNeed::Failed(reason) => html! {
            <div class="offer">
                <button type="button" data-control="estimate-again"
                    onclick={props.on_estimate.reform(|_: MouseEvent| ())}>{ "Try again" }</button>
                <p class="hint" data-note="need">
                    { format!("{name} cannot be solved here: {reason}.") }
                </p>
            </div>
        },
    }
}

fn view_job(job: &Job, on_cancel: &Callback<()>) -> Html {
    let done = job.read.unwrap_or_else(|| job.progress.fraction(job.expected));
    let (doing, text, label) = match job.read {
        Some(_) => ("Opening", String::new(), "Read and checked"),
        None => ("Solving", job.progress.text(job.expected), "Solved"),
    };
    html! {
        <div class="job" data-layer={job.progress.tile_sum.to_string()}>
            <p>
                <strong>{ format!("{doing} {} …", job.game) }</strong>
                <span class="hint">{ no_break(&text) }</span>
            </p>
            <progress max="1" value={format!("{done:.3}")} aria-label={label} />
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
    let how = if solved.is_kept { "read from this device in" } else { "in" };
    html! {
        <div class="offer" data-states={solved.states.to_string()}
            data-source={if solved.is_kept { "kept" } else { "solved" }}>
            <p>
                <strong>{ format!("{game} is solved. ") }</strong>
                <span class="hint">
                    { no_break(&format!("{} states {how} {time}; {} at the start: {start}.",
                        count(solved.states as u64), measure.name())) }
                    if let Some(accuracy) = solved.accuracy() {
                        { " " }<span data-accuracy-of="values">{ accuracy }</span>
                    }
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

//! Solving the game: what it needs, and how far it is.

use mdp2048_display::{game_title, no_break};
use mdp2048_explorer::{GameNeed, megabytes};
use mdp2048_rules::Shape;
use yew::{Callback, Html, MouseEvent, Properties, function_component, html};

use super::job::Job;
use super::shared::SharedView;

/// The real board, which nobody can solve.
const REAL_BOARD: &str = "#/explore?game=4x4_score";

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct SolvePanelProps {
    pub(crate) view: SharedView,
    pub(crate) need: GameNeed,
    pub(crate) job: Option<Job>,
    /// Whether the solver has been downloaded.
    pub(crate) has_solver: bool,
    pub(crate) on_solve: Callback<()>,
    pub(crate) on_cancel: Callback<()>,
    pub(crate) on_estimate: Callback<()>,
}

/// Shows the button that solves the game, or the progress of a solve; nothing if there is neither.
#[function_component(SolvePanel)]
pub(crate) fn solve_panel(props: &SolvePanelProps) -> Html {
    let SolvePanelProps { view, job, .. } = props;
    let lacks_values = view.solution().is_none() || view.is_left_out();
    let is_offered = job.is_none() && lacks_values && !view.is_estimated();
    if job.is_none() && !is_offered {
        return Html::default();
    }
    html! {
        <section class="solve" aria-label="Solution">
            if let Some(job) = job {
                { view_job(job, &props.on_cancel) }
            } else {
                { view_offer(props) }
            }
        </section>
    }
}

fn view_offer(props: &SolvePanelProps) -> Html {
    let name = game_title(props.view.game());
    let press = props.on_solve.reform(|_: MouseEvent| ());
    match &props.need {
        GameNeed::Unknown => {
            let text = match props.has_solver {
                true => "Estimating time and memory …",
                false => "Downloading the solver …",
            };
            html! { <p class="hint">{ text }</p> }
        }
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
                    { " " }<a href={format!("{REAL_BOARD}&state={}", props.view.board().hex())}>
                        { "4×4 for the highest score" }
                    </a>
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
    if job.is_file {
        // A file is decoded as one pass, whose states are its part that is done.
        return html! {
            <div class="job">
                <p><strong>{ format!("Loading the values of {} …", job.game) }</strong></p>
                <progress max="1" value={format!("{:.3}", job.progress.states)} aria-label="Loaded" />
            </div>
        };
    }
    let (done, text) = (job.progress.fraction(job.expected), job.progress.text(job.expected));
    html! {
        <div class="job" data-layer={job.progress.tile_sum.to_string()}>
            <p>
                <strong>{ format!("Solving {} …", job.game) }</strong>
                <span class="hint">{ no_break(&text) }</span>
            </p>
            <progress max="1" value={format!("{done:.3}")} aria-label="Solved" />
            <button type="button" data-control="cancel" title="Stop and free the memory"
                onclick={on_cancel.reform(|_: MouseEvent| ())}>{ "Stop" }</button>
        </div>
    }
}

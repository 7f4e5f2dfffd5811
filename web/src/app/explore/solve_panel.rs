//! Solving the game: what it needs, and how far it is.

use mdp2048_display::{game_title, no_break};
use mdp2048_explorer::{Exploration, ExploreEvent, GameNeed, Job, SolveNeed, megabytes};
use mdp2048_rules::Shape;
use yew::{Callback, Html, MouseEvent, function_component, html};

use super::context::use_exploration;

/// The real board, which nobody can solve.
const REAL_BOARD: &str = "#/explore?game=4x4_score";

/// Shows the button that solves the game, or the progress of a solve; nothing if there is neither.
#[function_component(SolvePanel)]
pub(crate) fn solve_panel() -> Html {
    let (view, on) = use_exploration();
    let job = view.job();
    let lacks_values = view.solution().is_none() || view.is_left_out();
    let is_offered = job.is_none() && lacks_values && !view.is_estimated();
    if job.is_none() && !is_offered {
        return Html::default();
    }
    html! {
        <section class="solve" aria-label="Solution">
            if let Some(job) = job {
                { view_job(job, &on) }
            } else {
                { view_offer(&view, &on) }
            }
        </section>
    }
}

fn view_offer(view: &Exploration, on: &Callback<ExploreEvent>) -> Html {
    let name = game_title(view.game());
    let solve = |need: &SolveNeed, precision: Option<&'static str>, label: String, text: String| {
        html! {
            <div class="offer">
                <button type="button" class="primary" data-control="solve"
                    onclick={on.reform(|_: MouseEvent| ExploreEvent::Solve)}>{ label }</button>
                <p class="hint" data-need={need.states().to_string()} data-precision={precision}>
                    { no_break(&text) }
                </p>
            </div>
        }
    };
    match view.need() {
        GameNeed::Unknown => {
            let text = match view.has_solver() {
                true => "Estimating time and memory …",
                false => "Downloading the solver …",
            };
            html! { <p class="hint">{ text }</p> }
        }
        GameNeed::Known(need) => {
            solve(need, None, format!("Solve {name}"), format!("Needs {}.", need.text()))
        }
        GameNeed::OnlySingle(need, bytes) => {
            let double = megabytes(*bytes);
            let text = format!(
                "Needs {}. Double precision would need {double} of memory, more than a page may \
                 use here.",
                need.text()
            );
            solve(need, Some("single"), format!("Solve {name} in single precision"), text)
        }
        GameNeed::TooLarge(reason) => html! {
            <p class="hint" data-note="need">
                { format!("{name} cannot be solved here: {reason}.") }
                if view.game().shape() == Shape::FOUR_BY_FOUR {
                    { " " }<a href={format!("{REAL_BOARD}&state={}", view.board().hex())}>
                        { "4×4 for the highest score" }
                    </a>
                    { " is answered with estimates instead." }
                }
            </p>
        },
        GameNeed::Failed(reason) => html! {
            <div class="offer">
                <button type="button" data-control="estimate-again"
                    onclick={on.reform(|_: MouseEvent| ExploreEvent::EstimateAgain)}>{ "Try again" }</button>
                <p class="hint" data-note="need">
                    { format!("{name} cannot be solved here: {reason}.") }
                </p>
            </div>
        },
    }
}

fn view_job(job: &Job, on: &Callback<ExploreEvent>) -> Html {
    if job.is_file {
        // A file is decoded as one pass, whose states are its part that is done.
        return html! {
            <div class="job">
                <p><strong>{ format!("Loading the values of {} …", game_title(&job.game)) }</strong></p>
                <progress max="1" value={format!("{:.3}", job.progress.states)} aria-label="Loaded" />
            </div>
        };
    }
    let (done, text) = (job.progress.fraction(job.expected), job.progress.text(job.expected));
    html! {
        <div class="job" data-layer={job.progress.tile_sum.to_string()}>
            <p>
                <strong>{ format!("Solving {} …", game_title(&job.game)) }</strong>
                <span class="hint">{ no_break(&text) }</span>
            </p>
            <progress max="1" value={format!("{done:.3}")} aria-label="Solved" />
            <button type="button" data-control="cancel" title="Stop and free the memory"
                onclick={on.reform(|_: MouseEvent| ExploreEvent::Cancel)}>{ "Stop" }</button>
        </div>
    }
}

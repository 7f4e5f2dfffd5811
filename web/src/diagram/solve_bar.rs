//! The buttons that solve the game column by column.

use mdp2048_diagram::page::{DiagramEvent, DiagramView, SolveProgress};
use mdp2048_display::no_break;
use yew::{Callback, Html, html};

use crate::button::event_button;

/// Shows the buttons, and what is solved.
pub(crate) fn solve_bar(view: &DiagramView, on: &Callback<DiagramEvent>) -> Html {
    let progress = view.solve_progress();
    let is_finished = progress.is_some() && !view.is_solving();
    let (label, title, event) = match progress {
        _ if is_finished => ("Start over", "Forget all values", DiagramEvent::Solve(0)),
        Some(it) if it.solved + 1 == it.all => {
            ("The start", "Work out the value of the game (C)", DiagramEvent::SolveNext)
        }
        other => (
            if other.is_some() { "Next column" } else { "Solve it" },
            "Work out the values column by column (C)",
            DiagramEvent::SolveNext,
        ),
    };
    html! {
        <div class="solve steps">
            <button type="button" class={(!is_finished).then_some("primary")}
                data-control="solve" {title} onclick={on.reform(move |_| event.clone())}>
                { label }
            </button>
            if let Some(SolveProgress { solved, all }) = progress {
                { event_button("solve-back", "Back", "One column back", solved > 0,
                    (on, DiagramEvent::Solve(solved.saturating_sub(1)))) }
                { event_button("solve-end", "Show all", "Show all values", solved < all,
                    (on, DiagramEvent::Solve(all))) }
            }
            <p aria-live="polite">{ no_break(&view.solve_text().unwrap_or_default()) }</p>
        </div>
    }
}

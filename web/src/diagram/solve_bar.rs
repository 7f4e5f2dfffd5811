//! The buttons that solve the game column by column.

use mdp2048_diagram::page::{DiagramEvent, DiagramView, SolveProgress};
use mdp2048_display::no_break;
use yew::{Callback, Html, html};

use crate::button::event_button;

/// Shows the buttons, and what is solved.
pub(crate) fn solve_bar(view: &DiagramView, on: &Callback<DiagramEvent>) -> Html {
    let progress = view.solve_progress();
    let label = match progress {
        None => "Solve it",
        Some(it) if it.solved + 1 < it.all => "Next column",
        Some(_) => "The start",
    };
    let is_done = progress.is_some_and(|it| it.solved == it.all);
    html! {
        <div class="solve">
            <button type="button" class="primary" data-control="solve"
                title="Work out the values column by column (C)"
                aria-disabled={is_done.to_string()}
                onclick={on.reform(|_| DiagramEvent::SolveNext)}>{ label }</button>
            if let Some(SolveProgress { solved, .. }) = progress {
                { event_button("solve-back", "Back", "One column back", solved > 0,
                    (on, DiagramEvent::Solve(Some(solved.saturating_sub(1))))) }
                { event_button("solve-end", "Show all", "Show all values", true,
                    (on, DiagramEvent::Solve(None))) }
            }
            <p aria-live="polite">{ no_break(&view.solve_text().unwrap_or_default()) }</p>
        </div>
    }
}

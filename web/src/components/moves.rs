//! How moves are shown.

use mdp2048_display::no_break;
use mdp2048_explorer::ReportTerm;
use mdp2048_review::Grade;
use mdp2048_rules::Action;
use yew::{Html, html};

/// The arrow of an action.
pub const fn arrow(action: Action) -> &'static str {
    match action {
        Action::Left => "←",
        Action::Right => "→",
        Action::Up => "↑",
        Action::Down => "↓",
    }
}

/// The arrow of a move that was `played` or is the `best`, at the edge of a board to which it
/// slides.
pub fn view_arrow(action: Action, what: &'static str) -> Html {
    html! {
        <span class="pointer" data-arrow={what} data-towards={action.name()} aria-hidden="true">
            { arrow(action) }
        </span>
    }
}

/// The grade of an action, and what it keeps or costs, with the difference from the best one as a
/// tooltip.
pub fn view_verdict(grade: Grade, cost: &str, difference: &str) -> Html {
    html! {
        <span class="verdict" title={no_break(difference)}>
            <span class="grade" data-grade={grade.name()}>{ no_break(grade.name()) }</span>
            if !cost.is_empty() {
                { " " }<span class="cost">{ no_break(cost) }</span>
            }
        </span>
    }
}

/// The terms of the equation of a result.
pub fn view_terms(terms: &[ReportTerm]) -> Html {
    html! {
        <dl class="terms">
            { for terms.iter().map(|term| html! {
                <div>
                    <dt>{ term.name }</dt>
                    <dd data-term={term.name} data-value={term.number.to_string()}>
                        { &term.text }
                    </dd>
                </div>
            }) }
        </dl>
    }
}

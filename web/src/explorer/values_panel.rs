//! The value of the position and of each action.

use mdp2048_display::no_break;
use mdp2048_explorer::{ExploreEvent, Grade, PositionValues, ValueRow};
use yew::{Callback, Html, classes, function_component, html};

use crate::shared::{PanelProps, SharedView};

/// Shows V and all Q with bars and costs. A press on an action shows what can follow it.
#[function_component(ValuesPanel)]
pub(crate) fn values_panel(props: &PanelProps) -> Html {
    let PanelProps { view, on } = props;
    let values = view.values().filter(|_| view.shows_values());
    html! {
        <section class="values" aria-labelledby="values-title">
            <h2 id="values-title" class="hidden">{ "What each move is worth" }</h2>
            if let Some(values) = values {
                { view_values(view, &values, on) }
            } else if view.obstacle().is_some() {
                <p class="hint">{ "This board has no moves to compare." }</p>
            } else if view.is_left_out() {
                <p class="hint" data-note="left-out">
                    { "The file with the values of this game leaves this board out: the best moves \
                       rarely lead to it." }
                </p>
            } else if let Some(question) = view.question() {
                <p class="value" data-question=""><span class="number">{ question }</span></p>
                <p class="hint">{ "Slide the board; then see what your move kept." }</p>
            } else if !view.shows_values() {
                <p class="hint">{ "The values are hidden while you play." }</p>
            }
        </section>
    }
}

fn view_values(view: &SharedView, values: &PositionValues, on: &Callback<ExploreEvent>) -> Html {
    let open = view.opened();
    let full = values.value.map(|value| value.to_string());
    html! {
        <>
            <p class="value">
                <span class="number" data-value={full.clone()} title={full}>
                    { no_break(&values.text) }
                </span>
                { " " }<span class="hint">{ values.name }</span>
            </p>
            if let Some(remark) = &values.remark {
                <p class="hint">{ remark }</p>
            }
            <ul class="rows">
                { for values.rows.iter().map(|row| view_row(row, open == Some(row.action), on)) }
            </ul>
        </>
    }
}

fn view_row(row: &ValueRow, is_open: bool, on: &Callback<ExploreEvent>) -> Html {
    let action = row.action;
    let full = row.value.map(|value| value.to_string());
    let is_best = row.grade == Grade::Best;
    let class = classes!("row", is_best.then_some("best"), is_open.then_some("open"));
    html! {
        <li key={action.name()} {class} data-action={action.name()}
            data-regret={row.regret.to_string()}>
            <button type="button" data-control="open" aria-expanded={is_open.to_string()}
                title="Show what can happen next" onclick={on.reform(move |_| {
                    ExploreEvent::Open(action)
                })}>
                <span class="arrow" aria-hidden="true">{ arrow(action.index()) }</span>
                <span class="name">{ action.name() }</span>
                <span class="number" data-value={full.clone()} title={full}>
                    { no_break(&row.text) }
                </span>
                { view_verdict(row.grade, &row.cost) }
                if let Some(equal) = row.equals {
                    <span class="equal">
                        { format!("the same as {equal}, by symmetry") }
                    </span>
                }
                <span class="bar" aria-hidden="true">
                    <span ~style={format!("width: {:.2}%", 100.0 * row.bar)} />
                </span>
            </button>
        </li>
    }
}

/// The grade of an action, and what it costs. On a phone, the styles show a minus for "costs" and
/// "points" for "percentage points".
pub(crate) fn view_verdict(grade: Grade, cost: &str) -> Html {
    let is_digit = |it: char| it.is_ascii_digit();
    let amount = cost.strip_prefix("costs ").filter(|it| it.starts_with(is_digit));
    html! {
        <span class="verdict">
            <span class="grade" data-grade={grade.name()}>{ no_break(grade.name()) }</span>
            if let Some(amount) = amount {
                { " " }
                <span class="cost amount">
                    <span class="costs">{ "costs " }</span>
                    if let Some(number) = amount.strip_suffix(" percentage points") {
                        <span class="percent">{ number }</span>
                        <span class="costs">{ " percentage points" }</span>
                    } else {
                        { no_break(amount) }
                    }
                </span>
            } else if !cost.is_empty() {
                { " " }<span class="cost">{ no_break(cost) }</span>
            }
        </span>
    }
}

/// The arrow of an action by its index.
pub(crate) const fn arrow(index: usize) -> &'static str {
    match index {
        0 => "←",
        1 => "→",
        2 => "↑",
        _ => "↓",
    }
}

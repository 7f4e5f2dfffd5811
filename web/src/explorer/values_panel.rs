//! The value of the position and of each action.

use mdp2048_display::no_break;
use mdp2048_explorer::{ExploreEvent, Grade, PositionValues, ValueRow};
use yew::{Callback, Html, Properties, classes, function_component, html};

use crate::shared::SharedView;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct ValuesPanelProps {
    pub(crate) view: SharedView,
    pub(crate) on: Callback<ExploreEvent>,
}

/// Shows V and all Q with bars and costs. A press on an action shows what can follow it.
#[function_component(ValuesPanel)]
pub(crate) fn values_panel(props: &ValuesPanelProps) -> Html {
    let ValuesPanelProps { view, on } = props;
    let values = view.values().filter(|_| view.shows_values());
    html! {
        <section class="values" aria-labelledby="values-title">
            <h2 id="values-title">{ "What each move is worth" }</h2>
            if let Some(values) = values {
                { view_values(view, &values, on) }
            } else if view.obstacle().is_some() {
                <p class="hint">{ "This board has no moves to compare." }</p>
            } else if !view.shows_values() {
                <p class="hint">{ "The values are hidden while you play." }</p>
            } else if view.solution().is_none() {
                <p class="hint">
                    { "Solve the game to see the value and the cost of every move." }
                </p>
            } else {
                <p class="hint">{ "…" }</p>
            }
        </section>
    }
}

fn view_values(view: &SharedView, values: &PositionValues, on: &Callback<ExploreEvent>) -> Html {
    let open = view.next_move().map(|it| it.action);
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
                { for values.rows.iter().map(|row| {
                    view_row(row, open == Some(row.action), on)
                }) }
            </ul>
        </>
    }
}

fn view_row(row: &ValueRow, is_open: bool, on: &Callback<ExploreEvent>) -> Html {
    let action = row.action;
    let full = row.value.map(|value| value.to_string());
    let is_best = row.grade == Grade::Perfect;
    let class = classes!("row", is_best.then_some("best"), is_open.then_some("open"));
    html! {
        <li key={action.name()} {class} data-action={action.name()}
            data-regret={row.regret.to_string()}>
            <button type="button" data-control="open" aria-pressed={is_open.to_string()}
                title="Show what can happen next" onclick={on.reform(move |_| {
                    ExploreEvent::Open(action)
                })}>
                <span class="arrow" aria-hidden="true">{ arrow(action.index()) }</span>
                <span class="name">{ action.name() }</span>
                <span class="number" data-value={full.clone()} title={full}>
                    { no_break(&row.text) }
                </span>
                <span class="verdict">{ no_break(&row.verdict) }</span>
                if let Some(equal) = row.equals {
                    <span class="equal">{ format!("equal to {equal} by symmetry") }</span>
                }
                <span class="bar" aria-hidden="true">
                    <span ~style={format!("width: {:.2}%", 100.0 * row.bar)} />
                </span>
            </button>
        </li>
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

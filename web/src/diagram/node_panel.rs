//! The panel with the numbers and actions of a node.

use mdp2048_diagram::Ending;
use mdp2048_diagram::page::{ActionRow, DiagramEvent, DiagramView, SuccessorRow};
use mdp2048_display::no_break;
use web::components::still_board::still_board;
use yew::{Callback, Html, classes, html};

use crate::button::{checkbox, event_button};

/// Shows the highlighted node: board, numbers, and the equation of each action. Sends an event when
/// the reader chooses the policy's action, a successor, fractions or a game from here.
pub(crate) fn node_panel(view: &DiagramView, on: &Callback<DiagramEvent>) -> Html {
    let Some(details) = view.details() else { return Html::default() };
    // The policy's action can be chosen in the drawing of a whole game.
    let chosen_at = details.node.filter(|_| view.settings().state.is_none());
    html! {
        <section class="panel" data-panel={details.title.clone()} aria-labelledby="panel-title">
            <header>
                if let Some(it) = details.board {
                    { still_board(it, format!("Board: {it}")) }
                }
                <div>
                    <h3 id="panel-title">{ &details.title }</h3>
                    <dl>
                        { for details.facts.iter().map(|(name, value)| html! {
                            <div><dt>{ name }</dt><dd>{ value }</dd></div>
                        }) }
                    </dl>
                </div>
            </header>
            <ul class="actions">
                { for details.actions.iter().map(|row| view_action(chosen_at, row, on)) }
            </ul>
            <div class="steps">
                { checkbox("fractions", "Fractions", view.shows_fractions(), on,
                    DiagramEvent::ShowFractions) }
                if let (true, Some(node)) = (view.can_start_here(), details.node) {
                    { event_button("start-here", "Follow a game from here", "Enter", true,
                        (on, DiagramEvent::StartAt(node))) }
                }
            </div>
        </section>
    }
}

/// The equation of one action. With a node, the reader can choose the action for the policy.
fn view_action(node: Option<usize>, row: &ActionRow, on: &Callback<DiagramEvent>) -> Html {
    let class = classes!(row.is_best.then_some("best"), row.is_taken.then_some("taken"));
    let last = row.successors.len().saturating_sub(1);
    html! {
        <li {class} key={row.name.clone()}>
            <p class="action-line">
                <strong>{ &row.name }</strong>
                if let Some(verdict) = &row.verdict {
                    <span class="verdict">{ no_break(verdict) }</span>
                }
                if let (Some(node), Some(port)) = (node, row.port) {
                    { view_policy_choice(node, port, row, on) }
                }
            </p>
            <p class="successors">
                if let Some(discount) = &row.discount {
                    <span>{ discount }{ " × (" }</span>
                }
                { for row.successors.iter().enumerate().map(|(at, successor)| html! {
                    <>
                        { view_successor(successor, on) }
                        if at < last { <span>{ "+" }</span> }
                    </>
                }) }
                if row.discount.is_some() { <span>{ ")" }</span> }
                <span>{ "= " }<strong class="action-value">{ no_break(&row.value) }</strong></span>
            </p>
        </li>
    }
}

/// The radio button that makes an action the policy's action in a state.
fn view_policy_choice(
    node: usize,
    port: usize,
    row: &ActionRow,
    on: &Callback<DiagramEvent>,
) -> Html {
    let label = format!("Make {} the policy’s action in this state", row.name);
    html! {
        <label class="checkbox policy-choice"
            title={format!("{label}: games that you follow take it")}>
            <input type="radio" name="policy-choice" data-control="policy-choice"
                checked={row.is_taken} aria-label={label}
                onchange={on.reform(move |_| DiagramEvent::SetPolicyAction(node, port))} />
            <span aria-hidden="true">{ "policy plays this" }</span>
        </label>
    }
}

/// A term of the equation: a probability times the value of a board or of an end.
fn view_successor(successor: &SuccessorRow, on: &Callback<DiagramEvent>) -> Html {
    let class = classes!("term", successor.ending.map(Ending::name));
    let value = no_break(&successor.value);
    html! {
        <span {class}>
            <span class="chance" title="its probability">{ &successor.probability }{ " ×" }</span>
            if let (Some(node), Some(board)) = (successor.node, successor.board) {
                <button type="button" data-control="successor"
                    onclick={on.reform(move |_| DiagramEvent::Focus(Some(node)))}>
                    { still_board(board, board.to_string()) }{ " " }{ value }
                </button>
            } else {
                <span class="end">
                    { successor.ending.map(Ending::name).unwrap_or_default() }{ " " }{ value }
                </span>
            }
        </span>
    }
}

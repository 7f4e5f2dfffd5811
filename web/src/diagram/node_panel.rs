//! The panel with the numbers and actions of a node.

use mdp2048_diagram::Ending;
use mdp2048_diagram::page::{ActionRow, DiagramEvent, NodeDetails, SuccessorRow};
use mdp2048_display::no_break;
use web::still_board::still_board;
use yew::{Callback, Html, Properties, classes, function_component, html};

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct NodePanelProps {
    pub(crate) details: Option<NodeDetails>,
    /// Whether the reader can choose the policy's actions.
    pub(crate) can_choose: bool,
    pub(crate) on: Callback<DiagramEvent>,
}

/// Shows the highlighted node: board, numbers, actions and successors. Sends an event when the
/// reader chooses the policy's action or a successor.
#[function_component(NodePanel)]
pub(crate) fn node_panel(props: &NodePanelProps) -> Html {
    let NodePanelProps { details, can_choose, on } = props;
    let Some(details) = details else {
        return html! {
            <section class="panel">
                <p class="hint">
                    { "Point at a state, or step, to see what its actions are worth." }
                </p>
            </section>
        };
    };
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
                { for details.actions.iter().map(|row| {
                    view_action(details.node, row, *can_choose, on)
                }) }
            </ul>
        </section>
    }
}

fn view_action(
    node: usize,
    row: &ActionRow,
    can_choose: bool,
    on: &Callback<DiagramEvent>,
) -> Html {
    let class = classes!(row.is_best.then_some("best"), row.is_taken.then_some("taken"));
    html! {
        <li {class} key={row.name.clone()}>
            <p class="action-line">
                <strong>{ &row.name }</strong>
                if let Some(value) = &row.value {
                    <span class="action-value">{ value }</span>
                }
                if let Some(verdict) = &row.verdict {
                    <span class="verdict">{ no_break(verdict) }</span>
                }
                if let (true, Some(port)) = (can_choose, row.port) {
                    { view_policy_choice(node, port, row, on) }
                }
            </p>
            <ul class="successors">
                { for row.successors.iter().map(|successor| view_successor(successor, on)) }
            </ul>
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
        <label class="policy-choice" title={label.clone()}>
            <input type="radio" name="policy-choice" data-control="policy-choice"
                checked={row.is_taken} aria-label={label}
                onchange={on.reform(move |_| DiagramEvent::SetPolicyAction(node, port))} />
            <span aria-hidden="true">{ "policy" }</span>
        </label>
    }
}

fn view_successor(successor: &SuccessorRow, on: &Callback<DiagramEvent>) -> Html {
    let class = classes!(successor.ending.map(Ending::name), successor.only_four.then_some("four"));
    let four = if successor.only_four { " by a 4" } else { "" };
    html! {
        <li {class}>
            <span class="chance">{ &successor.probability }</span>
            if let (Some(node), None) = (successor.node, successor.ending) {
                <button type="button" data-control="successor"
                    onclick={on.reform(move |_| DiagramEvent::Focus(Some(node)))}>
                    { &successor.label }
                </button>
            } else {
                <span class="end">{ &successor.label }</span>
            }
            <span class="by-four">{ four }</span>
        </li>
    }
}

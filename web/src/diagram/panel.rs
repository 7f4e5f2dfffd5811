//! What there is to read about a node.

use mdp2048_diagram::Ending;
use mdp2048_diagram_view::{ActionRow, DiagramEvent, NodeDetails, SuccessorRow};
use mdp2048_display::no_break;
use yew::{Callback, Html, Properties, classes, function_component, html};

use crate::ui::board;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct AboutProps {
    pub(crate) panel: Option<NodeDetails>,
    /// Whether the reader may choose what their policy takes.
    pub(crate) chooses: bool,
    pub(crate) on: Callback<DiagramEvent>,
}

#[function_component(About)]
pub(crate) fn about(props: &AboutProps) -> Html {
    let AboutProps { panel, chooses, on } = props;
    let Some(panel) = panel else {
        return html! {
            <section class="panel"><p class="hint">{ "Rest on a node to read about it." }</p></section>
        };
    };
    html! {
        <section class="panel" data-panel={panel.title.clone()} aria-labelledby="panel-title">
            <header>
                if let Some(it) = panel.board {
                    { board::view_still(it) }
                }
                <div>
                    <h2 id="panel-title">{ &panel.title }</h2>
                    <dl>
                        { for panel.facts.iter().map(|(name, value)| html! {
                            <div><dt>{ name }</dt><dd>{ value }</dd></div>
                        }) }
                    </dl>
                </div>
            </header>
            <ul class="actions">
                { for panel.actions.iter().map(|row| view_action(panel, row, *chooses, on)) }
            </ul>
        </section>
    }
}

fn view_action(
    panel: &NodeDetails,
    row: &ActionRow,
    chooses: bool,
    on: &Callback<DiagramEvent>,
) -> Html {
    let class = classes!(row.is_best.then_some("best"), row.is_taken.then_some("taken"));
    html! {
        <li {class} key={row.name.clone()}>
            <p class="head-line">
                <strong>{ &row.name }</strong>
                if let Some(value) = &row.value {
                    <span class="worth">{ value }</span>
                }
                if let Some(verdict) = &row.verdict {
                    <span class="verdict">{ no_break(verdict) }</span>
                }
                if let (true, Some(port)) = (chooses, row.port) {
                    { view_choice(panel.node, port, row, on) }
                }
            </p>
            <ul class="successors">{ for row.successors.iter().map(|next| view_next(next, on)) }</ul>
        </li>
    }
}

/// Lets the reader's policy take the action.
fn view_choice(item: usize, port: usize, row: &ActionRow, on: &Callback<DiagramEvent>) -> Html {
    let label = format!("Let the policy take {} here", row.name);
    html! {
        <label class="takes" title={label.clone()}>
            <input type="radio" name="takes" data-control="takes" checked={row.is_taken}
                aria-label={label} onchange={on.reform(move |_| DiagramEvent::SetPolicyAction(item, port))} />
            <span aria-hidden="true">{ "policy" }</span>
        </label>
    }
}

fn view_next(next: &SuccessorRow, on: &Callback<DiagramEvent>) -> Html {
    let class = classes!(
        next.ended.map(|outcome| if outcome == Ending::Win { "win" } else { "lose" }),
        next.takes_four.then_some("four"),
    );
    let four = if next.takes_four { " by a 4" } else { "" };
    html! {
        <li {class}>
            <span class="chance">{ &next.probability }</span>
            if let (Some(item), None) = (next.node, next.ended) {
                <button type="button" data-control="next"
                    onclick={on.reform(move |_| DiagramEvent::Focus(Some(item)))}>{ &next.label }</button>
            } else {
                <span class="end">{ &next.label }</span>
            }
            <span class="how">{ four }</span>
        </li>
    }
}

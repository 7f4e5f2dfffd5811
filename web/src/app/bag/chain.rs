//! The chain, bag by bag.

use std::rc::Rc;

use mdp2048_bag::page::{BagResults, ChainNode, decimals};
use mdp2048_display::chart::page_svg;
use mdp2048_display::{counted, no_break, percent};
use web_sys::{Element, PointerEvent};
use yew::{
    AttrValue, Callback, Html, NodeRef, Properties, function_component, hook, html,
    use_effect_with, use_memo, use_node_ref, use_state,
};

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct ChainProps {
    pub(crate) results: Rc<BagResults>,
}

/// Draws a chain, with the numbers of the bag under the pointer.
#[function_component(ChainView)]
pub(crate) fn chain_view(props: &ChainProps) -> Html {
    let results = &props.results;
    let pane = use_node_ref();
    let pointed = use_state(|| None::<usize>);
    let svg = use_memo(results.clone(), |results| AttrValue::from(page_svg(&results.chain.draw())));
    let on_pointer = {
        let (results, pointed, pane) = (results.clone(), pointed.clone(), pane.clone());
        Callback::from(move |event: PointerEvent| {
            let Some(pane) = pane.cast::<Element>() else { return };
            let area = pane.get_bounding_client_rect();
            let x = f64::from(event.client_x()) - area.left() + f64::from(pane.scroll_left());
            let y = f64::from(event.client_y()) - area.top();
            pointed.set(results.chain.node_at((x, y)));
        })
    };
    use_scroll_to_end(&pane, results);
    let nodes = results.chain.nodes();
    let node = pointed.and_then(|at| nodes.get(at));
    html! {
        <div class="figure" data-figure="chain">
            <div class="chain-pane" ref={pane} tabindex="0" role="region"
                aria-label="The chain; scroll to see all bags" onpointermove={on_pointer}>
                { Html::from_html_unchecked((*svg).clone()) }
            </div>
            <p class="readout" data-readout="">
                { node.map_or_else(|| "Point to a bag for its numbers.".to_owned(), node_text) }
            </p>
            <details>
                <summary>{ counted(nodes.len() as u64, "bag") }</summary>
                <ul>{ for nodes.iter().map(|node| html! { <li>{ node_text(node) }</li> }) }</ul>
            </details>
        </div>
    }
}

/// Scrolls to the first bag that absorbs, where only a part of the chain is drawn.
#[hook]
fn use_scroll_to_end(pane: &NodeRef, results: &Rc<BagResults>) {
    let pane = pane.clone();
    use_effect_with(results.clone(), move |results| {
        let end = results.chain.nodes().iter().find(|node| node.is_absorbing);
        let end = end.filter(|_| !results.chain.is_whole());
        if let (Some(pane), Some(end)) = (pane.cast::<Element>(), end) {
            pane.set_scroll_left(end.x as i32 - pane.client_width() / 2);
        }
    });
}

/// The numbers of a bag.
fn node_text(node: &ChainNode) -> String {
    let visits = percent(node.visits.min(1.0));
    if node.is_absorbing {
        return format!("{}: {visits} of all games end here", node.bag);
    }
    let steps = &node.steps;
    no_break(&format!(
        "{}: in {visits} of all games; then {} more moves on average, from {} to {}",
        node.bag,
        decimals(steps.mean, 4),
        steps.fewest,
        steps.most
    ))
}

//! A small chain, which grows layer by layer.

use std::rc::Rc;

use gloo::timers::callback::Interval;
use mdp2048_bag::page::{BagEvent, ChainDrawing, ChainNode, decimals};
use mdp2048_display::chart::page_svg;
use mdp2048_display::{counted, percent};
use web_sys::{Element, HtmlInputElement, InputEvent, MouseEvent, PointerEvent};
use yew::{
    AttrValue, Callback, Html, Properties, TargetCast as _, function_component, html,
    use_effect_with, use_memo, use_node_ref, use_state,
};

/// The time between two layers, in milliseconds.
const STEP_MS: u32 = 900;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct ChainProps {
    pub(crate) drawing: Rc<ChainDrawing>,
    pub(crate) layers: usize,
    pub(crate) on: Callback<BagEvent>,
}

/// Draws the first layers of a chain, with controls to grow it.
#[function_component(ChainView)]
pub(crate) fn chain_view(props: &ChainProps) -> Html {
    let ChainProps { drawing, layers, on } = props;
    let (layers, all) = (*layers, drawing.layers());
    let pane = use_node_ref();
    let pointed = use_state(|| None::<usize>);
    let running = use_state(|| false);
    let svg = use_memo((drawing.clone(), layers), |(drawing, layers)| {
        AttrValue::from(page_svg(&drawing.draw(*layers)))
    });
    {
        // The newest layer is visible.
        let (pane, drawing) = (pane.clone(), drawing.clone());
        use_effect_with((drawing, layers), move |(drawing, layers)| {
            if let Some(pane) = pane.cast::<Element>() {
                let right = drawing.right_of(layers.saturating_sub(1)) + 12.0;
                let width = f64::from(pane.client_width());
                let is_growing = *layers < drawing.layers();
                let left = if is_growing { (right - width).max(0.0) } else { 0.0 };
                pane.set_scroll_left(left as i32);
            }
        });
    }
    {
        let (on, stop) = (on.clone(), running.setter());
        use_effect_with((*running, layers), move |&(is_running, layers)| {
            let is_done = layers >= all;
            if is_running && is_done {
                stop.set(false);
            }
            let timer = (is_running && !is_done)
                .then(|| Interval::new(STEP_MS, move || on.emit(BagEvent::Layers(layers + 1))));
            move || drop(timer)
        });
    }
    let step = |layers: usize| {
        let (on, running) = (on.clone(), running.setter());
        Callback::from(move |_: MouseEvent| {
            running.set(false);
            on.emit(BagEvent::Layers(layers));
        })
    };
    let toggle = {
        let (on, running) = (on.clone(), running.clone());
        Callback::from(move |_: MouseEvent| {
            if !*running && layers >= all {
                on.emit(BagEvent::Layers(1));
            }
            running.set(!*running);
        })
    };
    let on_slide = {
        let running = running.setter();
        on.reform(move |event: InputEvent| {
            running.set(false);
            let value = event.target_unchecked_into::<HtmlInputElement>().value();
            BagEvent::Layers(value.parse().unwrap_or(1))
        })
    };
    let on_pointer = {
        let (drawing, pointed, pane) = (drawing.clone(), pointed.clone(), pane.clone());
        Callback::from(move |event: PointerEvent| {
            let Some(pane) = pane.cast::<Element>() else { return };
            let area = pane.get_bounding_client_rect();
            let x = f64::from(event.client_x()) - area.left() + f64::from(pane.scroll_left());
            let y = f64::from(event.client_y()) - area.top();
            pointed.set(drawing.node_at(layers, (x, y)));
        })
    };
    let node = pointed.and_then(|at| drawing.nodes().get(at)).filter(|node| node.layer < layers);
    let newest: Vec<&ChainNode> =
        drawing.nodes().iter().filter(|node| node.layer + 1 == layers).collect();
    let sum = drawing.tile_sum(layers.saturating_sub(1));
    let is_all = layers >= all;
    html! {
        <div class="figure" data-figure="chain" data-layers={layers.to_string()}>
            <div class="row" role="group" aria-label="Layers of the chain">
                <button type="button" class="primary" data-control="grow" onclick={toggle}>
                    { if *running { "Pause" } else { "Grow" } }
                </button>
                <button type="button" data-control="fewer" aria-disabled={(layers <= 1).to_string()}
                    onclick={step(layers.saturating_sub(1).max(1))}>{ "Back" }</button>
                <button type="button" data-control="more" aria-disabled={is_all.to_string()}
                    onclick={step((layers + 1).min(all))}>{ "Next" }</button>
                <button type="button" data-control="all" aria-disabled={is_all.to_string()}
                    onclick={step(all)}>{ "All" }</button>
                <label class="layers">
                    <span>{ "Layers" }</span>
                    <input type="range" data-control="layers" min="1" max={all.to_string()}
                        value={layers.to_string()} oninput={on_slide} />
                </label>
            </div>
            <div class="chain-pane" ref={pane} tabindex="0" role="region"
                aria-label="The chain; scroll to see all layers" onpointermove={on_pointer}>
                { Html::from_html_unchecked((*svg).clone()) }
            </div>
            <p class="readout" data-readout="">
                { node.map_or_else(|| "Point to a bag for its numbers.".to_owned(), node_text) }
            </p>
            <details>
                <summary>
                    { format!("Layer {layers} of {all}: tile sum {sum}, {}",
                        counted(newest.len() as u64, "bag")) }
                </summary>
                <ul>
                    { for newest.iter().map(|node| html! { <li>{ node_text(node) }</li> }) }
                </ul>
            </details>
        </div>
    }
}

/// The numbers of a bag.
fn node_text(node: &ChainNode) -> String {
    let visits = percent(node.visits.min(1.0));
    if node.is_absorbing {
        return format!("{}: {visits} of all games end here", node.bag);
    }
    let steps = &node.steps;
    format!(
        "{}: in {visits} of all games; then {} more moves on average, from {} to {}",
        node.bag,
        decimals(steps.mean, 4),
        steps.fewest,
        steps.most
    )
}

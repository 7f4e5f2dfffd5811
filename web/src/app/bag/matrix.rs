//! The transition matrix.

use std::rc::Rc;

use mdp2048_bag::page::{BagResults, decimals};
use mdp2048_display::chart::page_svg;
use mdp2048_display::count;
use yew::{AttrValue, Html, Properties, function_component, html, use_memo};

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct MatrixProps {
    pub(crate) results: Rc<BagResults>,
}

/// Draws the matrix of a chain that is not too large, and its lower right corner.
#[function_component(MatrixView)]
pub(crate) fn matrix_view(props: &MatrixProps) -> Html {
    let results = &props.results;
    let pictures = use_memo(results.clone(), |results| {
        let charts = results.matrix.iter().flat_map(|it| [Some(it.draw()), it.draw_corner()]);
        charts.flatten().map(|chart| AttrValue::from(page_svg(&chart))).collect::<Vec<_>>()
    });
    let states = count(results.states.into());
    html! {
        <details class="matrix">
            <summary>{ format!("The transition matrix, {states} × {states}") }</summary>
            <p>{ "The states in which the game goes on come first, in the order of the tile sum, and \
                those that absorb last. So the matrix has four blocks: Q, from one of the former to \
                another; R, to the end; zeros; and ones on the diagonal. The expected visits of a \
                state are an entry of (I − Q)" }<sup>{ "−1" }</sup>
                { format!("; the row of the empty bag sums to {}, one more than the moves, as the \
                first two tiles are no move.", decimals(results.steps.mean + 1.0, 2)) }</p>
            <div class="figure">
                { for pictures.iter().cloned().map(Html::from_html_unchecked) }
            </div>
        </details>
    }
}

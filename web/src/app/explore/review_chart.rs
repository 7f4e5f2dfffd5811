//! The chart of a review, which is also a slider through the moves.

use mdp2048_display::chart::page_svg;
use mdp2048_explorer::{ExploreEvent, ReviewChart};
use web::browser::keys::has_modifier;
use web::components::width::use_width;
use web_sys::{Element, KeyboardEvent, MouseEvent, PointerEvent};
use yew::{
    AttrValue, Callback, Html, Properties, function_component, html, use_node_ref, use_state_eq,
};

/// The width of the chart before its place is measured.
const USUAL_WIDTH: f64 = 340.0;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct ReviewChartProps {
    pub(crate) chart: ReviewChart,
    /// The ply on the board.
    pub(crate) shown: usize,
    pub(crate) on: Callback<ExploreEvent>,
}

/// Shows the chart and the numbers under the pointer. A press
/// and the arrow keys, Home and End go to a move.
#[function_component(ReviewChartView)]
pub(crate) fn review_chart(props: &ReviewChartProps) -> Html {
    let ReviewChartProps { chart, shown, on } = props;
    let place = use_node_ref();
    let width = *use_width(&place, USUAL_WIDTH);
    let pointed = use_state_eq(|| None::<usize>);
    let last = chart.last();
    let pointed_now = pointed.filter(|&ply| ply <= last);
    let svg = AttrValue::from(page_svg(&chart.plot(width, *shown, pointed_now).draw()));
    let ply_at = {
        let (chart, place) = (chart.clone(), place.clone());
        move |event: &MouseEvent| {
            let left = place.cast::<Element>()?.get_bounding_client_rect().left();
            Some(chart.ply_at(width, f64::from(event.client_x()) - left))
        }
    };
    let on_move = {
        let (ply_at, pointed) = (ply_at.clone(), pointed.clone());
        Callback::from(move |event: PointerEvent| pointed.set(ply_at(&event)))
    };
    let on_leave = Callback::from(move |_: PointerEvent| pointed.set(None));
    let on_press = {
        let on = on.clone();
        Callback::from(move |event: MouseEvent| {
            if let Some(ply) = ply_at(&event) {
                on.emit(ExploreEvent::GoTo(ply));
            }
        })
    };
    // The line under the board speaks of the ply that is shown.
    let text = pointed_now.map_or("", |ply| chart.text(ply)).to_owned();
    html! {
        <figure class="chart">
            <figcaption class="hint">
                { "The value after each move. A dot is a move that is not the best." }
            </figcaption>
            <div class="chart-place" ref={place} role="slider" tabindex="0" data-control="chart"
                aria-label="Moves of the game" aria-valuemin="0" aria-valuemax={last.to_string()}
                aria-valuenow={shown.to_string()} aria-valuetext={chart.text(*shown).to_owned()}
                onpointermove={on_move} onpointerleave={on_leave} onclick={on_press}
                onkeydown={on_key(on, *shown, last)}>
                { Html::from_html_unchecked(svg) }
            </div>
            <p class="readout hint" data-readout="">{ text }</p>
        </figure>
    }
}

/// Goes to a move by the keys of a slider.
fn on_key(on: &Callback<ExploreEvent>, shown: usize, last: usize) -> Callback<KeyboardEvent> {
    let on = on.clone();
    Callback::from(move |event: KeyboardEvent| {
        if has_modifier(&event) {
            return;
        }
        let ply = match event.key().as_str() {
            "ArrowLeft" | "ArrowDown" => shown.saturating_sub(1),
            "ArrowRight" | "ArrowUp" => (shown + 1).min(last),
            "Home" => 0,
            "End" => last,
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        on.emit(ExploreEvent::GoTo(ply));
    })
}

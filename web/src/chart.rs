//! The chart of the win probability, which is also the slider through the game.

use mdp2048_player::{Event, Player, Plot, Tick};
use wasm_bindgen::JsCast as _;
use web_sys::{Element, KeyboardEvent, PointerEvent};
use yew::{Callback, Html, html};

/// The side of the square in which the line is drawn; the page stretches it.
const SIDE: f64 = 1000.0;

/// How many moves a page key goes.
const PAGE: isize = 10;

pub(crate) fn view(player: &Player, on: &Callback<Event>) -> Html {
    let plot = player.plot();
    let at = |x: f64| format!("left: calc(100% * {x:.5})");
    let dot =
        plot.cursor_height.map(|y| format!("{}; bottom: calc(100% * {y:.5})", at(plot.cursor)));
    html! {
        <figure class="chart">
            <figcaption>{ "Win probability after each move; drag to go back and forth" }</figcaption>
            <div class="axis-y" aria-hidden="true">
                { for plot.values.iter().map(|tick| label(tick, "bottom")) }
            </div>
            <div class="plot" role="slider" tabindex="0" aria-orientation="horizontal"
                aria-label="Move shown" aria-valuemin="0"
                aria-valuemax={player.furthest().to_string()}
                aria-valuenow={player.cursor().to_string()} aria-valuetext={player.plot_text()}
                data-control="scrub" onkeydown={keys(on)}
                onpointerdown={pointer(&plot, on, true)} onpointermove={pointer(&plot, on, false)}>
                <svg viewBox={format!("0 0 {SIDE} {SIDE}")} preserveAspectRatio="none"
                    aria-hidden="true">
                    { for plot.values.iter().map(grid_line) }
                    <path class="area" d={plot.area(SIDE)} />
                    <path class="line" d={plot.line(SIDE)} />
                </svg>
                <span class="cursor" style={at(plot.cursor)} />
                if let Some(style) = dot {
                    <span class="dot" {style} />
                }
            </div>
            <div class="axis-x" aria-hidden="true">
                { for plot.moves.iter().map(|tick| label(tick, "left")) }
            </div>
        </figure>
    }
}

fn label(tick: &Tick, side: &str) -> Html {
    html! { <span style={format!("{side}: calc(100% * {:.5})", tick.at)}>{ &tick.label }</span> }
}

fn grid_line(tick: &Tick) -> Html {
    let y = Plot::below_top(tick.at, SIDE).to_string();
    html! { <line class="grid" x1="0" x2={SIDE.to_string()} y1={y.clone()} y2={y} /> }
}

/// Scrubs where a pointer presses, and where it goes while it does.
fn pointer(plot: &Plot, on: &Callback<Event>, presses: bool) -> Callback<PointerEvent> {
    let (plot, on) = (plot.clone(), on.clone());
    Callback::from(move |event: PointerEvent| {
        // The pointer may be on the line, and Yew listens at the root.
        let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
        let chart = target.and_then(|it| it.closest("[role=slider]").ok().flatten());
        let Some(chart) = chart else { return };
        if presses {
            // So that a hurried finger may leave the chart.
            let _ = chart.set_pointer_capture(event.pointer_id());
        } else if event.buttons() == 0 {
            return;
        }
        let frame = chart.get_bounding_client_rect();
        let fraction = (f64::from(event.client_x()) - frame.left()) / frame.width();
        on.emit(Event::Scrub(plot.position_at(fraction)));
    })
}

fn keys(on: &Callback<Event>) -> Callback<KeyboardEvent> {
    let on = on.clone();
    Callback::from(move |event: KeyboardEvent| {
        if event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        let scrub = match event.key().as_str() {
            "ArrowLeft" | "ArrowDown" => Event::ScrubBy(-1),
            "ArrowRight" | "ArrowUp" => Event::ScrubBy(1),
            "PageDown" => Event::ScrubBy(-PAGE),
            "PageUp" => Event::ScrubBy(PAGE),
            "Home" => Event::Scrub(0),
            "End" => Event::Scrub(usize::MAX),
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        on.emit(scrub);
    })
}

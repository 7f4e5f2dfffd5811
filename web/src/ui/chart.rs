//! The chart of the win probability, which is also a slider through the game.

use mdp2048_display::no_break;
use mdp2048_player::{AxisTick, ChartData, Player, PlayerEvent};
use wasm_bindgen::JsCast as _;
use web_sys::{Element, KeyboardEvent, PointerEvent};
use yew::{Callback, Html, html};

/// Side of the square SVG view box; the style sheet stretches it to the width of the chart.
const SIDE: f64 = 1000.0;

/// Moves per press of Page Up or Page Down.
const PAGE_MOVES: isize = 10;

/// Renders the chart of a player.
pub(crate) fn view(player: &Player, on: &Callback<PlayerEvent>) -> Html {
    let plot = player.chart();
    let left_at = |x: f64| format!("left: calc(100% * {x:.5})");
    let dot =
        plot.cursor_y.map(|y| format!("{}; bottom: calc(100% * {y:.5})", left_at(plot.cursor_x)));
    html! {
        <figure class="chart">
            <figcaption>
                { "Win probability after each move; drag to go back and forth" }
            </figcaption>
            <div class="axis-y" aria-hidden="true">
                { for plot.value_ticks.iter().map(|tick| label(tick, "bottom")) }
            </div>
            <div class="plot" role="slider" tabindex="0" aria-orientation="horizontal"
                aria-label="Move shown" aria-valuemin="0"
                aria-valuemax={player.furthest().to_string()}
                aria-valuenow={player.cursor().to_string()} aria-valuetext={player.chart_text()}
                data-control="scrub" onkeydown={keys(on)}
                onpointerdown={pointer(&plot, on, true)} onpointermove={pointer(&plot, on, false)}>
                <svg viewBox={format!("0 0 {SIDE} {SIDE}")} preserveAspectRatio="none"
                    aria-hidden="true">
                    { for plot.value_ticks.iter().map(grid_line) }
                    <path class="area" d={plot.area(SIDE)} />
                    <path class="line" d={plot.line(SIDE)} />
                </svg>
                <span class="cursor" style={left_at(plot.cursor_x)} />
                if let Some(style) = dot {
                    <span class="dot" {style} />
                }
            </div>
            <div class="axis-x" aria-hidden="true">
                { for plot.move_ticks.iter().map(|tick| label(tick, "left")) }
            </div>
        </figure>
    }
}

fn label(tick: &AxisTick, side: &str) -> Html {
    let style = format!("{side}: calc(100% * {:.5})", tick.at);
    html! { <span {style}>{ no_break(&tick.label) }</span> }
}

fn grid_line(tick: &AxisTick) -> Html {
    let y = ChartData::svg_y(tick.at, SIDE).to_string();
    html! { <line class="grid" x1="0" x2={SIDE.to_string()} y1={y.clone()} y2={y} /> }
}

/// Returns a handler that moves to the position of a pressed pointer.
fn pointer(plot: &ChartData, on: &Callback<PlayerEvent>, is_press: bool) -> Callback<PointerEvent> {
    let (plot, on) = (plot.clone(), on.clone());
    Callback::from(move |event: PointerEvent| {
        // Yew listens at the root, and the target may be a child of the chart.
        let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
        let chart = target.and_then(|it| it.closest("[role=slider]").ok().flatten());
        let Some(chart) = chart else { return };
        if is_press {
            // A drag continues when the pointer leaves the chart.
            let _ = chart.set_pointer_capture(event.pointer_id());
        } else if event.buttons() == 0 {
            return;
        }
        let frame = chart.get_bounding_client_rect();
        let fraction = (f64::from(event.client_x()) - frame.left()) / frame.width();
        on.emit(PlayerEvent::GoTo(plot.position_at(fraction)));
    })
}

fn keys(on: &Callback<PlayerEvent>) -> Callback<KeyboardEvent> {
    let on = on.clone();
    Callback::from(move |event: KeyboardEvent| {
        if event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        let player_event = match event.key().as_str() {
            "ArrowLeft" | "ArrowDown" => PlayerEvent::GoBy(-1),
            "ArrowRight" | "ArrowUp" => PlayerEvent::GoBy(1),
            "PageDown" => PlayerEvent::GoBy(-PAGE_MOVES),
            "PageUp" => PlayerEvent::GoBy(PAGE_MOVES),
            "Home" => PlayerEvent::GoTo(0),
            "End" => PlayerEvent::GoTo(usize::MAX),
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        on.emit(player_event);
    })
}

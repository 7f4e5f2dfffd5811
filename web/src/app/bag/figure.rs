//! A figure with the numbers under the pointer.

use std::rc::Rc;

use mdp2048_bag::page::{BagFigure, BagResults, GameSample};
use mdp2048_display::chart::page_svg;
use web::components::width::use_width;
use web_sys::{Element, KeyboardEvent, PointerEvent};
use yew::{
    AttrValue, Callback, Html, Properties, UseStateHandle, function_component, html, use_memo,
    use_node_ref, use_state,
};

/// What a figure says if the reader points to nothing.
const NOTHING: &str = "Point to the figure, or tap it, for its numbers.";

/// The width of a figure before its place is measured.
const WIDTH: f64 = 720.0;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct FigureProps {
    pub(crate) figure: BagFigure,
    /// What the cursor of the figure chooses.
    pub(crate) cursor_name: &'static str,
    pub(crate) results: Rc<BagResults>,
    #[prop_or_default]
    pub(crate) tally: Option<Rc<GameSample>>,
}

/// Draws a figure as wide as its place. The pointer and the arrow keys move its cursor.
#[function_component(FigureView)]
pub(crate) fn figure_view(props: &FigureProps) -> Html {
    let FigureProps { figure, results, tally, .. } = props;
    let place = use_node_ref();
    let width = *use_width(&place, WIDTH);
    let cursor = use_state(|| None::<u32>);
    let drawn = (*figure, results.clone(), tally.clone(), width);
    let drawing = use_memo(drawn, |(figure, results, tally, width)| {
        let plot = figure.plot(results, tally.as_deref(), *width);
        AttrValue::from(page_svg(&plot.draw()))
    });
    let (least, most) = results.shown;
    // The cursor of another game may be outside.
    let shown = cursor.map(|at| at.clamp(least, most));
    let pointed = shown.map(|at| figure.pointed(results, tally.as_deref(), width, at));
    let text = pointed.as_ref().map(|pointed| pointed.text.clone());
    let on_pointer = {
        let (figure, results, place, cursor) =
            (*figure, results.clone(), place.clone(), cursor.clone());
        Callback::from(move |event: PointerEvent| {
            let Some(element) = place.cast::<Element>() else { return };
            let x = f64::from(event.client_x()) - element.get_bounding_client_rect().left();
            cursor.set(Some(figure.cursor_at(&results, width, x)));
        })
    };
    let on_leave = {
        let cursor = cursor.clone();
        Callback::from(move |_: PointerEvent| cursor.set(None))
    };
    let on_key = on_key(cursor, shown, (least, most));
    let svg = Html::from_html_unchecked((*drawing).clone());
    html! {
        <div class="figure" data-figure={figure.name()}>
            <div class="chart-place" ref={place} role="slider" tabindex="0"
                aria-label={props.cursor_name}
                aria-valuemin={least.to_string()} aria-valuemax={most.to_string()}
                aria-valuenow={shown.unwrap_or(least).to_string()}
                aria-valuetext={text.clone().unwrap_or_else(|| "nothing chosen".to_owned())}
                onpointermove={on_pointer.clone()} onpointerdown={on_pointer}
                onpointerleave={on_leave} onkeydown={on_key}>
                { svg }
                if let Some(pointed) = &pointed {
                    <span class="cursor" ~style={format!("left:{:.1}px", pointed.x)}></span>
                }
            </div>
            <p class="readout" data-readout="">{ text.unwrap_or_else(|| NOTHING.to_owned()) }</p>
        </div>
    }
}

/// Moves the cursor with the arrow keys, Home and End.
fn on_key(
    cursor: UseStateHandle<Option<u32>>,
    shown: Option<u32>,
    (least, most): (u32, u32),
) -> Callback<KeyboardEvent> {
    Callback::from(move |event: KeyboardEvent| {
        let next = match (event.key().as_str(), shown) {
            ("Home", _) => least,
            ("End", _) => most,
            ("Escape", _) => {
                cursor.set(None);
                return;
            }
            ("ArrowLeft" | "ArrowRight", None) => least.midpoint(most),
            ("ArrowLeft" | "ArrowDown", Some(at)) => at.saturating_sub(1).max(least),
            ("ArrowRight" | "ArrowUp", Some(at)) => (at + 1).min(most),
            _ => return,
        };
        event.prevent_default();
        cursor.set(Some(next));
    })
}

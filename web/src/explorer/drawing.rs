//! A chart that is as wide as its place.

use mdp2048_chart::{Chart, page_svg};
use web::width::use_width;
use yew::{AttrValue, Callback, Html, Properties, function_component, html, use_node_ref};

/// The width of a chart before its place is measured.
const USUAL_WIDTH: f64 = 320.0;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct DrawingProps {
    /// The name for scripts.
    pub(crate) name: &'static str,
    pub(crate) title: AttrValue,
    /// Draws the chart in a width.
    pub(crate) draw: Callback<f64, Chart>,
}

/// Shows a chart below its title.
#[function_component(Drawing)]
pub(crate) fn drawing(props: &DrawingProps) -> Html {
    let place = use_node_ref();
    let width = *use_width(&place, USUAL_WIDTH);
    let svg = AttrValue::from(page_svg(&props.draw.emit(width)));
    html! {
        <figure class="curve" data-chart={props.name}>
            <figcaption>{ props.title.clone() }</figcaption>
            <div class="chart-place" ref={place}>{ Html::from_html_unchecked(svg) }</div>
        </figure>
    }
}

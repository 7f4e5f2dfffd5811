//! A chart that is as wide as its place.

use mdp2048_display::chart::{Chart, page_svg};
use web::components::width::use_width;
use web_sys::Element;
use yew::{
    AttrValue, Callback, Html, MouseEvent, Properties, function_component, html, use_node_ref,
};

/// The width of a chart before its place is measured.
const USUAL_WIDTH: f64 = 320.0;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct DrawingProps {
    /// The name for scripts.
    pub(crate) name: &'static str,
    pub(crate) title: AttrValue,
    /// Draws the chart in a width.
    pub(crate) draw: Callback<f64, Chart>,
    /// Called with the width and the x coordinate of a press.
    #[prop_or_default]
    pub(crate) on_press: Callback<(f64, f64)>,
}

/// Shows a chart below its title.
#[function_component(Drawing)]
pub(crate) fn drawing(props: &DrawingProps) -> Html {
    let place = use_node_ref();
    let width = *use_width(&place, USUAL_WIDTH);
    let svg = AttrValue::from(page_svg(&props.draw.emit(width)));
    let press = {
        let (place, on_press) = (place.clone(), props.on_press.clone());
        Callback::from(move |event: MouseEvent| {
            let Some(element) = place.cast::<Element>() else { return };
            let left = element.get_bounding_client_rect().left();
            on_press.emit((width, f64::from(event.client_x()) - left));
        })
    };
    html! {
        <figure class="curve" data-chart={props.name}>
            <figcaption>{ props.title.clone() }</figcaption>
            <div class="chart-place" ref={place} onclick={press}>
                { Html::from_html_unchecked(svg) }
            </div>
        </figure>
    }
}

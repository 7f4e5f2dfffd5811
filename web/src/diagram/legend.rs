//! The meaning of what is drawn.

use mdp2048_diagram::page::{Drawing, Settings};
use mdp2048_diagram::scene::legend_entries;
use yew::{Html, html};

use crate::shapes::view_shape;

/// The legend: the symbols that occur in the drawing, and those of the page.
pub(crate) fn legend(drawing: &Drawing, settings: &Settings) -> Html {
    let token = html! { <g class="token"><rect x="6" y="2" width="16" height="14" rx="4" /></g> };
    let shade = html! {
        <rect class="shade" x="4" y="1" width="22" height="16" rx="5" opacity="0.7" />
    };
    html! {
        <ul class="legend" aria-label="Legend">
            { for legend_entries(&drawing.figure).into_iter().map(|(symbol, label)| {
                let shapes = symbol.draw(0.0, HEIGHT / 2.0);
                entry(symbol.width(), html! { { for shapes.iter().map(view_shape) } }, label)
            }) }
            if settings.state.is_none() {
                { entry(WIDTH, token, "the game you follow") }
            }
            if settings.shading {
                { entry(WIDTH, shade, "visited states: the darker, the more games") }
            }
        </ul>
    }
}

/// The width of the symbols of the page, and the height of all symbols.
const WIDTH: f64 = 30.0;
const HEIGHT: f64 = 18.0;

fn entry(width: f64, symbol: Html, label: &'static str) -> Html {
    html! {
        <li>
            if width > 0.0 {
                <svg class="diagram" width={width.to_string()} height={HEIGHT.to_string()}
                    viewBox={format!("0 0 {width} {HEIGHT}")} aria-hidden="true">{ symbol }</svg>
            }
            { label }
        </li>
    }
}

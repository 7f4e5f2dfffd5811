//! The drawing as a file.

use mdp2048_diagram::DrawingFormat;
use mdp2048_diagram::page::DiagramEvent;
use web::components::fields::button;
use yew::{Callback, Html, html};

use crate::button::event_button;

/// Offers a button for each file format. `diagram-element.js` saves the PNG file.
pub(crate) fn downloads(on: &Callback<DiagramEvent>) -> Html {
    let saved = |label, format: DrawingFormat| {
        event_button(format.name, label, format.help, true, (on, DiagramEvent::Save(format)))
    };
    html! {
        <details class="downloads">
            <summary data-control="download">{ "Download the drawing" }</summary>
            <div class="steps">
                { saved("SVG", DrawingFormat::SVG) }
                { button("png", "PNG", "A picture", Callback::noop()) }
                { saved("DOT", DrawingFormat::DOT) }
            </div>
        </details>
    }
}

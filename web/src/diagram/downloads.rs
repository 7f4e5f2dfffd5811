//! The drawing as a file.

use mdp2048_diagram::DrawingFormat;
use mdp2048_diagram::page::{Drawing, Settings};
use web::browser::save_text;
use yew::{Callback, Html, html};

use crate::button::button;

/// Offers a button for each file format. It sends no events: those of texts save the files
/// themselves, and `diagram-element.js` saves the PNG file.
pub(crate) fn downloads(settings: &Settings) -> Html {
    let saved = |save: fn(&Settings)| {
        let settings = settings.clone();
        Callback::from(move |_| save(&settings))
    };
    let (svg, dot) = (DrawingFormat::SVG, DrawingFormat::DOT);
    html! {
        <details class="downloads">
            <summary data-control="download">{ "Download the drawing" }</summary>
            <div class="steps">
                { button(svg.name, "SVG", svg.help, true,
                    saved(|it| save(it, DrawingFormat::SVG))) }
                { button("png", "PNG", "A picture", true, Callback::noop()) }
                { button(dot.name, "DOT", dot.help, true,
                    saved(|it| save(it, DrawingFormat::DOT))) }
            </div>
        </details>
    }
}

fn save(settings: &Settings, format: DrawingFormat) {
    let Ok(figure) = Drawing::for_export(settings) else { return };
    let name = format!("{}.{}", settings.game.name(), format.name);
    save_text(&(format.write)(&figure), format.media_type, &name);
}

//! Buttons that save a figure.

use mdp2048_display::chart::{Chart, svg};
use web::browser::save_text;
use yew::{Callback, Html, html};

/// Renders the buttons of a figure. Its file is made when a button is pressed.
pub(crate) fn files(
    name: &str,
    title: &'static str,
    chart: impl Fn() -> Chart + 'static,
    csv: impl Fn() -> String + 'static,
) -> Html {
    let (svg_name, csv_name) = (format!("{name}.svg"), format!("{name}.csv"));
    let save_svg = move |_| save_text(&svg(&chart()), "image/svg+xml", &svg_name);
    let save_csv = move |_| save_text(&csv(), "text/csv", &csv_name);
    html! {
        <div class="files" role="group" aria-label={format!("Download: {title}")}>
            <button type="button" data-control="svg" title="Save this figure as a drawing"
                onclick={Callback::from(save_svg)}>{ "SVG" }</button>
            <button type="button" data-control="csv" title="Save its numbers as a table"
                onclick={Callback::from(save_csv)}>{ "CSV" }</button>
        </div>
    }
}

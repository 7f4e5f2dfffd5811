//! The drawing of a chart, as an SVG file and as an element of a page.

use std::fmt::Write as _;

use crate::svg::{Area, SvgColour, SvgShape, SvgStyle, coordinate, escape};

/// How charts look.
const STYLE: SvgStyle = SvgStyle {
    class: "chart-drawing",
    colours: &[
        SvgColour::new("chart-paper", "#fffdf8", "#25221e", "--surface"),
        SvgColour::new("chart-ink", "#2f2b25", "#ece6da", "--ink"),
        SvgColour::new("chart-soft", "#6a6155", "#b0a696", "--soft"),
        SvgColour::new("chart-rule", "#ddd4c3", "#423c33", "--rule"),
        SvgColour::new("chart-main", "#8a5a1c", "#e3b873", "--accent"),
        SvgColour::new("chart-sample", "#2a6fb0", "#6cb0ee", ""),
        SvgColour::new("chart-end", "#c53a2f", "#f2857a", ""),
    ],
    rules: include_str!("chart.css"),
};

/// A drawing.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Chart {
    /// The title.
    pub title: String,
    /// A description for those who do not see the drawing.
    pub description: String,
    /// The width in pixels.
    pub width: f64,
    /// The height in pixels.
    pub height: f64,
    /// The shapes, from back to front.
    pub shapes: Vec<SvgShape>,
}

/// Returns the style sheet of the charts on a page. The `color-scheme` of the page chooses between
/// light and dark colours, and the custom properties `--surface`, `--ink`, `--soft`, `--rule` and
/// `--accent` of the page replace some of them.
pub fn page_style() -> String {
    STYLE.of_page()
}

/// Writes a chart as an SVG file that contains its title, its description and its style sheet.
pub fn svg(chart: &Chart) -> String {
    let area = Area::new(0.0, 0.0, chart.width, chart.height);
    STYLE.file_start(area, &chart.title, &chart.description) + &shapes(chart) + "</svg>\n"
}

/// Writes a chart as an element of a page that has the [`page_style`]. Its title and description
/// are its accessible name, so that no tooltip covers the chart.
pub fn page_svg(chart: &Chart) -> String {
    let name = escape(&format!("{}. {}", chart.title, chart.description));
    let [width, height] = [chart.width, chart.height].map(coordinate);
    format!(
        "<svg class=\"{}\" role=\"img\" aria-label=\"{name}\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\">{}</svg>",
        STYLE.class,
        shapes(chart)
    )
}

fn shapes(chart: &Chart) -> String {
    chart.shapes.iter().fold(String::new(), |mut text, shape| {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{shape}");
        text
    })
}

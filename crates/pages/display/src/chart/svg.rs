//! Charts as SVG.

use std::fmt::Write as _;

use crate::chart::shapes::{Chart, ChartShape};

/// The rules of the style sheet of a chart, which use the colours.
const RULES: &str = include_str!("chart.css");

/// The names of the colours, each with its light and its dark value, and the custom property of a
/// page that replaces it, if there is one.
const COLOURS: [(&str, &str, &str, &str); 7] = [
    ("chart-paper", "#fffdf8", "#25221e", "surface"),
    ("chart-ink", "#2f2b25", "#ece6da", "ink"),
    ("chart-soft", "#6a6155", "#b0a696", "soft"),
    ("chart-rule", "#ddd4c3", "#423c33", "rule"),
    ("chart-main", "#8a5a1c", "#e3b873", "accent"),
    ("chart-sample", "#2a6fb0", "#6cb0ee", ""),
    ("chart-end", "#c53a2f", "#f2857a", ""),
];

/// Returns the style sheet of a chart in a file. The reader's preference chooses between light and
/// dark colours.
fn file_style() -> String {
    let light = declarations(|(_, light, _, _)| light.to_owned());
    let dark = declarations(|(_, _, dark, _)| dark.to_owned());
    let query = "@media screen and (prefers-color-scheme: dark)";
    format!(".chart-drawing {{{light}}}\n{query} {{\n.chart-drawing {{{dark}}}\n}}\n{RULES}")
}

/// Returns the style sheet of the charts on a page. The `color-scheme` of the page chooses between
/// light and dark colours, and the custom properties `--surface`, `--ink`, `--soft`, `--rule` and
/// `--accent` of the page replace some of them.
pub fn page_style() -> String {
    let colours = declarations(|(_, light, dark, property)| {
        let colour = format!("light-dark({light}, {dark})");
        if property.is_empty() { colour } else { format!("var(--{property}, {colour})") }
    });
    format!(".chart-drawing {{{colours}}}\n{RULES}")
}

fn declarations(value: impl Fn((&str, &str, &str, &str)) -> String) -> String {
    let declare =
        |colour: (&str, &str, &str, &str)| format!("\n  --{}: {};", colour.0, value(colour));
    COLOURS.into_iter().map(declare).chain(["\n".to_owned()]).collect()
}

/// Writes a chart as an SVG file that contains its title, its description and its style sheet.
pub fn svg(chart: &Chart) -> String {
    let mut out = String::new();
    open(&mut out, chart, " xmlns=\"http://www.w3.org/2000/svg\"", "");
    // Writing to a string does not fail.
    let _ = write!(
        out,
        "\n<title>{}</title>\n<desc>{}</desc>\n<style>\n{}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n",
        escape(&chart.title),
        escape(&chart.description),
        file_style()
    );
    shapes(&mut out, chart);
    out + "</svg>\n"
}

/// Writes a chart as an element of a page that has the [`page_style`]. Its title and description
/// are its accessible name, so that no tooltip covers the chart.
pub fn page_svg(chart: &Chart) -> String {
    let mut out = String::new();
    let name = format!("{}. {}", chart.title, chart.description);
    open(&mut out, chart, "", &format!(" aria-label=\"{}\"", escape(&name)));
    shapes(&mut out, chart);
    out + "</svg>"
}

/// Writes the start tag.
fn open(out: &mut String, chart: &Chart, namespace: &str, name: &str) {
    let (width, height) = (coordinate(chart.width), coordinate(chart.height));
    let _ = write!(
        out,
        "<svg{namespace} class=\"chart-drawing\" role=\"img\"{name} width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\">"
    );
}

fn shapes(out: &mut String, chart: &Chart) {
    for shape in &chart.shapes {
        let _ = match shape {
            ChartShape::Path { class, path } => {
                writeln!(out, "<path class=\"{}\" d=\"{}\"/>", escape(class), escape(path))
            }
            ChartShape::Rectangle { class, x, y, width, height } => writeln!(
                out,
                "<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                escape(class),
                coordinate(*x),
                coordinate(*y),
                coordinate(*width),
                coordinate(*height)
            ),
            ChartShape::Text { class, x, y, anchor, text } => writeln!(
                out,
                "<text class=\"{}\" x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>",
                escape(class),
                coordinate(*x),
                coordinate(*y),
                anchor.name(),
                escape(text)
            ),
        };
    }
}

/// Writes a coordinate with at most one decimal: `12`, `1.2`.
pub fn coordinate(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Escapes a text for an element or an attribute of an SVG file.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::shapes::TextAnchor;

    #[test]
    fn coordinates_have_at_most_one_decimal() {
        assert_eq!([1.0, 1.25, -0.01, 10.55].map(coordinate), ["1", "1.2", "0", "10.6"]);
    }

    #[test]
    fn text_is_escaped() {
        let text = ChartShape::text("a", (1.0, 2.25), TextAnchor::End, "1 < 2 & \"3\" > 2");
        let chart = Chart { title: "a \"b\"".to_owned(), shapes: vec![text], ..Chart::default() };
        let element = "<text class=\"a\" x=\"1\" y=\"2.2\" text-anchor=\"end\">1 &lt; 2 &amp; \
                       &quot;3&quot; &gt; 2</text>";
        assert!(svg(&chart).contains(element));
        assert!(page_svg(&chart).contains("aria-label=\"a &quot;b&quot;. \""));
    }
}

//! Drawings as SVG.

use std::fmt::Write as _;

use crate::coordinate::coordinate;
use crate::scene::{Area, Scene, SceneGroup, SceneShape, Subject};

/// The style sheet of a drawing, with light and dark colours. A page may use it or its own.
pub const STYLE: &str = include_str!("diagram.css");

/// Writes a drawing as an SVG file that contains its title, its description and its style sheet.
pub fn svg(scene: &Scene) -> String {
    let whole = Area { x: 0.0, y: 0.0, width: scene.width, height: scene.height };
    write(scene, whole, &scene.groups.iter().collect::<Vec<_>>())
}

/// Writes a drawing without heading and legend, for a small picture with a caption of its own.
pub fn thumbnail(scene: &Scene) -> String {
    let is_content =
        |group: &&SceneGroup| group.subject != Subject::Decoration || group.class == "columns";
    write(scene, scene.content, &scene.groups.iter().filter(is_content).collect::<Vec<_>>())
}

/// Writes the part of a drawing within `area`.
fn write(scene: &Scene, area: Area, groups: &[&SceneGroup]) -> String {
    let (x, y) = (coordinate(area.x), coordinate(area.y));
    let (width, height) = (coordinate(area.width), coordinate(area.height));
    let origin = if area.x == 0.0 && area.y == 0.0 {
        String::new()
    } else {
        format!("x=\"{x}\" y=\"{y}\" ")
    };
    let mut out = String::new();
    let mut line = |text: std::fmt::Arguments<'_>| {
        // Writing to a string does not fail.
        let _ = writeln!(out, "{text}");
    };
    line(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"diagram\" role=\"img\" \
         width=\"{width}\" height=\"{height}\" viewBox=\"{x} {y} {width} {height}\">"
    ));
    line(format_args!("<title>{}</title>", escape(&scene.title)));
    line(format_args!("<desc>{}</desc>", escape(&scene.description)));
    line(format_args!("<style>\n{}</style>", STYLE));
    line(format_args!("<rect class=\"paper\" {origin}width=\"100%\" height=\"100%\"/>"));
    for group in groups {
        line(format_args!("<g class=\"{}\">", escape(&group.class)));
        if !group.tooltip.is_empty() {
            line(format_args!("<title>{}</title>", escape(&group.tooltip)));
        }
        for shape in &group.shapes {
            line(format_args!("{}", element(shape)));
        }
        line(format_args!("</g>"));
    }
    line(format_args!("</svg>"));
    out
}

fn element(shape: &SceneShape) -> String {
    match shape {
        SceneShape::Rectangle { class, area, radius } => format!(
            "<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>",
            escape(class),
            coordinate(area.x),
            coordinate(area.y),
            coordinate(area.width),
            coordinate(area.height),
            coordinate(*radius),
        ),
        SceneShape::Path { class, path, width } => format!(
            "<path class=\"{}\" d=\"{path}\" stroke-width=\"{}\"/>",
            escape(class),
            coordinate(*width)
        ),
        SceneShape::Text { class, x, y, anchor, text } => format!(
            "<text class=\"{}\" x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>",
            escape(class),
            coordinate(*x),
            coordinate(*y),
            anchor.name(),
            escape(text)
        ),
    }
}

/// Escapes a text for an element or an attribute.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        assert_eq!(escape("a < \"b\" & c > d"), "a &lt; &quot;b&quot; &amp; c &gt; d");
    }
}

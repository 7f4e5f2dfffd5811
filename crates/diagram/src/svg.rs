//! Drawings as SVG.

use std::fmt::Write as _;

use crate::numbers::coordinate;
use crate::scene::{Area, Scene, SceneGroup, SceneShape, Subject};

/// The looks of a drawing, for light and dark; a page may use the same or its own.
pub const STYLE: &str = include_str!("diagram.css");

/// A drawing as a file that stands alone: title, description and style within.
pub fn svg(scene: &Scene) -> String {
    let whole = Area { x: 0.0, y: 0.0, width: scene.width, height: scene.height };
    write(scene, whole, &scene.groups.iter().collect::<Vec<_>>())
}

/// A drawing without heading and legend, as a small picture beside a text that says what it is.
pub fn thumbnail(scene: &Scene) -> String {
    let inside =
        |group: &&SceneGroup| group.subject != Subject::Decoration || group.class == "columns";
    write(scene, scene.content, &scene.groups.iter().filter(inside).collect::<Vec<_>>())
}

fn write(scene: &Scene, area: Area, groups: &[&SceneGroup]) -> String {
    let (x, y) = (coordinate(area.x), coordinate(area.y));
    let (width, height) = (coordinate(area.width), coordinate(area.height));
    let at = if area.x == 0.0 && area.y == 0.0 {
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
    line(format_args!("<rect class=\"paper\" {at}width=\"100%\" height=\"100%\"/>"));
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

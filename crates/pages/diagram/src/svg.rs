//! Drawings as SVG.

use std::fmt::{Display, Write as _};

use mdp2048_display::svg::{Area, SvgColour, SvgStyle, escape};

use crate::scene::{Scene, SceneGroup, Subject};

/// How drawings look. An author may replace some of the colours.
const STYLE: SvgStyle = SvgStyle {
    class: "diagram",
    colours: &[
        SvgColour::new("paper", "#fbf9f5", "#191714", "--mdp2048-paper"),
        SvgColour::new("column", "#f3eee5", "#22201c", ""),
        SvgColour::new("ink", "#33291f", "#f0ebe3", "--mdp2048-ink"),
        SvgColour::new("soft", "#6d6256", "#b5aa9c", "--mdp2048-soft"),
        SvgColour::new("line", "#a89d90", "#7b7166", ""),
        SvgColour::new("best", "#2a6fb0", "#6cb0ee", "--mdp2048-accent"),
        SvgColour::new("win", "#2e8540", "#6cc77d", "--mdp2048-good"),
        SvgColour::new("lose", "#c53a2f", "#f2857a", "--mdp2048-bad"),
        SvgColour::new("taken", "#8250b8", "#c49bf0", ""),
        SvgColour::new("start", "#00838f", "#4dc7d1", ""),
        SvgColour::new("on", "#ffffff", "#10202e", ""),
        SvgColour::new("best-soft", "#d9e8f6", "#1d3347", ""),
        SvgColour::new("start-soft", "#c4ecef", "#12484d", ""),
        SvgColour::new("win-soft", "#dcefdc", "#1c3522", ""),
        SvgColour::new("lose-soft", "#fae0dc", "#452320", ""),
        SvgColour::new("fade", "#b9aea2", "#6d645b", ""),
        SvgColour::new("grid", "#bbada0", "#57504a", "--mdp2048-frame"),
        SvgColour::new("cell", "#cdc1b4", "#6b635b", "--mdp2048-empty"),
    ],
    rules: include_str!("diagram.css"),
};

/// Returns the style sheet of the drawings on a page. The `color-scheme` of the page chooses
/// between light and dark colours, and custom properties of the page replace some of them.
pub fn page_style() -> String {
    STYLE.of_page()
}

/// Writes a drawing as an SVG file that contains its title, its description and its style sheet.
pub fn svg(scene: &Scene) -> String {
    let whole = Area::new(0.0, 0.0, scene.width, scene.height);
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
    let mut out = STYLE.file_start(area, &scene.title, &scene.description);
    let mut line = |text: &dyn Display| {
        // Writing to a string does not fail.
        let _ = writeln!(out, "{text}");
    };
    for group in groups {
        line(&format_args!("<g class=\"{}\">", escape(&group.class)));
        if !group.tooltip.is_empty() {
            line(&format_args!("<title>{}</title>", escape(&group.tooltip)));
        }
        group.shapes.iter().for_each(|shape| line(shape));
        line(&"</g>");
    }
    line(&"</svg>");
    out
}

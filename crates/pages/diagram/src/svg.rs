//! Drawings as SVG.

use std::fmt::Write as _;

use mdp2048_display::chart::{coordinate, escape};

use crate::scene::{Area, Scene, SceneGroup, SceneShape, Subject};

/// The rules of the style sheet of a drawing, which use the colours.
const RULES: &str = include_str!("diagram.css");

/// The names of the colours, each with its light and its dark value.
const COLOURS: [(&str, &str, &str); 16] = [
    ("paper", "#fbf9f5", "#191714"),
    ("column", "#f3eee5", "#22201c"),
    ("ink", "#33291f", "#f0ebe3"),
    ("soft", "#6d6256", "#b5aa9c"),
    ("line", "#a89d90", "#7b7166"),
    ("best", "#2a6fb0", "#6cb0ee"),
    ("win", "#2e8540", "#6cc77d"),
    ("lose", "#c53a2f", "#f2857a"),
    ("taken", "#8250b8", "#c49bf0"),
    ("on", "#ffffff", "#10202e"),
    ("best-soft", "#d9e8f6", "#1d3347"),
    ("win-soft", "#dcefdc", "#1c3522"),
    ("lose-soft", "#fae0dc", "#452320"),
    ("fade", "#b9aea2", "#6d645b"),
    ("grid", "#bbada0", "#57504a"),
    ("cell", "#cdc1b4", "#6b635b"),
];

/// The colours of a drawing that an author may replace, each with the name of the CSS property.
const PROPERTIES: [(&str, &str); 8] = [
    ("paper", "--mdp2048-paper"),
    ("ink", "--mdp2048-ink"),
    ("soft", "--mdp2048-soft"),
    ("best", "--mdp2048-accent"),
    ("win", "--mdp2048-good"),
    ("lose", "--mdp2048-bad"),
    ("grid", "--mdp2048-frame"),
    ("cell", "--mdp2048-empty"),
];

/// Returns the style sheet of a drawing in a file. The reader's preference chooses between light
/// and dark colours.
fn file_style() -> String {
    let light = declarations(|_, light, _| light.to_owned());
    let dark = declarations(|_, _, dark| dark.to_owned());
    let query = "@media screen and (prefers-color-scheme: dark)";
    format!(".diagram {{{light}}}\n{query} {{\n.diagram {{{dark}}}\n}}\n{RULES}")
}

/// Returns the style sheet of the drawings on a page. The `color-scheme` of the page chooses
/// between light and dark colours, and custom properties of the page replace some of them.
pub fn page_style() -> String {
    let colours = declarations(|name, light, dark| {
        let colour = format!("light-dark({light}, {dark})");
        let property = PROPERTIES.iter().find(|(known, _)| *known == name);
        property.map_or(colour.clone(), |it| format!("var({}, {colour})", it.1))
    });
    format!(".diagram {{{colours}}}\n{RULES}")
}

/// Declares each colour, given its name, its light and its dark value.
fn declarations(value: impl Fn(&str, &str, &str) -> String) -> String {
    let declare = |(name, light, dark)| format!("\n  --{name}: {};", value(name, light, dark));
    COLOURS.into_iter().map(declare).chain(["\n".to_owned()]).collect()
}

/// Writes a drawing as an SVG file that contains its title, its description and its style sheet.
pub fn svg(scene: &Scene) -> String {
    let whole = Area { x: 0.0, y: 0.0, width: scene.width, height: scene.height };
    write(scene, whole, &scene.groups.iter().collect::<Vec<_>>())
}

/// The largest part of a drawing that a thumbnail shows: at a width of 260 pixels, a board has 24.
const THUMBNAIL: (f64, f64) = (520.0, 310.0);

/// Writes the middle of a drawing without heading and legend, for a small picture with a caption of
/// its own: a part of a large game whose boards can be recognised.
pub fn thumbnail(scene: &Scene) -> String {
    let is_content =
        |group: &&SceneGroup| group.subject != Subject::Decoration || group.class == "columns";
    write(scene, middle(scene), &scene.groups.iter().filter(is_content).collect::<Vec<_>>())
}

/// The part in the middle of a drawing, of the height where most of its boards are.
fn middle(scene: &Scene) -> Area {
    let Area { x, y, width, height } = scene.content;
    let (part_width, part_height) = (width.min(THUMBNAIL.0), height.min(THUMBNAIL.1));
    let left = x + (width - part_width) / 2.0;
    let is_inside = |area: &&Area| left <= area.x && area.x + area.width <= left + part_width;
    let centres = scene.node_areas.iter().filter(is_inside).map(|area| area.y + area.height / 2.0);
    let centres: Vec<f64> = centres.collect();
    let centre = match centres.len() {
        0 => y + height / 2.0,
        count => centres.iter().sum::<f64>() / count as f64,
    };
    let top = (centre - part_height / 2.0).clamp(y, y + height - part_height);
    Area { x: left, y: top, width: part_width, height: part_height }
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
    line(format_args!("<style>\n{}</style>", file_style()));
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

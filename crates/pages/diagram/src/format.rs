//! The file formats of drawings.

use crate::dot::dot;
use crate::figure::Figure;
use crate::scene::Scene;
use crate::svg::svg;

/// A file format of drawings.
#[derive(Clone, Copy, Debug)]
pub struct DrawingFormat {
    /// The name, which the names of its files end with.
    pub name: &'static str,
    /// What it is for.
    pub help: &'static str,
    /// The media type.
    pub media_type: &'static str,
    /// Writes a figure.
    pub write: fn(&Figure) -> String,
}

impl DrawingFormat {
    /// A drawing as an image.
    pub const SVG: Self = Self {
        name: "svg",
        help: "A drawing for every size",
        media_type: "image/svg+xml",
        write: |figure| svg(&Scene::draw(figure)),
    };

    /// The DOT language.
    pub const DOT: Self = Self {
        name: "dot",
        help: "A graph for Graphviz",
        media_type: "text/vnd.graphviz",
        write: dot,
    };

    /// All formats.
    pub const ALL: [Self; 2] = [Self::SVG, Self::DOT];
}

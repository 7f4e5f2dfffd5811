//! The groups of shapes of a drawing.

use mdp2048_display::svg::{SvgShape, TextAnchor};

/// Shapes that together draw one node, one edge or a part of the decoration.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneGroup {
    /// What the shapes draw.
    pub subject: Subject,
    /// CSS classes separated by spaces: the kind of the subject and its properties.
    pub class: String,
    /// A description of the subject for a tooltip and for screen readers; may be empty.
    pub tooltip: String,
    /// The shapes, from back to front.
    pub shapes: Vec<SvgShape>,
}

/// What a group draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// Heading, columns or legend.
    Decoration,
    /// A node of the figure, by its index.
    Node(usize),
    /// An edge of the figure, by its index.
    Edge(usize),
}

/// A text whose start is at (x, y).
pub(super) fn text(class: &str, x: f64, y: f64, text: impl Into<String>) -> SvgShape {
    SvgShape::text(class, (x, y), TextAnchor::Start, text)
}

/// A text whose middle is at (x, y).
pub(super) fn centred_text(class: &str, x: f64, y: f64, text: impl Into<String>) -> SvgShape {
    SvgShape::text(class, (x, y), TextAnchor::Middle, text)
}

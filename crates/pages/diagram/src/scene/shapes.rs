//! The shapes of a drawing and the groups they are in.

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
    pub shapes: Vec<SceneShape>,
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

/// A rectangle of the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Area {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

impl Area {
    /// The area with a border of the given width added on all four sides.
    #[must_use]
    pub fn grown(self, border: f64) -> Self {
        Self {
            x: self.x - border,
            y: self.y - border,
            width: self.width + 2.0 * border,
            height: self.height + 2.0 * border,
        }
    }
}

/// A shape with its CSS classes.
#[derive(Clone, Debug, PartialEq)]
pub enum SceneShape {
    /// A rectangle with rounded corners.
    Rectangle {
        /// CSS classes separated by spaces.
        class: String,
        /// The rectangle.
        area: Area,
        /// Radius of the corners.
        radius: f64,
    },
    /// A curve without filling.
    Path {
        /// CSS classes separated by spaces.
        class: String,
        /// The path in SVG notation.
        path: String,
        /// The width of the stroke.
        width: f64,
    },
    /// A line of text.
    Text {
        /// CSS classes separated by spaces.
        class: String,
        /// The x coordinate of the anchor.
        x: f64,
        /// The y coordinate of the baseline.
        y: f64,
        /// The part of the text that is at `x`.
        anchor: Anchor,
        /// The text.
        text: String,
    },
}

/// The part of a text that is at its x coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The start of the text.
    Start,
    /// The middle of the text.
    Middle,
}

impl Anchor {
    /// The value of the SVG attribute `text-anchor`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
        }
    }
}

/// A rectangle with rounded corners.
pub(super) fn rectangle(class: &str, area: Area, radius: f64) -> SceneShape {
    SceneShape::Rectangle { class: class.to_owned(), area, radius }
}

/// A text whose start is at (x, y).
pub(super) fn text(class: &str, x: f64, y: f64, text: impl Into<String>) -> SceneShape {
    SceneShape::Text { class: class.to_owned(), x, y, anchor: Anchor::Start, text: text.into() }
}

/// A text whose middle is at (x, y).
pub(super) fn centred_text(class: &str, x: f64, y: f64, text: impl Into<String>) -> SceneShape {
    SceneShape::Text { class: class.to_owned(), x, y, anchor: Anchor::Middle, text: text.into() }
}

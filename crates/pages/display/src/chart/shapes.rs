//! The drawing: shapes with coordinates.

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
    pub shapes: Vec<ChartShape>,
}

/// A shape with its CSS classes, which are separated by spaces.
#[derive(Clone, Debug, PartialEq)]
pub enum ChartShape {
    /// A line or a region.
    Path {
        /// The classes.
        class: String,
        /// The path in SVG notation.
        path: String,
    },
    /// A rectangle.
    Rectangle {
        /// The classes.
        class: String,
        /// The left edge.
        x: f64,
        /// The top edge.
        y: f64,
        /// The width.
        width: f64,
        /// The height.
        height: f64,
    },
    /// A line of text.
    Text {
        /// The classes.
        class: String,
        /// The x coordinate of the anchor.
        x: f64,
        /// The y coordinate of the baseline.
        y: f64,
        /// The part of the text that is at `x`.
        anchor: TextAnchor,
        /// The text.
        text: String,
    },
}

impl ChartShape {
    /// A path.
    pub fn path(class: impl Into<String>, path: impl Into<String>) -> Self {
        Self::Path { class: class.into(), path: path.into() }
    }

    /// A rectangle, given its left and top edge, its width and its height.
    pub fn rectangle(class: impl Into<String>, [x, y, width, height]: [f64; 4]) -> Self {
        Self::Rectangle { class: class.into(), x, y, width, height }
    }

    /// A text.
    pub fn text(
        class: impl Into<String>,
        (x, y): (f64, f64),
        anchor: TextAnchor,
        text: impl Into<String>,
    ) -> Self {
        Self::Text { class: class.into(), x, y, anchor, text: text.into() }
    }
}

/// The part of a text that is at its x coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextAnchor {
    /// The start.
    Start,
    /// The middle.
    Middle,
    /// The end.
    End,
}

impl TextAnchor {
    /// The value of the SVG attribute `text-anchor`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

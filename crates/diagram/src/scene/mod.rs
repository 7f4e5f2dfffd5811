//! A figure with everything in its place: shapes that an SVG writer or a page can draw as they are.

mod edges;
mod legend;
mod measure;
mod nodes;
mod plan;

use crate::figure::Figure;
use crate::layout::Effort;
use plan::Plan;

/// A drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// What it is, in a line.
    pub title: String,
    /// What there is to see, in a sentence or two.
    pub description: String,
    /// Width, in units of which the text of a node takes about 11.
    pub width: f64,
    /// Height, in the same units.
    pub height: f64,
    /// What is drawn, from back to front.
    pub groups: Vec<SceneGroup>,
    /// Where each node of the figure is, by its number.
    pub node_areas: Vec<Area>,
    /// The part with the columns and all that is in them, without heading and legend.
    pub content: Area,
}

/// Shapes that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneGroup {
    /// What they stand for.
    pub subject: Subject,
    /// Classes, apart by spaces: what it is and how it is to look.
    pub class: String,
    /// What there is to say of it, for a tooltip and for those who cannot see it; may be empty.
    pub tooltip: String,
    /// The shapes, from back to front.
    pub shapes: Vec<SceneShape>,
}

/// What a group stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// The frame around the drawing: heading, columns, legend.
    Decoration,
    /// An node of the figure, by its number.
    Node(usize),
    /// A edge of the figure, by its number.
    Edge(usize),
}

/// A rectangle that an node takes.
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

/// A shape, with its classes.
#[derive(Clone, Debug, PartialEq)]
pub enum SceneShape {
    /// A rectangle with corners of a radius.
    Rectangle {
        /// Classes.
        class: String,
        /// Where.
        area: Area,
        /// Radius of the corners.
        radius: f64,
    },
    /// A line.
    Path {
        /// Classes.
        class: String,
        /// The path in the notation of SVG.
        path: String,
        /// The width of the stroke.
        width: f64,
    },
    /// A line of text.
    Text {
        /// Classes.
        class: String,
        /// Where the anchor is.
        x: f64,
        /// Where the base line is.
        y: f64,
        /// What of the text is at `x`.
        anchor: Anchor,
        /// The text.
        text: String,
    },
}

/// What of a text is where it is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

impl Anchor {
    /// The name in SVG.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

impl Scene {
    /// Lays a figure out and draws it.
    pub fn draw(figure: &Figure, effort: Effort) -> Self {
        let plan = Plan::of(figure, effort);
        let mut groups = vec![legend::columns(figure, &plan)];
        groups.extend(edges::draw(figure, &plan));
        groups.extend(nodes::draw(figure, &plan));
        groups.push(legend::heading(figure, &plan));
        let (legend, height) = legend::legend(figure, &plan);
        let content = plan.content();
        groups.push(legend);
        Self {
            title: figure.title().to_owned(),
            description: figure.summary().to_owned(),
            width: plan.width,
            height,
            groups,
            node_areas: plan.areas,
            content,
        }
    }
}

fn rectangle(class: &str, area: Area, radius: f64) -> SceneShape {
    SceneShape::Rectangle { class: class.to_owned(), area, radius }
}

fn text(class: &str, x: f64, y: f64, anchor: Anchor, text: impl Into<String>) -> SceneShape {
    SceneShape::Text { class: class.to_owned(), x, y, anchor, text: text.into() }
}

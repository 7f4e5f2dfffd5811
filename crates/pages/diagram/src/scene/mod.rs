//! A figure with everything in its place: shapes that an SVG writer or a page can draw as they are.
//!
//! The order of work: `sizes` computes how large each node is, and `plan` where nodes and edges
//! are. `nodes`, `edges` and `decoration` turn them into shapes. Colours and fonts are in
//! `diagram.css`; a shape holds only its classes.

mod decoration;
mod edges;
mod nodes;
mod plan;
mod shapes;
mod sizes;

use mdp2048_display::svg::Area;

use crate::figure::Figure;
pub use decoration::{Symbol, legend_entries};
use plan::ScenePlan;
pub use shapes::{SceneGroup, Subject};

/// A drawing: shapes with coordinates. The unit of length is a pixel at the natural size.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The title, one line.
    pub title: String,
    /// The description, one or two sentences.
    pub description: String,
    /// The width of the drawing.
    pub width: f64,
    /// The height of the drawing.
    pub height: f64,
    /// The groups of shapes, from back to front.
    pub groups: Vec<SceneGroup>,
    /// The area of each node of the figure, by node index.
    pub node_areas: Vec<Area>,
    /// The area of the columns with their labels, without heading and legend.
    pub content: Area,
}

impl Scene {
    /// Computes the layout of a figure and draws it.
    pub fn draw(figure: &Figure) -> Self {
        let plan = ScenePlan::of(figure);
        let mut groups = vec![decoration::columns(figure, &plan)];
        groups.extend(edges::draw(figure, &plan));
        groups.extend(nodes::draw(figure, &plan));
        groups.push(decoration::heading(figure, &plan));
        let (legend, height) = decoration::legend(figure, &plan);
        let content = plan.content();
        groups.push(legend);
        Self {
            title: figure.title.clone(),
            description: figure.summary.clone(),
            width: plan.width,
            height,
            groups,
            node_areas: plan.areas,
            content,
        }
    }
}

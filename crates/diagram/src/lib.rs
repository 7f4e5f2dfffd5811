//! Small Markov decision processes of 2048 as drawings: what is drawn and where.
//!
//! Four steps, each a plain value that can be looked at: the [`Graph`] of a game (states, choices,
//! transitions, values), the [`Figure`] that says what of it is shown (nodes in columns and edges),
//! the [`layout`] that finds an order with few crossings, and the [`Scene`] that has every shape in
//! its place. [`svg`], [`dot`] and [`json`] write them; a page can draw a scene itself.
//!
//! This room knows no files, no clock and no random device, and every platform draws the same.
//!
//! ```
//! use mdp2048_diagram::layout::Effort;
//! use mdp2048_diagram::{Figure, Frame, Graph, Grouping, Scene, FigureOptions, svg};
//! use mdp2048_model::{Game, PlainSolution};
//! use mdp2048_rules::Shape;
//!
//! let game = Game::reach(Shape::TWO_BY_TWO, 8)?;
//! let graph = Graph::of(&game, Frame::Canonical, Grouping::Equivalent, 1000)?
//!     .with_values(&PlainSolution::solve(&game));
//! assert_eq!((graph.states().len(), graph.transitions()), (15, 44));
//! let figure = Figure::of_graph(&graph, FigureOptions::default());
//! let drawing = svg(&Scene::draw(&figure, Effort::Quick));
//! assert!(drawing.contains("<title>2x2 to 8: canonical states, all actions</title>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chain;
mod dot;
mod enumerate;
mod figure;
mod flow_figure;
mod graph;
mod graph_figure;
mod json;
pub mod layout;
pub mod numbers;
pub mod scene;
mod state_figure;
mod svg;

pub use chain::PolicyChain;
pub use dot::dot;
pub use enumerate::GraphTooLarge;
pub use figure::{
    ActionFilter, Column, Edge, EdgeEnd, EndingStyle, Figure, FigureOptions, Node, NodeRole, Port,
};
pub use graph::{ActionGroup, Ending, Frame, Graph, GraphState, Grouping, Successor, Transition};
pub use json::json;
pub use scene::Scene;
pub use state_figure::StateFigureError;
pub use svg::{STYLE, svg, thumbnail};

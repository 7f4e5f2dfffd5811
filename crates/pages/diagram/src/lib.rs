//! Drawings of small games of 2048 as graphs of their Markov decision processes.
//!
//! There are four steps, each with a value that can be inspected:
//!
//! 1. A [`Graph`] is the game: states, actions, transitions, values and a policy.
//! 2. A [`Figure`] is what a drawing shows of it: nodes in columns, and edges.
//! 3. The [`layout`] orders the nodes of each column so that few edges cross.
//! 4. A [`Scene`] is the drawing: shapes with coordinates.
//!
//! [`svg`] and [`dot`] write the result, which [`DrawingFormat`] lists; a page can draw a scene
//! itself.
//!
//! This crate does not open files, read clocks or use a random device. Every platform gets the same
//! drawing.
//!
//! ```
//! use mdp2048_diagram::{Figure, Frame, Graph, Grouping, Scene, FigureOptions, svg};
//! use mdp2048_model::{Game, PlainSolution};
//! use mdp2048_rules::Shape;
//!
//! let game = Game::reach(Shape::TWO_BY_TWO, 8)?;
//! let graph = Graph::of(&game, Frame::Canonical, Grouping::Equivalent, 1000)?
//!     .with_values(&PlainSolution::solve(&game));
//! assert_eq!((graph.states.len(), graph.transitions()), (15, 44));
//! let figure = Figure::of_graph(&graph, FigureOptions::default());
//! let drawing = svg(&Scene::draw(&figure));
//! assert!(drawing.contains("<title>2x2 to 8: states up to symmetry, all actions</title>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod page;

mod chain;
mod dot;
mod enumerate;
mod figure;
mod flow_figure;
mod format;
mod graph;
mod graph_figure;
pub mod layout;
pub mod scene;
mod state_figure;
mod svg;

pub use chain::PolicyChain;
pub use dot::dot;
pub use enumerate::GraphTooLarge;
pub use figure::{
    ActionFilter, Edge, EdgeEnd, EndingStyle, Figure, FigureOptions, Node, NodeRole, Port,
};
pub use format::DrawingFormat;
pub use graph::{ActionGroup, Ending, Frame, Graph, GraphState, Grouping, Successor, Transition};
pub use scene::Scene;
pub use state_figure::StateFigureError;
pub use svg::{page_style, svg, thumbnail};

/// The examples of the README, for the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

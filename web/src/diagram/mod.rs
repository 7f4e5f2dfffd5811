//! The page of diagrams: the gallery, and the view of one diagram.
//!
//! The state of a diagram is in `mdp2048_diagram_view`, and its shapes are from `mdp2048_diagram`.
//! These components draw them and forward events.

mod canvas;
mod controls;
mod diagram_page;
mod downloads;
mod gallery;
mod layers;
mod legend;
mod node_panel;
mod pointers;
mod route;
mod shapes;
mod shared;
mod walk_panel;

pub(crate) use route::DiagramRoute;

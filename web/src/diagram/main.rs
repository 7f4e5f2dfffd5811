//! The program of the diagrams: the gallery, and the view of one diagram.
//!
//! The state of a diagram is in `mdp2048_diagram_view`, and its shapes are from `mdp2048_diagram`.
//! These Yew components draw them and forward events. The page loads this program when the reader
//! opens the diagrams.

mod board;
mod button;
mod canvas;
mod controls;
mod diagram_page;
mod downloads;
mod gallery;
mod keys;
mod layers;
mod legend;
mod node_panel;
mod pointers;
mod route;
mod shapes;
mod shared;
mod walk_panel;

use web_sys::window;

/// Shows the diagrams in the element of the page for them.
fn main() {
    let document = window().and_then(|window| window.document());
    if let Some(root) = document.and_then(|document| document.get_element_by_id("diagrams")) {
        root.set_inner_html("");
        yew::Renderer::<route::DiagramRoute>::with_root(root).render();
    }
}

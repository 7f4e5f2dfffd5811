//! The program of `<mdp2048-diagram>`, and of the gallery of diagrams.
//!
//! The state of a diagram is in `mdp2048_diagram::page`, and its shapes are from `mdp2048_diagram`.
//! These Yew components draw them and forward events. The custom element itself is defined in
//! JavaScript (`web/elements/`), which loads this program when the first diagram is about to be
//! visible.

mod button;
mod canvas;
mod controls;
mod downloads;
mod embedded;
mod gallery;
mod handle;
mod keys;
mod layers;
mod legend;
mod node_panel;
mod pointers;
mod shapes;
mod solve_bar;
mod walk_panel;

use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::Element;

pub use handle::DiagramHandle;

fn main() {}

/// Shows the gallery, the only page of this program, in an element, for as long as the document
/// exists.
#[wasm_bindgen]
pub fn show(root: Element) {
    yew::Renderer::<gallery::Gallery>::with_root(root).render();
}

/// Returns the style sheet of all diagrams, or of the gallery if that is named.
#[wasm_bindgen]
#[allow(clippy::needless_pass_by_value, reason = "an optional text of JavaScript")]
pub fn styles(page: Option<String>) -> String {
    if page.is_some() {
        return web::style_sheets!("tokens", "base", "text", "cards", "gallery");
    }
    let page = web::style_sheets!("tokens", "base", "element", "controls", "board");
    // The rules of the page's style sheet override those of the drawing.
    [page, mdp2048_diagram::page_style(), web::style_sheets!("diagram")].concat()
}

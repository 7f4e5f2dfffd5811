//! The program of the page of 2048 in a bag, and of its worker.
//!
//! The state of the page and its charts are in `mdp2048_bag::page`. These Yew components draw them
//! and forward events. The page loads this program when the reader opens `#/bag`; the worker runs
//! the same program.

mod chain;
mod compute;
mod figure;
mod page;
mod sampler;
mod settings;

use wasm_bindgen::prelude::wasm_bindgen;
use web::host::PageHost;
use web_sys::Element;

fn main() {}

/// Shows the page in an element, for as long as the page exists.
#[wasm_bindgen]
pub fn show(root: Element, host: PageHost) {
    let props = page::BagPageProps { host };
    yew::Renderer::<page::BagPage>::with_root_and_props(root, props).render();
}

/// Returns the style sheet of the charts.
#[wasm_bindgen]
pub fn styles() -> String {
    mdp2048_display::chart::page_style()
}

/// Computes numbers in the worker.
#[wasm_bindgen]
pub fn serve(_script: &str) {
    web::serving::serve(compute::BagServer::default());
}

//! The program of the page of 2048 in a bag, and of its worker.
//!
//! The state of the page and its charts are in `mdp2048_bag_view`. These Yew components draw them
//! and forward events. The page loads this program when the reader opens `#/bag`; the worker runs
//! the same program.

mod chain;
mod compute;
mod figure;
mod files;
mod page;
mod sampler;
mod settings;

use mdp2048_bag_view::BagWorker;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::Element;

fn main() {}

/// Shows the page in an element, for as long as the page exists.
#[wasm_bindgen(js_name = showBag)]
pub fn show_bag(root: Element) {
    yew::Renderer::<page::BagPage>::with_root(root).render();
}

/// Returns the style sheet of the charts.
#[wasm_bindgen]
pub fn styles() -> String {
    mdp2048_chart::page_style()
}

/// Computes numbers in the worker.
#[wasm_bindgen]
#[derive(Default)]
pub struct BagServer(BagWorker);

#[wasm_bindgen]
impl BagServer {
    /// A server that has answered nothing.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers the message of a request of the page. The answer to anything else is empty.
    pub fn answer(&mut self, message: &[u8]) -> Vec<u8> {
        self.0.answer(message).unwrap_or_default()
    }
}

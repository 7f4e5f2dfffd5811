//! The program of the page of the arena.
//!
//! The state of the page and its chart are in `mdp2048_arena`. These Yew components draw it,
//! forward events and send requests to the workers of the agents and of the solver.
//! `web/pages/program.js` loads this program when the page is opened.

mod app;
mod lane_view;
mod race_view;
mod settings;
mod workers;

use wasm_bindgen::prelude::wasm_bindgen;
use web::host::PageHost;
use web_sys::Element;

fn main() {}

/// Shows the page in an element, for as long as the page exists.
#[wasm_bindgen]
pub fn show(root: Element, host: PageHost) {
    let props = app::ArenaAppProps { host };
    yew::Renderer::<app::ArenaApp>::with_root_and_props(root, props).render();
}

/// Returns the style sheet of the page.
#[wasm_bindgen]
pub fn styles() -> String {
    web::style_sheets!("tokens", "base", "controls", "board", "arena")
        + &mdp2048_display::chart::page_style()
}

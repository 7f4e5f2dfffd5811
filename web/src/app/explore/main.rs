//! The program of the page that explores positions, of the puzzle of the day, and of a reader's own
//! game on a player.
//!
//! The state of each is in `mdp2048_explorer`. These Yew components draw it, forward events and
//! ask a worker for solutions. `web/pages/program.js` loads this program when the page is
//! opened, and `web/elements/extras/own-game.js` when a reader plays by hand on a player.

mod agent;
mod app;
mod board;
mod chances;
mod daily;
mod daily_board;
mod difficulty_panel;
mod discount_panel;
mod drawing;
mod duel;
mod estimates_panel;
mod fields;
mod files;
mod formation_panel;
mod game_files;
mod game_form;
mod guess;
mod hands;
mod induction_panel;
mod job;
mod keys;
mod line_panel;
mod message;
mod next_panel;
mod open_board;
mod pasting;
mod play_panel;
mod position_panel;
mod puzzle;
mod requests;
mod review_chart;
mod review_panel;
mod share;
mod shared;
mod solutions_panel;
mod solve_panel;
mod solver;
mod terms;
mod unasked;
mod values_panel;

use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::Element;

pub use duel::{DuelHandle, duel_styles};
pub use guess::GuessHandle;
pub use puzzle::PuzzleHandle;
pub use solver::SolverHost;

fn main() {}

/// Shows a page in an element, for as long as the document exists: the puzzle of the day, or the
/// positions.
#[wasm_bindgen]
pub fn show(root: Element, host: SolverHost, page: &str) {
    if page == "puzzle" {
        let props = daily::DailyProps { host, embedded: None };
        yew::Renderer::<daily::DailyPage>::with_root_and_props(root, props).render();
    } else {
        let props = app::AppProps { host };
        yew::Renderer::<app::App>::with_root_and_props(root, props).render();
    }
}

/// Returns the style sheet of the pages, and of the puzzle as an element.
#[wasm_bindgen]
pub fn styles() -> String {
    web::style_sheets!(
        "tokens",
        "base",
        "element",
        "controls",
        "board",
        "explorer",
        "daily",
        "estimates",
        "difficulty",
        "induction"
    ) + &mdp2048_display::chart::page_style()
}

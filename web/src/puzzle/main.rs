//! The program of puzzles on pages of others, and of what a player shows when a reader plays: the
//! duel with the optimal policy and the questions at turning points.
//!
//! These parts need Yew, which the program of the players does not have, and are much smaller than
//! the program of the pages. The modules `mdp2048-puzzle.js`, `extras/own-game.js` and
//! `extras/guess.js` of `web/elements` load it.

mod duel;
mod embedded;
mod guess;
mod solved_game;

use wasm_bindgen::prelude::wasm_bindgen;

pub use duel::{DuelHandle, duel_styles};
pub use embedded::PuzzleHandle;
pub use guess::GuessHandle;

fn main() {}

/// Returns the style sheet of a puzzle.
#[wasm_bindgen]
pub fn styles() -> String {
    web::style_sheets!("tokens", "base", "element", "controls", "board", "explorer", "daily")
}

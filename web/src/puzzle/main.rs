//! The program of what few pages of others need: puzzles, the duel of a reader with the optimal
//! policy, the questions at turning points, and the reading of text policies.
//!
//! Players load it on demand, so it costs no other reader a byte, and it is half as large as the
//! program of the pages. The modules `mdp2048-puzzle.js`, `extras/duel.js`, `extras/guess.js` and
//! `extras/text-policy.js` of `web/elements` load it.

mod duel;
mod embedded;
mod guess;
mod solved_game;
mod text;

use wasm_bindgen::prelude::wasm_bindgen;

pub use duel::{DuelHandle, duel_styles};
pub use embedded::PuzzleHandle;
pub use guess::GuessHandle;
pub use text::read_text;

fn main() {}

/// Returns the style sheet of a puzzle.
#[wasm_bindgen]
pub fn styles() -> String {
    web::style_sheets!("tokens", "base", "element", "controls", "board", "explorer", "daily")
}

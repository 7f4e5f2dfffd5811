//! The program of `<mdp2048-player>`: it draws players and decodes their policies.
//!
//! The state of a player is in `mdp2048_player`. This program draws the state, forwards the
//! reader's events, loads policies and offers the players to JavaScript. It uses no framework: a
//! player is a fixed template in which a few texts and attributes change, and the program has to
//! load before an embedded player can start. The custom element itself is defined in JavaScript
//! (`web/elements/`), which loads this program when the first player is about to be visible. The
//! worker that decodes large policies runs the same program.

mod address;
mod dom;
mod emit;
mod handle;
mod keys;
mod listeners;
mod loading;
mod options;
mod session;
mod solver;
mod state;
mod view;

use wasm_bindgen::prelude::wasm_bindgen;

pub use address::address_note;
pub use handle::PlayerHandle;
pub use loading::{PolicyDecoder, PolicyLoading};
pub use solver::{GameSize, GameSolver, GameValue, OptimalMoves};

fn main() {}

/// Returns the style sheet of all players.
#[wasm_bindgen]
pub fn styles() -> String {
    web::style_sheets!("tokens", "base", "element", "controls", "player", "board", "chart")
}

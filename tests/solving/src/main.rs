//! The functions that the worker calls through wasm-bindgen.

use mdp2048_solve::Solution;
use mdp2048_solving::{Case, Fingerprint};
use wasm_bindgen::prelude::wasm_bindgen;

/// A solution in the memory of this program.
#[wasm_bindgen]
pub struct Solved(Solution);

/// Solves the case with this name.
#[wasm_bindgen]
pub fn solve(name: &str) -> Result<Solved, String> {
    let case = Case::named(name).ok_or_else(|| format!("there is no game {name:?}"))?;
    let game = case.game().map_err(|error| error.to_string())?;
    let solution = mdp2048_solving::solve(&game, &case.options());
    solution.map(Solved).map_err(|error| error.to_string())
}

#[wasm_bindgen]
impl Solved {
    /// The fingerprint, as text.
    pub fn fingerprint(&self) -> String {
        Fingerprint::of(&self.0).to_string()
    }
}

fn main() {}

//! Where the solved game is hard.

use mdp2048_protocol::to_bytes;
use mdp2048_solve::{DifficultyPass, Solution};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// In a game of more states, rare states are left out.
const MANY_STATES: u64 = 2_000_000;

/// The probability of visiting a state, below which it is left out in a game of many states.
const LEAST_OCCUPANCY: f64 = 1e-13;

/// A pass over the layers of a solution. Between two layers the worker can answer other calls.
#[wasm_bindgen]
pub struct LayerPass(DifficultyPass);

impl LayerPass {
    /// A pass before the first layer.
    pub(crate) fn new(solution: &Solution, good: f64, decisive: usize) -> Result<Self, JsError> {
        let least = if solution.states() > MANY_STATES { LEAST_OCCUPANCY } else { 0.0 };
        Ok(Self(DifficultyPass::new(solution, good, decisive, least)?))
    }

    /// The next `LayerDifficulty` as bytes, or nothing after the last.
    pub(crate) fn next_layer(&mut self, solution: &Solution) -> Result<Option<Vec<u8>>, JsError> {
        Ok(self.0.next_layer(solution)?.map(|layer| to_bytes(0, &layer)))
    }
}

#[wasm_bindgen]
impl LayerPass {
    /// The number of states of the layers so far.
    #[wasm_bindgen(getter)]
    pub fn states(&self) -> f64 {
        self.0.progress().map_or(0.0, |progress| progress.states as f64)
    }
}

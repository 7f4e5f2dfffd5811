//! The program that solves games in a worker of the page.
//!
//! It is loaded only when a reader asks for exact values that no packed policy holds. The worker
//! calls its functions; the page gets the results as messages (`web/elements/solving.js`).

mod difficulty;
mod files;
mod game_solution;
mod move_count;
mod options;

use js_sys::Error;
use mdp2048_solve::Solution;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

pub use difficulty::LayerPass;
pub use game_solution::GameSolution;
pub use move_count::MoveCount;

/// Estimates what a game needs: the least and the most bytes of memory, and the least and the most
/// states.
///
/// # Errors
/// A sentence about an option that cannot be used, or about a game that is too large. The name of
/// the second is `GameTooLarge`.
#[wasm_bindgen]
pub fn estimate(options: &JsValue) -> Result<Vec<f64>, JsValue> {
    let (game, precision) = options::read(options)?;
    let estimate = Solution::estimate(&game, precision).map_err(|error| {
        let error = Error::new(&error.to_string());
        error.set_name("GameTooLarge");
        JsValue::from(error)
    })?;
    let numbers =
        [estimate.memory.least, estimate.memory.most, estimate.least_states, estimate.most_states];
    Ok(numbers.map(|number| number as f64).to_vec())
}

/// Returns the size in bytes of the WebAssembly memory of this program.
#[wasm_bindgen(js_name = memoryBytes)]
pub fn memory_bytes() -> f64 {
    web::browser::memory_bytes()
}

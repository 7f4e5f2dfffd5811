//! The solved game of a player, which the program of the players asks.

use js_sys::Float64Array;
use mdp2048_rules::Board;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::spawn_local;
use web::browser::error_text;

/// The actions of a board.
const ACTIONS: usize = 4;

#[wasm_bindgen]
extern "C" {
    /// A `GameSolver` of the program of the players, with a solved game.
    #[derive(Clone)]
    pub type SolvedGame;

    #[wasm_bindgen(method, catch)]
    async fn values(this: &SolvedGame, boards: &str) -> Result<JsValue, JsValue>;
}

impl SolvedGame {
    /// Asks for the action values of boards, NaN for actions that are not allowed.
    pub(crate) fn ask(
        &self,
        boards: Vec<Board>,
        on_answer: impl FnOnce(Result<Vec<(Board, [f64; ACTIONS])>, String>) + 'static,
    ) {
        let game = self.clone();
        spawn_local(async move {
            let digits: Vec<String> = boards.iter().map(|board| board.hex()).collect();
            let values = game.values(&digits.join(" ")).await;
            on_answer(values.map_err(|error| error_text(&error)).map(|values| {
                let values = values.unchecked_into::<Float64Array>().to_vec();
                boards.into_iter().zip(values.as_chunks().0.iter().copied()).collect()
            }));
        });
    }
}

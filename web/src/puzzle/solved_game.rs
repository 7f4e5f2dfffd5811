//! The solved game of a player, which the program of the players asks.

use std::cell::OnceCell;
use std::rc::Rc;

use js_sys::Float64Array;
use mdp2048_explorer::{KnownValues, named_game};
use mdp2048_model::{Game, ValuedGame};
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
    #[derive(Clone, PartialEq)]
    pub type SolvedGame;

    #[wasm_bindgen(method, catch)]
    async fn values(this: &SolvedGame, boards: &str) -> Result<JsValue, JsValue>;
}

/// The place of a game that is solved later, once.
pub(crate) type SolvedLater = Rc<OnceCell<SolvedGame>>;

/// The game of a name and a discount.
pub(crate) fn discounted_game(name: &str, discount: f64) -> Option<Game> {
    named_game(name).and_then(|game| game.discounted(discount).ok())
}

/// No values yet, of a solution with this mean expected return of the start boards.
pub(crate) fn no_values(game: Game, is_losing: bool, start_return: f64) -> KnownValues {
    let losing = ValuedGame::losing(game).filter(|_| is_losing);
    KnownValues::new(losing.unwrap_or(game.into()), start_return)
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

//! How many moves games take from a board on, counted layer by layer.

use mdp2048_bag::{Bag, BagGame, Chain};
use mdp2048_display::rest_of_game;
use mdp2048_model::Values as _;
use mdp2048_rules::{Board, CanonicalState};
use mdp2048_solve::{RestOfGamePass, Solution};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// The expected number of moves under the optimal policy from a board on, and beside it the number
/// in a bag of the same tiles.
#[wasm_bindgen]
pub struct MoveCount {
    pass: RestOfGamePass,
    in_a_bag: Option<f64>,
    text: String,
}

impl MoveCount {
    /// Begins to count. Nothing if no game reaches the board.
    pub(crate) fn new(solution: &Solution, board: Board) -> Result<Option<Self>, JsError> {
        let game = solution.game();
        let Ok(pass) = RestOfGamePass::new(solution, CanonicalState::of(board).0) else {
            return Ok(None);
        };
        let mut in_a_bag = None;
        if let (Some(target), Some(bag)) = (game.target(), Bag::from_tiles(board.tiles())) {
            let bag_game = BagGame::new(target.face(), game.spawn_four().get())?;
            let chain = Chain::from_starts(bag_game, [(bag, 1.0)]);
            in_a_bag = Some(chain.steps_from_start().mean);
        }
        Ok(Some(Self { pass, in_a_bag, text: String::new() }))
    }

    /// Visits the next layer. Returns the share of the states that is visited.
    pub(crate) fn visit_layer(&mut self, solution: &Solution) -> Result<f64, JsError> {
        if let Some(progress) = self.pass.visit_layer(solution)? {
            return Ok(0.999 * progress.states as f64 / solution.states() as f64);
        }
        self.text = rest_of_game(solution.game(), &self.pass.counted(), self.in_a_bag);
        Ok(1.0)
    }
}

#[wasm_bindgen]
impl MoveCount {
    /// The expected number of moves until the game is won or lost.
    #[wasm_bindgen(getter)]
    pub fn moves(&self) -> f64 {
        self.pass.counted().moves
    }

    /// The probability that the game is won.
    #[wasm_bindgen(getter)]
    pub fn win(&self) -> f64 {
        self.pass.counted().win
    }

    /// The expected number of moves in a bag of the same tiles, if the game has a target.
    #[wasm_bindgen(getter, js_name = inABag)]
    pub fn in_a_bag(&self) -> Option<f64> {
        self.in_a_bag
    }

    /// The result as a sentence; empty before the end.
    #[wasm_bindgen(getter)]
    pub fn text(&self) -> String {
        self.text.clone()
    }
}

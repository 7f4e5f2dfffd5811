//! A packed policy in the memory of a worker. It answers while another worker solves its game.

use mdp2048_model::{Policy as _, Valuation};
use mdp2048_policy::PackedPolicy;
use mdp2048_rules::Board;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use super::options;

/// A packed policy whose entries are all decoded.
#[wasm_bindgen]
pub struct DecodedPolicy {
    policy: PackedPolicy,
}

#[wasm_bindgen]
impl DecodedPolicy {
    /// Decodes the file of a game's policy.
    ///
    /// # Errors
    /// A sentence about an option that cannot be used, or about the file.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue, file: &[u8]) -> Result<Self, JsError> {
        let (game, _) = options::read(options)?;
        let policy = PackedPolicy::from_bytes(file)?;
        policy.expect_game(&game)?;
        Ok(Self { policy })
    }

    /// The largest difference between an exact and a decoded value, in the game's unit; nothing if
    /// the policy holds no values.
    #[wasm_bindgen(getter, js_name = valueError)]
    pub fn value_error(&self) -> Option<f64> {
        self.policy.value_error()
    }

    /// Whether the values are minus the probabilities of losing.
    #[wasm_bindgen(getter)]
    pub fn losing(&self) -> bool {
        self.policy.header().valued_game.valuation() == Valuation::Losing
    }

    /// The entry for a board, which is given as the exponents in hexadecimal digits: the index of
    /// the action in left, right, up, down, and the value, or NaN if the policy holds none. Nothing
    /// if the policy does not cover the board.
    ///
    /// # Errors
    /// If the text is not a board of the game.
    pub fn advise(&self, board: &str) -> Result<Option<Vec<f64>>, JsError> {
        let board = Board::from_hex(self.policy.game().shape(), board)?;
        let entry = self.policy.advise(board);
        Ok(entry.map(|it| vec![it.action.index() as f64, it.value.unwrap_or(f64::NAN)]))
    }
}

//! Reading a text policy of the published player, in a worker or on the page.

use mdp2048_player::parse_game_name;
use mdp2048_policy::TextPolicy;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// Reads a text policy of the game with this name and discount, and returns it as
/// [`TextPolicy::to_transfer`] does.
///
/// # Errors
/// A sentence about the first fault of the text.
#[wasm_bindgen(js_name = readText)]
pub fn read_text(text: &[u8], name: &str, discount: f64) -> Result<Vec<u8>, JsError> {
    let game = parse_game_name(name)?.discounted(discount)?;
    Ok(TextPolicy::read(text, &game)?.to_transfer())
}

//! Text policies of the published player.
//!
//! Reading a text is left to a program of its own, `web/src/text_policy`, because few pages need
//! it.

use js_sys::{Error, Function, Promise, Uint8Array};
use mdp2048_model::Game;
use mdp2048_player::{LoadError, LoadedPolicy};
use mdp2048_policy::TextPolicy;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Reads a text policy of a game with a JavaScript function: it gets the bytes of the text, the
/// name of the game and its discount, and returns a promise of [`TextPolicy::to_transfer`].
///
/// # Errors
/// [`LoadError::Decoding`] with the message of the function's error.
pub(super) async fn read_text(
    text: &[u8],
    game: &Game,
    read: &Function,
) -> Result<LoadedPolicy, LoadError> {
    let (bytes, name) = (Uint8Array::from(text), JsValue::from(game.name()));
    let discount = JsValue::from(game.discount().get());
    let reading = async {
        let promise: Promise = read.call3(&JsValue::NULL, &bytes, &name, &discount)?.dyn_into()?;
        JsFuture::from(promise).await?.dyn_into::<Uint8Array>()
    };
    let transfer = reading.await.map_err(|error| LoadError::Decoding {
        reason: match error.dyn_ref::<Error>() {
            Some(error) => error.message().into(),
            None => "the program that reads it stopped".to_owned(),
        },
    })?;
    let policy = TextPolicy::from_transfer(&transfer.to_vec(), game)?;
    Ok(LoadedPolicy::Text(policy, text.len()))
}

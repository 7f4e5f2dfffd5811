//! The game to solve, as JavaScript passes it.

use js_sys::Reflect;
use mdp2048_model::{Game, Objective, Probability};
use mdp2048_rules::Shape;
use mdp2048_solve::Precision;
use wasm_bindgen::{JsError, JsValue};

/// Reads an object with the fields `board` (such as `3x3`), `objective` (`win` by default),
/// `target` (none by default), `discount` (1 by default), `spawnFour` (0.1 by default) and
/// `precision` (`double` by default).
///
/// # Errors
/// A sentence about the first field that cannot be used.
pub(crate) fn read(options: &JsValue) -> Result<(Game, Precision), JsError> {
    let value = |name: &str| Reflect::get(options, &name.into()).unwrap_or(JsValue::UNDEFINED);
    let text = |name| value(name).as_string();
    let number = |name| value(name).as_f64();
    let shape: Shape = text("board").unwrap_or_default().parse()?;
    let objective = text("objective").map_or(Ok(Objective::Win), |name| name.parse())?;
    let precision = text("precision").map_or(Ok(Precision::Double), |name| name.parse())?;
    let game = Game::new(
        shape,
        objective,
        number("target").map(|target| target as u32),
        number("discount").unwrap_or(1.0),
        number("spawnFour").unwrap_or(Probability::SPAWN_FOUR.get()),
    )?;
    Ok((game, precision))
}

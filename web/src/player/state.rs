//! The state of a player as an object, for scripts.

use js_sys::Object;
use mdp2048_model::Outcome;
use mdp2048_player::{MoveRow, Player, Verdict};
use wasm_bindgen::JsValue;
use web::host::object;

/// Returns an object with these fields: `game`, `seed`, `move`, `board` (hexadecimal exponents,
/// row-major), `value` (the win probability, or null), `actions` (for each of left, right, up and
/// down `{value, regret}`, or null if the action is not allowed or its value is not held),
/// `turn` (whether the last random tile is a turning point), `outcome` (null, "won", "lost" or
/// "off_policy").
pub(crate) fn state(player: &Player) -> Object {
    let rows = player.moves();
    let actions = rows.iter().flatten().map(|row| (row.action.name(), values_of(row)));
    object([
        ("game", player.name().into()),
        ("seed", player.seed().get().into()),
        ("move", (player.cursor() as f64).into()),
        ("board", player.board().hex().into()),
        ("value", or_null(player.value().map(|value| value.value()))),
        ("actions", object(actions).into()),
        ("turn", player.is_at_turn().into()),
        ("outcome", or_null(player.outcome().map(Outcome::name))),
    ])
}

/// The value and the regret of an action.
fn values_of(row: &MoveRow) -> JsValue {
    let regret = match row.verdict {
        Verdict::Best | Verdict::Mirror | Verdict::Equal => Some(0.0),
        Verdict::Costs(regret) => Some(regret),
        Verdict::NotDecoded | Verdict::NotHeld | Verdict::Searched | Verdict::NotAllowed => None,
    };
    let fields = |value: f64| object([("value", value.into()), ("regret", or_null(regret))]);
    or_null(row.value.map(|value| fields(value.value())))
}

fn or_null<T: Into<JsValue>>(value: Option<T>) -> JsValue {
    value.map_or(JsValue::NULL, Into::into)
}

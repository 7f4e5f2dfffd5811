//! The state of a player as an object, for scripts.

use js_sys::Object;
use mdp2048_display::GameValue;
use mdp2048_model::Outcome;
use mdp2048_player::{MoveRow, Player, Verdict};
use wasm_bindgen::JsValue;
use web::host::object;

/// Returns an object with these fields: `game`, `seed`, `move`, `board` (hexadecimal exponents,
/// row-major), `value` (in the unit of the objective, or null), `loss` (the probability of losing;
/// null unless the objective is to win, without discount), `actions` (for each of left, right, up
/// and down `{value, loss, regret}`, or null if the action is not allowed or its value is not
/// held), `turn` (whether the last random tile is a turning point), `outcome` (null, "won", "lost"
/// or "off_policy").
pub(crate) fn state(player: &Player) -> Object {
    let (rows, value) = (player.moves(), player.value());
    let actions = rows.iter().flatten().map(|row| (row.action.name(), values_of(row)));
    object([
        ("game", player.name().into()),
        ("seed", player.seed().get().into()),
        ("move", (player.cursor() as f64).into()),
        ("board", player.board().hex().into()),
        ("value", or_null(value.map(GameValue::value))),
        ("loss", or_null(value.and_then(GameValue::loss))),
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
    let fields = |value: GameValue| {
        let (number, loss) = (value.value().into(), or_null(value.loss()));
        object([("value", number), ("loss", loss), ("regret", or_null(regret))])
    };
    or_null(row.value.map(fields))
}

fn or_null<T: Into<JsValue>>(value: Option<T>) -> JsValue {
    value.map_or(JsValue::NULL, Into::into)
}

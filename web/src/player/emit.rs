//! The events that JavaScript receives.

use js_sys::{Function, Object};
use mdp2048_model::Outcome;
use mdp2048_player::{LoadState, Navigation, Player, TileChange};
use wasm_bindgen::JsValue;
use web::host::object;

use crate::state::state;

/// Emits the events of one change: `ready`, `error`, `move`, `spawn`, `speedchange`,
/// `ended` and `offpolicy`.
pub(crate) fn emit_changes(emit: &Function, before: &Player, after: &Player) {
    let send = |name: &str, detail: Object| {
        // A handler that throws does not stop the player.
        let _ = emit.call2(&JsValue::NULL, &name.into(), &detail);
    };
    match (before.load(), after.load()) {
        (LoadState::Ready(_) | LoadState::Failed(_), _) => {}
        (_, LoadState::Ready(_)) => send("ready", state(after)),
        (_, LoadState::Failed(error)) => {
            send("error", object([("message", error.to_string().into())]));
        }
        _ => {}
    }
    let position = |player: &Player| (player.seed(), player.start_board(), player.cursor());
    if position(before) != position(after) {
        send("move", state(after));
        if after.navigation() == Navigation::Forward
            && let Some(tile) = after.tiles().iter().find(|tile| tile.change == TileChange::Spawned)
        {
            let face = tile.exponent.face().into();
            send("spawn", object([("cell", (tile.cell as f64).into()), ("tile", face)]));
        }
    }
    if before.speed() != after.speed() {
        send("speedchange", object([("speed", after.speed().name().into())]));
    }
    if before.outcome() != after.outcome() {
        match after.outcome() {
            Some(Outcome::OffPolicy) => send("offpolicy", state(after)),
            Some(_) => send("ended", state(after)),
            None => {}
        }
    }
}

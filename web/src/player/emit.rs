//! The events that JavaScript receives.

use js_sys::{Function, JSON};
use mdp2048_model::Outcome;
use mdp2048_player::{LoadState, Navigation, Player, TileChange};
use wasm_bindgen::JsValue;

use crate::state_json::state_json;

/// Emits the events of one change: `ready`, `error`, `move`, `spawn`, `speedchange`,
/// `ended` and `offpolicy`.
pub(crate) fn emit_changes(emit: &Function, before: &Player, after: &Player) {
    let send = |name: &str, detail: &str| {
        // A handler that throws does not stop the player.
        let _ = emit.call2(&JsValue::NULL, &name.into(), &detail.into());
    };
    match (before.load(), after.load()) {
        (LoadState::Ready(_) | LoadState::Failed(_), _) => {}
        (_, LoadState::Ready(_)) => send("ready", &state_json(after)),
        (_, LoadState::Failed(error)) => {
            let message = JSON::stringify(&error.to_string().into());
            let message = message.map(String::from).unwrap_or_default();
            send("error", &format!("{{\"message\":{message}}}"));
        }
        _ => {}
    }
    let position = |player: &Player| (player.seed(), player.start_board(), player.cursor());
    if position(before) != position(after) {
        send("move", &state_json(after));
        if after.navigation() == Navigation::Forward
            && let Some(tile) = after.tiles().iter().find(|tile| tile.change == TileChange::Spawned)
        {
            send("spawn", &format!("{{\"cell\":{},\"tile\":{}}}", tile.cell, tile.exponent));
        }
    }
    if before.speed() != after.speed() {
        send("speedchange", &format!("{{\"speed\":\"{}\"}}", after.speed().name()));
    }
    if before.outcome() != after.outcome() {
        match after.outcome() {
            Some(Outcome::OffPolicy) => send("offpolicy", &state_json(after)),
            Some(_) => send("ended", &state_json(after)),
            None => {}
        }
    }
}

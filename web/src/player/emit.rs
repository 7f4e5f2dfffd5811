//! The events that JavaScript receives.

use js_sys::{Function, Object};
use mdp2048_player::{Player, PlayerNotice};
use wasm_bindgen::JsValue;
use web::host::object;

use crate::loading::mark;
use crate::state::state;

/// Emits the event of a notice, such as `ready`, with its details.
pub(crate) fn emit(listener: &Function, player: &Player, notice: PlayerNotice) {
    let send = |name: &str, detail: Object| {
        // A handler that throws does not stop the player.
        let _ = listener.call2(&JsValue::NULL, &name.into(), &detail);
    };
    match notice {
        PlayerNotice::Playable => mark(&player.name(), "playable"),
        PlayerNotice::Ready => send("ready", state(player)),
        PlayerNotice::Failed(reason) => send("error", object([("message", reason.into())])),
        PlayerNotice::Moved => send("move", state(player)),
        PlayerNotice::Spawned(cell, face) => {
            send("spawn", object([("cell", (cell as f64).into()), ("tile", face.into())]));
        }
        PlayerNotice::SpeedChanged => {
            send("speedchange", object([("speed", player.speed().name().into())]));
        }
        PlayerNotice::Ended => send("ended", state(player)),
        PlayerNotice::OffPolicy => send("offpolicy", state(player)),
    }
}

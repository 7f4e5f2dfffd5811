//! The state of a player in words: loading, position and outcome.

use mdp2048_display::no_break;
use mdp2048_player::{LoadState, Player};

use crate::dom::Elements;

pub(super) fn show(elements: &Elements, player: &Player) {
    elements.at("[data-note=link]").show_text(player.message());
    let load_text = player.load_text();
    show_load(elements, player, load_text.as_deref());
    show_outcome(elements, player, load_text.is_none());
    elements.at("[data-live]").text(&player.announcement());
}

fn show_load(elements: &Elements, player: &Player, text: Option<&str>) {
    let state = player.load();
    let failed = matches!(state, LoadState::Failed(_));
    let load = elements.at(".load");
    load.show(text.is_some());
    load.attribute("data-load", text.map(|_| load_name(state)));
    load.attribute("role", text.map(|_| if failed { "alert" } else { "status" }));
    elements.at(".load p").text(&no_break(text.unwrap_or_default()));
    let value = state.progress().map(|progress| progress.to_string());
    let progress = elements.at(".load progress");
    progress.show(value.is_some());
    progress.attribute("value", value.as_deref());
    elements.at("[data-control=retry]").show(failed);
}

/// Shows the outcome or the next move as soon as the policy can be played.
fn show_outcome(elements: &Elements, player: &Player, is_playable: bool) {
    let known = player.outcome().filter(|_| is_playable);
    let outcome = elements.at(".outcome");
    outcome.show(is_playable);
    let class = known.map(|outcome| format!("outcome {}", outcome.name()));
    outcome.set("class", class.as_deref().unwrap_or("outcome"));
    let is_complete = matches!(player.load(), LoadState::Ready(_));
    let partial = (is_playable && !is_complete).then(|| load_name(player.load()));
    outcome.attribute("data-load", partial);
    let position = (is_playable && known.is_none()).then(|| player.position_text());
    elements.at(".position").show_text(position.as_deref());
    let sentence = if is_playable { player.status_text() } else { String::new() };
    elements.at(".sentence").text(&no_break(&sentence));
    elements.at("[data-control=begin]").show(is_playable && player.begins_late());
    let ending = player.ending().filter(|_| is_playable);
    elements.at(".ending").show(ending.is_some());
    elements.at(".ending p").text(&no_break(&ending.unwrap_or_default()));
}

fn load_name(load: &LoadState) -> &'static str {
    match load {
        LoadState::NotRequested => "waiting",
        LoadState::Downloading { .. } => "loading",
        LoadState::Decoding { .. } => "decoding",
        LoadState::Failed(_) => "failed",
        LoadState::Ready(_) => "ready",
    }
}

//! The state of a player in words: loading, position and outcome.

use mdp2048_display::no_break;
use mdp2048_model::Outcome;
use mdp2048_player::{LoadState, Player, PlayerEvent};
use yew::{Callback, Html, classes, html};

use super::button::button;
use super::keys;

/// Renders the status of a player.
pub(crate) fn view(player: &Player, on: &Callback<PlayerEvent>, retry: &Callback<()>) -> Html {
    let new_seed = on.reform(|_| keys::new_seed());
    html! {
        <div class="status">
            if let Some(note) = player.message() {
                <p class="note" data-note="link">{ note }</p>
            }
            { view_load(player, retry) }
            if player.load_text().is_none() {
                <p class={classes!("outcome", player.outcome().map(Outcome::name))}
                    data-load={partial_load(player)}>
                    if player.outcome().is_none() {
                        <span class="position">{ player.position_text() }</span>
                    }
                    <span>{ no_break(&player.status_text()) }</span>
                </p>
                if player.outcome() == Some(Outcome::OffPolicy) {
                    { button("another-seed", "Try another seed", "Another game", true, new_seed) }
                }
            }
            <p class="hidden" aria-live="polite" data-live="">{ player.announcement() }</p>
        </div>
    }
}

/// Returns the name of the loading state while the policy can be played but is not complete.
fn partial_load(player: &Player) -> Option<&'static str> {
    let load = player.load();
    (!matches!(load, LoadState::Ready(_))).then(|| load_name(load))
}

fn view_load(player: &Player, retry: &Callback<()>) -> Html {
    let Some(text) = player.load_text() else { return html! {} };
    let on_retry = retry.reform(|_| ());
    let failed = matches!(player.load(), LoadState::Failed(_));
    html! {
        <div class="load" data-load={load_name(player.load())}
            role={if failed { "alert" } else { "status" }}>
            <p>{ no_break(&text) }</p>
            if let Some(progress) = player.load().progress() {
                <progress value={progress.to_string()} max="1" aria-label="Loaded" />
            }
            if failed {
                { button("retry", "Try again", "Load the policy again", true, on_retry) }
            }
        </div>
    }
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

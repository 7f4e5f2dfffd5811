//! What a page does for a player.

use mdp2048_display::{Effect, EffectOf};
use mdp2048_model::Outcome;

use super::{Navigation, Player};
use crate::LoadState;
use crate::timeline::TileChange;

/// What a player asks of the page that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerRequest {
    /// Load the policy.
    LoadPolicy,
    /// Load the policy again, after a failure.
    LoadPolicyAgain,
    /// Emit the event of a change to the code of the page that embeds the player.
    Notify(PlayerNotice),
}

/// A change of a player that the code of the page that embeds it can listen to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerNotice {
    /// The first moves are known.
    Playable,
    /// The whole policy is decoded.
    Ready,
    /// The policy cannot be loaded, for this reason.
    Failed(String),
    /// Another position is shown.
    Moved,
    /// A random tile has appeared, by a move: its cell and its face.
    Spawned(usize, u32),
    /// The speed is another one.
    SpeedChanged,
    /// The last board of a game is shown that is won or lost.
    Ended,
    /// The last board is shown that the policy reaches.
    OffPolicy,
}

/// What a page does when a player has changed.
pub(super) fn effects_of_change(before: &Player, after: &Player) -> Vec<EffectOf<Player>> {
    let mut requests = Vec::new();
    if after.needs_policy() {
        requests.push(PlayerRequest::LoadPolicy);
    } else if after.running && matches!(after.load, LoadState::Failed(_)) {
        requests.push(PlayerRequest::LoadPolicyAgain);
    }
    let mut notify = |notice| requests.push(PlayerRequest::Notify(notice));
    if before.last() == 0 && after.last() > 0 {
        notify(PlayerNotice::Playable);
    }
    match (&before.load, &after.load) {
        (LoadState::Ready(_) | LoadState::Failed(_), _) => {}
        (_, LoadState::Ready(_)) => notify(PlayerNotice::Ready),
        (_, LoadState::Failed(error)) => notify(PlayerNotice::Failed(error.to_string())),
        _ => {}
    }
    let position = |player: &Player| (player.seed, player.start_board, player.cursor);
    if position(before) != position(after) {
        notify(PlayerNotice::Moved);
        let mut tiles = after.tiles().iter();
        if after.navigation == Navigation::Forward
            && let Some(tile) = tiles.find(|tile| tile.change == TileChange::Spawned)
        {
            notify(PlayerNotice::Spawned(tile.cell, tile.exponent.face()));
        }
    }
    if before.speed != after.speed {
        notify(PlayerNotice::SpeedChanged);
    }
    if before.outcome() != after.outcome() {
        match after.outcome() {
            Some(Outcome::OffPolicy) => notify(PlayerNotice::OffPolicy),
            Some(_) => notify(PlayerNotice::Ended),
            None => {}
        }
    }
    // The address is that of this change, also if those who listen cause others.
    let address = Effect::WriteAddress((!after.running).then(|| after.url().to_string()));
    [address].into_iter().chain(requests.into_iter().map(Effect::Ask)).collect()
}

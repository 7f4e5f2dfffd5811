//! What is kept of the games when the reader leaves them: by the browser, so that a race goes on
//! when the page is loaded again, and by the page, for an entry of the history.

use mdp2048_display::{Effect, EffectOf, Storage};
use mdp2048_protocol::{from_bytes, to_bytes};

use super::ArenaView;
use crate::exact::ExactResults;
use crate::tally::RaceTally;
use crate::url::ArenaMode;

/// The name under which the browser keeps a race.
pub const KEPT_RACE: &str = "mdp2048-race";

/// The address of a race, and what is known of each agent.
pub(super) type KeptRace = (String, KeptGames);
type KeptGames = Vec<(RaceTally, ExactResults)>;

/// What the page holds for an entry of the history that the reader has left.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldArena {
    pub(super) address: String,
    pub(super) games: KeptGames,
    /// The moves of each agent, if they play one game.
    pub(super) moves: Vec<u32>,
    pub(super) is_running: bool,
}

impl ArenaView {
    /// The page with the games of a race that the browser has kept, if it is the race of this
    /// address. It goes on with the next seed.
    #[must_use]
    pub fn restored(mut self, text: &str) -> Self {
        let bytes: Option<Vec<u8>> = text.chars().map(|it| u8::try_from(it).ok()).collect();
        let race = bytes.and_then(|bytes| from_bytes::<KeptRace>(&bytes));
        if let Some((_, (address, games))) = race
            && address == self.address()
            && games.len() == self.lanes.len()
        {
            self.take(games);
            self.kept = self.race();
        }
        self
    }

    /// Keeps a race as text, with a character for each byte, when it has changed.
    pub(super) fn keep_race(&mut self) -> Option<EffectOf<Self>> {
        let race = self.race().filter(|race| self.kept.as_ref() != Some(race))?;
        let text = to_bytes(0, &race).into_iter().map(char::from).collect();
        self.kept = Some(race);
        Some(Effect::Keep(Storage::Session, KEPT_RACE, text))
    }

    /// The race; `None` before its first game.
    fn race(&self) -> Option<KeptRace> {
        let has_games = self.lanes.iter().any(|it| it.finished() > 0);
        let is_race = self.mode() == ArenaMode::Race && has_games;
        is_race.then(|| (self.address(), self.games()))
    }

    pub(super) fn games(&self) -> KeptGames {
        self.lanes.iter().map(|lane| (lane.tally.clone(), lane.exact)).collect()
    }

    /// Shows what the page held. A race goes on after its finished games. Of one game that was
    /// played side by side, the agents play the same moves once more, up to where they were.
    pub(super) fn come_back(&mut self, held: HeldArena) {
        self.open_address(&held.address);
        self.take(held.games);
        if self.mode() == ArenaMode::Watch {
            for (lane, moves) in self.lanes.iter_mut().zip(held.moves) {
                (lane.resumed, lane.wanted) = (moves, moves);
            }
        }
        self.is_running = held.is_running;
        self.has_started |= held.is_running || self.lanes.iter().any(|lane| lane.resumed > 0);
    }

    fn take(&mut self, games: KeptGames) {
        for (lane, (tally, exact)) in self.lanes.iter_mut().zip(games) {
            lane.tally = tally;
            // A computation that was not finished begins again.
            if let ExactResults::Known { .. } = exact {
                lane.exact = exact;
            }
        }
    }
}

//! What is kept of the games when the reader leaves them: by the browser, so that a race goes on
//! when the page is loaded again, and by the page, for an entry of the history.

use mdp2048_protocol::{from_bytes, to_bytes};

use super::ArenaView;
use crate::exact::ExactResults;
use crate::tally::RaceTally;
use crate::url::ArenaMode;

/// The address of a race, and what is known of each agent.
type KeptRace = (String, KeptGames);
type KeptGames = Vec<(RaceTally, ExactResults)>;

/// What the page holds for an entry of the history that the reader has left.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldArena {
    address: String,
    games: KeptGames,
    /// The moves of each agent, if they play one game.
    moves: Vec<u32>,
    is_running: bool,
}

impl ArenaView {
    /// The race as text, with a character for each byte; `None` before its first game. A race that
    /// is kept goes on with the next seed.
    pub fn kept_race(&self) -> Option<String> {
        let has_games = self.lanes.iter().any(|it| it.finished() > 0);
        if self.mode() != ArenaMode::Race || !has_games {
            return None;
        }
        let race: KeptRace = (self.address(), self.games());
        Some(to_bytes(0, &race).into_iter().map(char::from).collect())
    }

    fn games(&self) -> KeptGames {
        self.lanes.iter().map(|lane| (lane.tally.clone(), lane.exact)).collect()
    }

    /// What the page holds when the reader goes on to another entry of the history.
    pub fn held(&self) -> HeldArena {
        HeldArena {
            address: self.address(),
            games: self.games(),
            moves: self.lanes.iter().map(|lane| lane.moves).collect(),
            is_running: self.is_running,
        }
    }

    /// The page with what it held. A race goes on after its finished games. Of one game that was
    /// played side by side, the agents play the same moves once more, up to where they were.
    pub(super) fn returned(self, held: HeldArena) -> Self {
        let mut view = self.opened(&held.address);
        view.take(held.games);
        if view.mode() == ArenaMode::Watch {
            for (lane, moves) in view.lanes.iter_mut().zip(held.moves) {
                (lane.resumed, lane.wanted) = (moves, moves);
            }
        }
        view.is_running = held.is_running;
        view.has_started |= held.is_running || view.lanes.iter().any(|lane| lane.resumed > 0);
        view
    }

    /// Takes the games of a race that was kept, if it is the race of this address.
    pub(super) fn restore(&mut self, text: &str) {
        let bytes: Option<Vec<u8>> = text.chars().map(|it| u8::try_from(it).ok()).collect();
        let race = bytes.and_then(|bytes| from_bytes::<KeptRace>(&bytes));
        let Some((_, (address, games))) = race else { return };
        if address == self.address() && games.len() == self.lanes.len() {
            self.take(games);
        }
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

//! What the browser keeps of a race, so that the race goes on when the page is loaded again.

use mdp2048_protocol::{from_bytes, to_bytes};

use super::ArenaView;
use crate::exact::ExactResults;
use crate::tally::RaceTally;
use crate::url::ArenaMode;

/// The address of a race, and what is known of each agent.
type KeptRace = (String, Vec<(RaceTally, ExactResults)>);

impl ArenaView {
    /// The race as text, with a character for each byte; `None` before its first game. A race that
    /// is kept goes on with the next seed.
    pub fn kept_race(&self) -> Option<String> {
        let has_games = self.lanes.iter().any(|it| it.finished() > 0);
        if self.mode() != ArenaMode::Race || !has_games {
            return None;
        }
        let lanes = self.lanes.iter().map(|lane| (lane.tally.clone(), lane.exact)).collect();
        let race: KeptRace = (self.address(), lanes);
        Some(to_bytes(0, &race).into_iter().map(char::from).collect())
    }

    /// Takes the games of a race that was kept, if it is the race of this address.
    pub(super) fn restore(&mut self, text: &str) {
        let bytes: Option<Vec<u8>> = text.chars().map(|it| u8::try_from(it).ok()).collect();
        let race = bytes.and_then(|bytes| from_bytes::<KeptRace>(&bytes));
        let Some((_, (address, lanes))) = race else { return };
        if address != self.address() || lanes.len() != self.lanes.len() {
            return;
        }
        for (lane, (tally, exact)) in self.lanes.iter_mut().zip(lanes) {
            lane.tally = tally;
            // A computation that was not finished begins again.
            if let ExactResults::Known { .. } = exact {
                lane.exact = exact;
            }
        }
    }
}

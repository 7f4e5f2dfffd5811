//! The state of a player in words, for readers and screen readers.

use mdp2048_display::{counted, file_size};
use mdp2048_model::Outcome;
use mdp2048_policy::ValuesHeld;
use mdp2048_rules::Exponent;

use crate::{LoadState, Player};

impl Player {
    /// The title of the game: `2 × 2 to 32`. Its spaces around × are no-break spaces.
    pub fn title(&self) -> String {
        let shape = self.game().shape();
        format!("{}\u{a0}×\u{a0}{} to {}", shape.rows(), shape.cols(), self.target())
    }

    /// The target tile. The games of a player have one, because their names contain it.
    fn target(&self) -> Exponent {
        self.game().target().unwrap_or(Exponent::MAX)
    }

    /// The label of the button that starts and pauses.
    pub fn start_label(&self) -> &'static str {
        if self.running() {
            "Pause"
        } else if self.outcome().is_some() {
            "Play again"
        } else if self.cursor() > 0 {
            "Resume"
        } else {
            "Start"
        }
    }

    /// The position shown: `Move 12`.
    pub fn position_text(&self) -> String {
        format!("Move {}", self.cursor())
    }

    /// The outcome, the progress of decoding while the next move is missing, or the next move.
    pub fn status_text(&self) -> String {
        if let Some(outcome) = self.outcome_text() {
            return outcome;
        }
        if self.awaits_decoding() {
            let percent = 100.0 * self.load().progress().unwrap_or(0.0);
            return format!("Unpacking the policy: {percent:.0} % …");
        }
        match self.next_step() {
            Some(step) if self.cursor() == 0 && !self.running() => {
                format!("Press Start to watch the game. The first move is {}.", step.advice.action)
            }
            Some(step) => format!("The next move is {}.", step.advice.action),
            None => String::new(),
        }
    }

    /// How the game ended, if its last board is shown.
    pub fn outcome_text(&self) -> Option<String> {
        let moves = counted(self.cursor() as u64, "move");
        Some(match self.outcome()? {
            Outcome::Won => format!("Won: the {} tile after {moves}.", self.target()),
            Outcome::Lost => format!("Lost after {moves}: no move is left."),
            Outcome::OffPolicy => format!(
                "This game left the packed policy after {moves}: boards as rare as this one are \
                 not kept in the file."
            ),
        })
    }

    /// The progress or the error of loading, until the first part of the policy is decoded.
    pub fn load_text(&self) -> Option<String> {
        Some(match self.load() {
            LoadState::Decoding { .. } | LoadState::Ready(_) => return None,
            LoadState::NotRequested => "The policy is loaded as soon as it is needed.".to_owned(),
            LoadState::Downloading { received: 0, .. } => "Loading the policy …".to_owned(),
            &LoadState::Downloading { received, total: Some(total) } if received < total => {
                format!("Loading the policy: {} of {} …", file_size(received), file_size(total))
            }
            &LoadState::Downloading { received, total: None } => {
                format!("Loading the policy: {} so far …", file_size(received))
            }
            LoadState::Downloading { .. } => "Unpacking the policy …".to_owned(),
            LoadState::Failed(error) => format!("The policy could not be loaded: {error}."),
        })
    }

    /// The text that a screen reader announces: the outcome, or the position after a step of the
    /// reader. It is empty while the game runs.
    pub fn announcement(&self) -> String {
        if let Some(outcome) = self.outcome_text() {
            return outcome;
        }
        if self.running() || (self.furthest() == 0 && self.cursor() == 0) {
            return String::new();
        }
        let probability = match self.win_probability() {
            Some(probability) => format!(" Win probability {}.", probability.text()),
            None => String::new(),
        };
        let best = match self.next_step() {
            Some(step) => format!(" Best move: {}.", step.advice.action),
            None => String::new(),
        };
        format!("{}: {}.{probability}{best}", self.position_text(), self.board_text())
    }

    /// The board in words: its rows from the top, with `0` for an empty cell.
    pub fn board_text(&self) -> String {
        self.board().to_string().replace('/', "; ")
    }

    /// Whether the file holds values that are not decoded yet.
    pub fn awaits_values(&self) -> bool {
        match self.load() {
            LoadState::Decoding { policy, .. } => policy.values() != ValuesHeld::None,
            _ => false,
        }
    }

    /// The text in place of an unknown win probability.
    pub(crate) fn unknown_value_text(&self) -> &'static str {
        if self.awaits_values() { "not unpacked yet" } else { "not held" }
    }

    /// Why the list of moves has no values, if the file does not hold them.
    pub fn moves_text(&self) -> Option<&'static str> {
        if self.outcome() == Some(Outcome::OffPolicy) {
            return Some("This board is not in the file, so the values of its moves are unknown.");
        }
        match self.policy()?.values() {
            ValuesHeld::Action => None,
            ValuesHeld::State => {
                Some("To stay small, this file does not hold what the other moves would cost.")
            }
            ValuesHeld::None => Some("To stay small, this file holds no values."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{packed, ready, solved};
    use crate::{LoadError, PlayerEvent};
    use mdp2048_policy::PolicyError;
    use std::rc::Rc;

    #[test]
    fn the_outcome_has_a_text() {
        let text = |player: Player| player.after(PlayerEvent::GoToEnd).outcome_text().unwrap();
        assert_eq!(text(ready(8, 42)), "Won: the 8 tile after 5 moves.");
        assert_eq!(text(ready(16, 20)), "Lost after 6 moves: no move is left.");
        let policy = packed(16, ValuesHeld::State, 0.05);
        let player = Player::new(*policy.game(), 1.into());
        let load = PlayerEvent::LoadChanged(LoadState::Ready(Rc::new(policy)));
        let off_policy = (0..100)
            .map(|seed| player.clone().after(PlayerEvent::SetSeed(seed.into())))
            .map(|player| player.after(load.clone()).after(PlayerEvent::GoToEnd))
            .find(|player| player.outcome() == Some(Outcome::OffPolicy))
            .expect("one of 100 games reaches a state without an entry");
        assert!(off_policy.outcome_text().unwrap().contains("left the packed policy"));
        assert_eq!(off_policy.win_probability(), None);
        assert!(off_policy.moves().is_some());
    }

    #[test]
    fn loading_and_its_errors_have_texts() {
        let (game, _) = solved(8);
        let text = |load| {
            let player = Player::new(game, 1.into()).after(PlayerEvent::LoadChanged(load));
            player.load_text().unwrap()
        };
        let half = LoadState::Downloading { received: 1_500_000, total: Some(3_000_000) };
        assert_eq!(half.progress(), Some(0.5));
        assert_eq!(text(half), "Loading the policy: 1.5 MB of 3.0 MB …");
        let missing = LoadError::NotFound { file: "2x2_to_8.policy".to_owned() };
        assert!(text(LoadState::Failed(missing)).contains("404"));
        let version = LoadError::Policy(PolicyError::Version { found: 7 });
        assert!(text(LoadState::Failed(version)).contains("version 7"));
        let other = text(LoadState::Ready(Rc::new(packed(16, ValuesHeld::Action, 0.0))));
        assert!(other.contains("2x2 to 16, but 2x2 to 8 was asked for"), "{other}");
    }
}

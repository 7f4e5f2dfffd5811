//! What a player says in words.

use mdp2048_display::{Percentage, counted, error_bound, file_size};
use mdp2048_model::Outcome;
use mdp2048_policy::ValuesHeld;
use mdp2048_rules::Exponent;

use crate::{Load, Player};

/// Where a player's numbers come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicySummary {
    /// The name of the policy file.
    pub file: String,
    /// What it holds and how exact that is, a sentence each.
    pub lines: Vec<String>,
}

impl Player {
    /// The game for readers: `2 × 2 to 32`.
    pub fn title(&self) -> String {
        let shape = self.game().shape();
        format!("{}\u{a0}×\u{a0}{} to {}", shape.rows(), shape.cols(), self.target())
    }

    /// The tile to reach; players are given games that have one.
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

    /// Where the game stands: `Move 12`, and at its end the outcome.
    pub fn position_text(&self) -> String {
        format!("Move {}", self.cursor())
    }

    /// What goes on: how the game ended, or the move that comes next.
    pub fn status_text(&self) -> String {
        if let Some(outcome) = self.outcome_text() {
            return outcome;
        }
        if self.is_held_up() {
            let done = 100.0 * self.load().progress().unwrap_or(0.0);
            return format!("Unpacking the policy: {done:.0} % …");
        }
        match self.next_step() {
            Some(step) if self.cursor() == 0 && !self.running() => {
                format!("Press Start to watch the game. The first move is {}.", step.advice.action)
            }
            Some(step) => format!("The next move is {}.", step.advice.action),
            None => String::new(),
        }
    }

    /// How the game ended and what to do next, if its last board is shown.
    pub fn outcome_text(&self) -> Option<String> {
        let moves = counted(self.cursor() as u64, "move");
        Some(match self.outcome()? {
            Outcome::Won => format!("Won: the {} tile after {moves}.", self.target()),
            Outcome::Lost => format!("Lost after {moves}: nothing can slide any more."),
            Outcome::OffPolicy => format!(
                "This game left the packed policy after {moves}: boards as rare as this one are \
                 not kept in the file."
            ),
        })
    }

    /// What the loading of the policy looks like, while nothing of it is there.
    pub fn load_text(&self) -> Option<String> {
        Some(match self.load() {
            Load::Decoding { .. } | Load::Ready(_) => return None,
            Load::NotRequested => "The policy is loaded as soon as it is needed.".to_owned(),
            Load::Downloading { received: 0, .. } => "Loading the policy …".to_owned(),
            &Load::Downloading { received, total: Some(total) } if received < total => {
                format!("Loading the policy: {} of {} …", file_size(received), file_size(total))
            }
            &Load::Downloading { received, total: None } => {
                format!("Loading the policy: {} so far …", file_size(received))
            }
            Load::Downloading { .. } => "Unpacking the policy …".to_owned(),
            Load::Failed(error) => {
                format!("The policy could not be loaded: {error}.")
            }
        })
    }

    /// What a screen reader is to say: the move when the reader stepped there, and the outcome;
    /// nothing while the game runs.
    pub fn announcement(&self) -> String {
        if let Some(outcome) = self.outcome_text() {
            return outcome;
        }
        if self.running() || (self.furthest() == 0 && self.cursor() == 0) {
            return String::new();
        }
        let chance = self
            .win_probability()
            .map_or(String::new(), |chance| format!(" Win probability {}.", chance.text()));
        let next = self
            .next_step()
            .map_or(String::new(), |step| format!(" Best move: {}.", step.advice.action));
        format!("{}: {}.{chance}{next}", self.position_text(), self.board_text())
    }

    /// The board in words: its rows from the top, `0` for an empty cell.
    pub fn board_text(&self) -> String {
        self.board().to_string().replace('/', "; ")
    }

    /// Whether values are in the file and are not all unpacked.
    pub fn awaits_values(&self) -> bool {
        match self.load() {
            Load::Decoding { policy, .. } => policy.header().values != ValuesHeld::None,
            _ => false,
        }
    }

    /// Said of a win probability that is not known.
    pub(crate) fn unknown_text(&self) -> &'static str {
        if self.awaits_values() { "not unpacked yet" } else { "not held" }
    }

    /// What the panel of moves cannot show, said once.
    pub fn moves_text(&self) -> Option<&'static str> {
        if self.outcome() == Some(Outcome::OffPolicy) {
            return Some("This board is not in the file, so nothing is known of its moves here.");
        }
        match self.policy()?.header().values {
            ValuesHeld::Action => None,
            ValuesHeld::State => {
                Some("What the other moves would cost is not held in this file, to keep it small.")
            }
            ValuesHeld::None => Some("Values are not held in this file, to keep it small."),
        }
    }

    /// Where the numbers come from and how exact they are.
    pub fn policy_summary(&self) -> Option<PolicySummary> {
        let policy = self.policy()?;
        let header = policy.header();
        let mut lines = vec![format!(
            "{} with the optimal move of {}.",
            file_size(policy.bytes() as u64),
            counted(header.states, "state")
        )];
        lines.push(match policy.value_error() {
            Some(bound) => match error_bound(bound).as_str() {
                "rounding" => "Win probabilities are exact to rounding.".to_owned(),
                bound => {
                    format!("Each win probability is within {bound} of the exact value.")
                }
            },
            None => "It holds no win probabilities.".to_owned(),
        });
        lines.push(format!(
            "Over all starts of the game the win probability is {:.12}, as it came out of the \
             solver.",
            header.start_value
        ));
        lines.push(if header.coverage.leave_probability == 0.0 {
            "Every state that a game can come to is in it.".to_owned()
        } else {
            let leave = Percentage::exact(header.coverage.leave_probability);
            let odds = leave.odds().map_or(String::new(), |odds| format!(", {odds}"));
            format!(
                "A game meets a state that is not in it with probability {}{odds}.",
                leave.text()
            )
        });
        Some(PolicySummary { file: format!("{}.policy", self.name()), lines })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{packed, ready, solved};
    use crate::{Event, LoadError};
    use mdp2048_policy::PolicyError;
    use std::rc::Rc;

    #[test]
    fn outcomes_are_told() {
        let told = |player: Player| player.after(Event::End).outcome_text().unwrap();
        assert_eq!(told(ready(8, 42)), "Won: the 8 tile after 5 moves.");
        assert_eq!(told(ready(16, 20)), "Lost after 6 moves: nothing can slide any more.");
        let policy = packed(16, ValuesHeld::State, 0.05);
        let player = Player::new(*policy.game(), 1.into());
        let load = Event::Load(Load::Ready(Rc::new(policy)));
        let lost = (0..100)
            .map(|seed| player.clone().after(Event::SetSeed(seed.into())))
            .map(|player| player.after(load.clone()).after(Event::End))
            .find(|player| player.outcome() == Some(Outcome::OffPolicy))
            .expect("some game leaves the policy");
        assert!(lost.outcome_text().unwrap().contains("left the packed policy"));
        assert_eq!(lost.win_probability(), None);
        assert!(lost.moves().is_some());
    }

    #[test]
    fn loading_and_its_failures_are_told() {
        let (game, _) = solved(8);
        let told = |load| Player::new(game, 1.into()).after(Event::Load(load)).load_text().unwrap();
        let half = Load::Downloading { received: 1_500_000, total: Some(3_000_000) };
        assert_eq!(half.progress(), Some(0.5));
        assert_eq!(told(half), "Loading the policy: 1.5 MB of 3.0 MB …");
        let missing = LoadError::NotFound { file: "2x2_to_8.policy".to_owned() };
        assert!(told(Load::Failed(missing)).contains("404"));
        let version = LoadError::Policy(PolicyError::Version { found: 7 });
        assert!(told(Load::Failed(version)).contains("version 7"));
        let other = told(Load::Ready(Rc::new(packed(16, ValuesHeld::Action, 0.0))));
        assert!(other.contains("2x2 to 16, but 2x2 to 8 was asked for"), "{other}");
    }

    #[test]
    fn the_source_is_told() {
        let source = ready(16, 20).policy_summary().unwrap();
        assert_eq!(source.file, "2x2_to_16.policy");
        assert!(source.lines[0].contains("35 states"), "{source:?}");
        assert_eq!(source.lines[1], "Win probabilities are exact to rounding.");
        assert!(source.lines[2].contains("0.962511253750"), "{source:?}");
    }
}

//! The state of a player in words, for readers and screen readers.

use mdp2048_display::{Measure, capitalised, counted, file_size, game_title};
use mdp2048_model::Outcome;
use mdp2048_policy::ValuesHeld;
use mdp2048_rules::Exponent;

use crate::player::MOVES_BEFORE_TURN;
use crate::{LoadState, MoveSource, Player};

/// What a player that waits asks for.
const START: &str = "Press Start to watch.";

impl Player {
    /// The title of the game: `2×2 to 32`, `3×3, highest score`.
    pub fn title(&self) -> String {
        game_title(self.game())
    }

    /// What the values of the game are: `Win probability`, `Expected score to come`.
    pub fn value_name(&self) -> String {
        capitalised(self.measure().name_in_state())
    }

    /// What the values of the game measure, under the objective.
    pub(crate) fn measure(&self) -> Measure {
        Measure::of(&(*self.game()).into())
    }

    /// The label of the button that starts and pauses.
    pub fn start_label(&self) -> &'static str {
        if self.running() { "Pause" } else { "Start" }
    }

    /// The position shown: `Move 12`; `222 moves in` where the game begins there.
    pub fn position_text(&self) -> String {
        match self.begins_late() {
            true => format!("{} in", counted(self.cursor() as u64, "move")),
            false => format!("Move {}", self.cursor()),
        }
    }

    /// The outcome, the progress of decoding while the next move is missing, or how to start.
    pub fn status_text(&self) -> String {
        if let Some(outcome) = self.outcome_text() {
            return outcome;
        }
        if self.awaits_decoding() {
            let percent = 100.0 * self.load().progress().unwrap_or(0.0);
            return format!("Unpacking the policy: {percent:.0} % …");
        }
        match self.next_step() {
            Some(_) if self.cursor() == 0 && !self.running() => self.start_text(),
            _ if self.waits_before_turn() => {
                format!("{MOVES_BEFORE_TURN} moves before its first turning point. {START}")
            }
            _ => self.turn_text().unwrap_or_default(),
        }
    }

    /// How to start, and where the game leaves its policy if it does.
    fn start_text(&self) -> String {
        match self.timeline.outcome {
            Some(Outcome::OffPolicy) => {
                let moves = counted(self.last() as u64, "move");
                format!("{START} This game leaves the packed policy after {moves}.")
            }
            _ => START.to_owned(),
        }
    }

    /// What a reader may ask before the game begins.
    pub fn question(&self) -> &'static str {
        match self.measure() {
            Measure::Probability if !self.has_chart() => "How many moves does it take?",
            Measure::Probability => "Does perfect play win it?",
            Measure::Discounted => "Is it won, and when?",
            _ => "How does it end?",
        }
    }

    /// How the game ended, if its last board is shown.
    pub fn outcome_text(&self) -> Option<String> {
        let moves = counted(self.cursor() as u64, "move");
        Some(match self.outcome()? {
            Outcome::Won => {
                let target = self.game().target().map_or(0, Exponent::face);
                format!("Won: the {target} tile after {moves}.")
            }
            Outcome::Lost if self.game().target().is_none() => {
                format!("The end after {moves}: no move is left.")
            }
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
        let value = match self.value() {
            Some(value) => format!(" {} {}.", self.value_name(), value.text()),
            None => String::new(),
        };
        let best = match self.next_step().filter(|_| self.shows_next_move()) {
            Some(step) if self.move_source(self.cursor()) != Some(MoveSource::Search) => {
                format!(" Best move: {}.", step.advice.action)
            }
            _ => String::new(),
        };
        format!("{}: {}.{value}{best}", self.position_text(), self.board_text())
    }

    /// The board in words: its rows from the top, with `0` for an empty cell.
    pub fn board_text(&self) -> String {
        self.board().to_string().replace('/', "; ").replace('x', "locked")
    }

    /// Whether the file holds values that are not decoded yet.
    pub fn awaits_values(&self) -> bool {
        match self.load() {
            LoadState::Decoding { policy, .. } => policy.values != ValuesHeld::None,
            _ => false,
        }
    }

    /// The text in place of an unknown value.
    pub(crate) fn unknown_value_text(&self) -> &'static str {
        if self.awaits_values() { "not unpacked yet" } else { "not held" }
    }

    /// Why the value of the move is not known, where a game is not in its policy file.
    pub fn moves_text(&self) -> Option<&'static str> {
        if self.outcome() == Some(Outcome::OffPolicy) {
            return Some("This board is not in the file, so the values of its moves are unknown.");
        }
        (self.move_source(self.cursor()) == Some(MoveSource::Search)).then_some(
            "A search found this move. It may not be the best one, and its value is not known.",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{packed, ready, solved};
    use crate::{LoadError, LoadedPolicy, PlayerEvent};
    use mdp2048_display::Reducer as _;
    use mdp2048_model::{Game, Objective, PlainSolution, Values as _};
    use mdp2048_policy::{PackOptions, PackedPolicy, pack};
    use mdp2048_rules::Shape;
    use std::rc::Rc;

    #[test]
    fn the_outcome_has_a_text() {
        let text = |player: Player| player.after(PlayerEvent::GoToEnd).outcome_text().unwrap();
        assert_eq!(text(ready(8, 42)), "Won: the 8 tile after 5 moves.");
        assert_eq!(text(ready(16, 20)), "Lost after 6 moves: no move is left.");
    }

    #[test]
    fn other_objectives_have_their_own_words() {
        let of = |objective, target, discount| {
            let game = Game::new(Shape::TWO_BY_TWO, objective, target, discount, 0.1).unwrap();
            let solution = PlainSolution::solve(&game);
            let options = PackOptions::new(solution.start_return()).values(ValuesHeld::Action);
            let bytes = pack(solution.valued_game(), &options, |states| {
                states.iter().map(|&state| solution.action_values(state)).collect()
            });
            let policy = LoadedPolicy::packed(PackedPolicy::from_bytes(&bytes.unwrap()).unwrap());
            let load = LoadState::Ready(Rc::new(policy));
            Player::new(game, 20.into()).after(PlayerEvent::LoadChanged(load))
        };
        let score = of(Objective::Score, None, 1.0);
        assert_eq!(score.title(), "2×2, highest score");
        assert_eq!(score.value_name(), "Expected score to come");
        let value = score.value().unwrap();
        assert!(value.value() > 50.0, "{value:?}");
        assert!(value.full_text().ends_with(", exact to rounding"), "{value:?}");
        let step = score.clone().after(PlayerEvent::Step);
        let text = step.announcement();
        assert!(text.contains("Expected score to come"), "{text}");
        assert!(score.policy_summary().unwrap()[2].starts_with("The solver's expected score, "));
        let chart = step.chart();
        assert!(chart.points.iter().all(|point| (0.1..=0.9).contains(&point.y)), "{chart:?}");
        assert!(chart.value_ticks.last().unwrap().label.parse::<u32>().is_ok(), "{chart:?}");
        let end = score.clone().after(PlayerEvent::GoToEnd);
        assert!(end.outcome_text().unwrap().starts_with("The end after "));
        assert_eq!((end.value().unwrap().value(), end.remark()), (0.0, None));
        let patient = of(Objective::Win, Some(16), 0.9);
        assert_eq!(patient.title(), "2×2 to 16, discount 0.9");
        assert_eq!(patient.value_name(), "Value");
        let value = patient.value().unwrap().value();
        let moves = (value.ln() / 0.9_f64.ln()).round();
        assert_eq!(patient.remark(), Some(format!("as a certain win in {moves} moves")));
        assert_eq!(score.remark(), None);
        // The axis ends a little above the value.
        let value = patient.value().unwrap().value();
        let end = if value <= 0.45 { "0.5" } else { "1" };
        assert_eq!(patient.chart().value_ticks.last().unwrap().label, end, "{value}");
        assert_eq!(of(Objective::Moves, Some(8), 1.0).value_name(), "Expected moves to come");
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
        let missing = LoadError::Download { file: "2x2_to_8.policy".to_owned(), status: 404 };
        assert!(text(LoadState::Failed(missing)).contains("404"));
        let spread = LoadError::Download { file: "4x4_to_32.policy".to_owned(), status: 404 };
        assert!(text(LoadState::Failed(spread)).contains("choose the game with the discount 0.99"));
        let version = LoadError::Policy(PackedPolicy::from_bytes(b"MDP2048P\x07\0").unwrap_err());
        assert!(text(LoadState::Failed(version)).contains("version 7"));
        let other = text(LoadState::Ready(Rc::new(packed(16, ValuesHeld::Action, 0.0))));
        assert!(other.contains("2x2 to 16, but 2x2 to 8 was asked for"), "{other}");
    }
}

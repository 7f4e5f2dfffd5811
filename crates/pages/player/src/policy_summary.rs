//! A summary of the policy file: its size, its errors and its coverage.

use mdp2048_display::{Measure, Percentage, counted, error_bound, file_size, significant};

use crate::Player;

impl Player {
    /// Sentences about the policy file: size, error of the values, value of the game, coverage;
    /// `None` until decoding begins.
    pub fn policy_summary(&self) -> Option<Vec<String>> {
        let policy = self.policy()?;
        let valued_game = policy.valued_game;
        let size = format!(
            "{} with the optimal move of {}.",
            file_size(policy.bytes as u64),
            counted(policy.states, "state")
        );
        let measure = Measure::of(&valued_game);
        let is_share = measure == Measure::Probability;
        let is_losing = valued_game.is_losing();
        let error = match policy.value_error {
            Some(0.0) if is_losing => "Probabilities of losing are exact to rounding.".to_owned(),
            Some(error) if is_losing => {
                let bound = significant(error);
                format!("Each probability of losing is within {bound} of the exact value.")
            }
            Some(error) if !is_share => format!("Values are {}.", measure.within(error)),
            Some(error) => match error_bound(error).as_str() {
                "rounding" => "Win probabilities are exact to rounding.".to_owned(),
                bound => format!("Each win probability is within {bound} of the exact value."),
            },
            None => "The file holds no values.".to_owned(),
        };
        let value = policy.start_value.map(|value| {
            if is_share {
                return format!(
                    "The solver's win probability at the start, averaged over all start boards, \
                     is {value:.12}.",
                );
            }
            format!(
                "The solver's {}, averaged over all start boards, is {}.",
                measure.name(),
                measure.text(value.measured())
            )
        });
        let coverage = policy.leave_probability.map(|leave| {
            if leave == 0.0 {
                return "The file holds every state that a game can reach.".to_owned();
            }
            let leave = Percentage::computed(leave);
            let odds = leave.odds().map_or(String::new(), |odds| format!(", {odds}"));
            let leave = leave.text();
            format!(
                "A game reaches a state that is not in the file with probability {leave}{odds}."
            )
        });
        Some([Some(size), Some(error), value, coverage].into_iter().flatten().collect())
    }
}

#[cfg(test)]
mod tests {
    use mdp2048_display::Reducer as _;
    use std::rc::Rc;

    use crate::testing::{ready, text};
    use crate::{LoadState, Player, PlayerEvent};

    #[test]
    fn the_summary_has_size_error_value_and_coverage() {
        let lines = ready(16, 20).policy_summary().unwrap();
        assert!(lines[0].contains("35 states"), "{lines:?}");
        assert_eq!(lines[1], "Win probabilities are exact to rounding.");
        assert!(lines[2].contains("0.962511253750"), "{lines:?}");
        assert!(lines[3].contains("every state"), "{lines:?}");
        let certain = ready(8, 42).policy_summary().unwrap();
        assert_eq!(certain[1], "Probabilities of losing are exact to rounding.");
        let start = "The solver's probability of losing, averaged over all start boards, is 0.";
        assert_eq!(certain[2], start);
    }

    #[test]
    fn a_text_states_no_value_of_the_game() {
        let policy = text(16);
        let player = Player::new(*policy.game(), 20.into())
            .after(PlayerEvent::LoadChanged(LoadState::Ready(Rc::new(policy))));
        let lines = player.policy_summary().unwrap();
        assert_eq!(lines[1], "Each win probability is within 0.005 of the exact value.");
        assert_eq!(lines[2], "The file holds every state that a game can reach.");
        assert_eq!(lines.len(), 3);
        assert_eq!(player.value().unwrap().text(), "96 %");
    }
}

//! A summary of the policy file: its size, its errors and its coverage.

use mdp2048_display::{Measure, Percentage, counted, error_bound, file_size, significant};
use mdp2048_model::Valuation;

use crate::Player;

/// A summary of the policy file of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicySummary {
    /// The name of the file.
    pub file: String,
    /// Sentences: size, error of the values, value of the game, coverage.
    pub lines: Vec<String>,
}

impl Player {
    /// The summary of the policy file; `None` until decoding begins.
    pub fn policy_summary(&self) -> Option<PolicySummary> {
        let policy = self.policy()?;
        let header = policy.header();
        let size = format!(
            "{} with the optimal move of {}.",
            file_size(policy.bytes() as u64),
            counted(header.states, "state")
        );
        let is_losing = header.valued_game.valuation() == Valuation::Losing;
        let error = match policy.value_error() {
            Some(0.0) if is_losing => "Probabilities of losing are exact to rounding.".to_owned(),
            Some(error) if is_losing => {
                let bound = significant(error);
                format!("Each probability of losing is within {bound} of the exact value.")
            }
            Some(error) => match error_bound(error).as_str() {
                "rounding" => "Win probabilities are exact to rounding.".to_owned(),
                bound => format!("Each win probability is within {bound} of the exact value."),
            },
            None => "The file holds no win probabilities.".to_owned(),
        };
        let value = match header.valued_game.measured(header.start_value) {
            Some(loss) if is_losing => format!(
                "The solver's probability of losing, averaged over all start boards, is {}.",
                Measure::Losing.text(Some(loss))
            ),
            _ => format!(
                "The solver's win probability at the start, averaged over all start boards, is \
                 {:.12}.",
                header.start_value
            ),
        };
        let coverage = if header.coverage.leave_probability == 0.0 {
            "The file holds every state that a game can reach.".to_owned()
        } else {
            let leave = Percentage::computed(header.coverage.leave_probability);
            let odds = leave.odds().map_or(String::new(), |odds| format!(", {odds}"));
            let leave = leave.text();
            format!(
                "A game reaches a state that is not in the file with probability {leave}{odds}."
            )
        };
        Some(PolicySummary {
            file: format!("{}.policy", self.name()),
            lines: vec![size, error, value, coverage],
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::ready;

    #[test]
    fn the_summary_has_size_error_value_and_coverage() {
        let summary = ready(16, 20).policy_summary().unwrap();
        assert_eq!(summary.file, "2x2_to_16.policy");
        assert!(summary.lines[0].contains("35 states"), "{summary:?}");
        assert_eq!(summary.lines[1], "Win probabilities are exact to rounding.");
        assert!(summary.lines[2].contains("0.962511253750"), "{summary:?}");
        assert!(summary.lines[3].contains("every state"), "{summary:?}");
        let certain = ready(8, 42).policy_summary().unwrap();
        assert_eq!(certain.lines[1], "Probabilities of losing are exact to rounding.");
        let start = "The solver's probability of losing, averaged over all start boards, is 0.";
        assert_eq!(certain.lines[2], start);
    }
}

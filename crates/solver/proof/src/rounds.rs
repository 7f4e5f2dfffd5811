//! The rounds in which a set is expanded: their targets and probabilities.

use std::iter;

use mdp2048_rules::Exponent;

/// The target of the first rounds, 64 as an exponent, unless that of the game is lower.
const FIRST_TARGET: u8 = 6;

/// The highest probability of joining in the first round, unless that of the last round is higher.
const FIRST_JOIN: f64 = 1e-5;

/// The same in the first round with each further target. It is low enough for some games to be won
/// in the set.
const NEXT_JOIN: f64 = 1e-6;

/// By how much the probability falls from round to round: the square root of 10.
const JOIN_RATIO: f64 = 3.162_277_660_168_379_5;

/// Rounds with a lower probability than this are large: boards join by what is known of the set
/// before, and the heuristic counts only where nothing is known. These rounds take nearly all of
/// the time.
const LARGE_JOIN: f64 = 1e-10;

/// More than the relative errors of rounding of probabilities.
const ROUNDING: f64 = 1e-9;

/// How much higher the probability is in the last round with a target that is lower than that of
/// the game, but at most [`FIRST_JOIN`] or [`NEXT_JOIN`].
const LOWER_TARGET_FACTOR: f64 = 100.0;

/// How a set is expanded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// In the last rounds, a board joins if games visit it with at least this probability.
    pub join: f64,
    /// In the last rounds, a board stays if games visit it with at least this probability.
    pub keep: f64,
    /// The number of further rounds after the first one with these probabilities.
    pub further_rounds: u32,
}

/// One round of expansion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Round {
    pub(crate) target: Exponent,
    /// A board joins if games visit it with at least this probability.
    pub(crate) join: f64,
    /// A board stays if games visit it with at least this probability.
    pub(crate) keep: f64,
}

impl Round {
    /// Whether the heuristic counts only where nothing is known of what follows.
    pub(crate) fn is_large(&self) -> bool {
        self.join < LARGE_JOIN * (1.0 - ROUNDING)
    }
}

impl Schedule {
    /// The rounds for a game with a target.
    ///
    /// Until a game is won in the set, expansion follows the estimates alone, and the set spreads.
    /// So it is first expanded for lower targets, where that takes few rounds; games that make one
    /// target go on in the rounds of the next. The probabilities fall from round to round, because
    /// a good policy is found with fewer boards.
    pub(crate) fn rounds(self, target: Exponent) -> Vec<Round> {
        let mut rounds = Vec::new();
        let keep = self.keep / self.join;
        let first = FIRST_TARGET.min(target.get());
        for lower in (first..=target.get()).filter_map(Exponent::new) {
            let most = if lower.get() == first { FIRST_JOIN } else { NEXT_JOIN };
            let coarse = (LOWER_TARGET_FACTOR * self.join).min(most).max(self.join);
            let last = if lower == target { self.join } else { coarse };
            // From the last one up.
            let before = |&join: &f64| {
                Some(JOIN_RATIO * join).filter(|&before| before <= most * (1.0 + ROUNDING))
            };
            let joins: Vec<f64> = iter::successors(Some(last), before).collect();
            let round = |join| Round { target: lower, join, keep: keep * join };
            rounds.extend(joins.into_iter().rev().map(round));
        }
        let further = rounds.last().copied();
        rounds.extend((0..self.further_rounds).filter_map(|_| further));
        rounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_probability_falls_from_round_to_round() {
        let rounds = |join: f64, target| {
            let schedule = Schedule { join, keep: join / 10.0, further_rounds: 1 };
            schedule.rounds(Exponent::new(target).unwrap())
        };
        let joins = |rounds: &[Round]| -> Vec<String> {
            rounds.iter().map(|round| format!("{:.1e}", round.join)).collect()
        };
        // To 64.
        assert_eq!(joins(&rounds(2e-6, 6)), ["6.3e-6", "2.0e-6", "2.0e-6"]);
        // To 2048. The rounds to 1024 end at a hundred times the last probability.
        let large = rounds(1e-12, 11);
        let last = &large[large.len() - 6..];
        assert_eq!(joins(last), ["1.0e-10", "3.2e-11", "1.0e-11", "3.2e-12", "1.0e-12", "1.0e-12"]);
        assert_eq!(last.iter().filter(|round| round.is_large()).count(), 5);
        let lower: Vec<Round> =
            large.into_iter().filter(|round| round.target.get() == 10).collect();
        assert_eq!(joins(&lower)[7..], ["3.2e-10", "1.0e-10"]);
        assert!(lower.iter().all(|round| (round.keep / round.join - 0.1).abs() < 1e-9));
    }
}

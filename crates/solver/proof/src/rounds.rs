//! The rounds in which a set grows: their targets and probabilities.

use mdp2048_rules::Exponent;

/// The target of the first rounds, 64 as an exponent, unless that of the game is lower.
const FIRST_TARGET: u8 = 6;

/// The least probability of a visit with which a board joins in the first round, unless that of the
/// last round is higher.
const FIRST_JOIN: f64 = 1e-5;

/// The same in the first round with each further target. It is low enough for some games to be won
/// in the set.
const NEXT_JOIN: f64 = 1e-6;

/// By how much this probability falls from round to round: the square root of 10.
const JOIN_RATIO: f64 = 3.162_277_660_168_379_5;

/// In rounds with a lower probability than this, boards join by what is known of the set before,
/// and the advice counts only where nothing is known. These rounds take nearly all of the time.
const LARGE_JOIN: f64 = 1e-10;

/// By how much the probability falls between these rounds: faster, because fewer rounds save more
/// time than the policy loses.
const LARGE_RATIO: f64 = 10.0;

/// How much higher it is in the last round with a target that is lower than that of the game, but
/// it is never higher than in the first round with this target.
const LOWER_TARGET_FACTOR: f64 = 100.0;

/// How a set grows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growth {
    /// In the last rounds, a board joins if games visit it with at least this probability.
    pub join: f64,
    /// In the last rounds, a board stays if games visit it with at least this probability.
    pub keep: f64,
    /// The number of further rounds after the first one with these probabilities.
    pub further_rounds: u32,
}

/// One round of growth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Round {
    pub(crate) target: Exponent,
    /// A board joins if games visit it with at least this probability.
    pub(crate) join: f64,
    /// A board stays if games visit it with at least this probability.
    pub(crate) keep: f64,
}

impl Round {
    /// Whether the advice counts only where nothing is known of what follows.
    pub(crate) fn is_large(&self) -> bool {
        self.join < LARGE_JOIN
    }
}

impl Growth {
    /// The rounds for a game with a target.
    ///
    /// Until a game is won in the set, growth follows the estimates alone, and the set spreads. So
    /// it first grows for lower targets, where that takes few rounds; games that make one target go
    /// on in the rounds of the next. The probabilities fall from round to round, because a good
    /// policy is found with fewer boards.
    pub(crate) fn rounds(self, target: Exponent) -> Vec<Round> {
        let mut rounds = Vec::new();
        let keep = self.keep / self.join;
        let first = FIRST_TARGET.min(target.get());
        for lower in (first..=target.get()).filter_map(Exponent::new) {
            let mut join = if lower.get() == first { FIRST_JOIN } else { NEXT_JOIN };
            let coarse = (LOWER_TARGET_FACTOR * self.join).min(join).max(self.join);
            let last = if lower == target { self.join } else { coarse };
            // The large rounds are counted from the last one.
            let mut large = last;
            while large * LARGE_RATIO < LARGE_JOIN {
                large *= LARGE_RATIO;
            }
            let mut round = |join| rounds.push(Round { target: lower, join, keep: keep * join });
            // Either quotient may be the last one but for rounding.
            while join > large * 1.001 {
                round(join);
                join /= JOIN_RATIO;
            }
            while large > last * 1.001 {
                round(large);
                large /= LARGE_RATIO;
            }
            round(last);
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
    fn the_probability_falls_slowly_and_then_fast() {
        let rounds = |join: f64, target| {
            let growth = Growth { join, keep: join / 10.0, further_rounds: 1 };
            growth.rounds(Exponent::new(target).unwrap())
        };
        let joins = |rounds: &[Round]| -> Vec<String> {
            rounds.iter().map(|round| format!("{:.1e}", round.join)).collect()
        };
        // To 64.
        assert_eq!(joins(&rounds(2e-6, 6)), ["1.0e-5", "3.2e-6", "2.0e-6", "2.0e-6"]);
        // To 2048, and before that up to a hundred times the last probability.
        let large = rounds(6e-13, 11);
        let last = joins(&large[large.len() - 6..]);
        assert_eq!(last, ["3.2e-10", "1.0e-10", "6.0e-11", "6.0e-12", "6.0e-13", "6.0e-13"]);
        let lower: Vec<Round> =
            large.into_iter().filter(|round| round.target.get() == 10).collect();
        let last = joins(&lower[lower.len() - 3..]);
        assert_eq!(last, ["3.2e-10", "1.0e-10", "6.0e-11"]);
        assert!(lower.iter().all(|round| (round.keep / round.join - 0.1).abs() < 1e-9));
    }
}

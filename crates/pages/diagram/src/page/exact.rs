//! The values of a small game as fractions.

use std::cell::RefCell;
use std::fmt;

use mdp2048_model::{Game, MoveResult, Status};
use mdp2048_rules::{Action, Board, CanonicalState};

/// A fraction of at least 0 in lowest terms, written `9/10`. [`mdp2048_model::Fraction`] is for
/// numbers that users write; this one has arithmetic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fraction {
    numerator: u64,
    // Not 0.
    denominator: u64,
}

impl Fraction {
    pub(crate) const ZERO: Self = Self { numerator: 0, denominator: 1 };
    pub(crate) const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// The fraction of two numbers, of which the second is not 0.
    const fn new(numerator: u64, denominator: u64) -> Self {
        let factor = common_factor(numerator, denominator);
        Self { numerator: numerator / factor, denominator: denominator / factor }
    }

    /// The multiple of `1 / parts` that is nearest to a number.
    pub(crate) fn nearest(number: f64, parts: u64) -> Self {
        Self::new((number * parts as f64).round() as u64, parts)
    }

    /// Whether a number with at most three decimals is exactly this fraction.
    pub(crate) const fn is_short(self) -> bool {
        1000 % self.denominator == 0
    }

    /// The sum, unless it has too many digits.
    pub(crate) fn checked_add(self, other: Self) -> Option<Self> {
        let factor = common_factor(self.denominator, other.denominator);
        let left = self.numerator.checked_mul(other.denominator / factor)?;
        let right = other.numerator.checked_mul(self.denominator / factor)?;
        let denominator = self.denominator.checked_mul(other.denominator / factor)?;
        Some(Self::new(left.checked_add(right)?, denominator))
    }

    /// The product, unless it has too many digits.
    pub(crate) fn checked_mul(self, other: Self) -> Option<Self> {
        let left = Self::new(self.numerator, other.denominator);
        let right = Self::new(other.numerator, self.denominator);
        let numerator = left.numerator.checked_mul(right.numerator)?;
        Some(Self { numerator, denominator: left.denominator.checked_mul(right.denominator)? })
    }

    /// The greater fraction, unless the comparison has too many digits.
    fn checked_max(self, other: Self) -> Option<Self> {
        let factor = common_factor(self.denominator, other.denominator);
        let left = self.numerator.checked_mul(other.denominator / factor)?;
        let right = other.numerator.checked_mul(self.denominator / factor)?;
        Some(if left < right { other } else { self })
    }
}

impl fmt::Display for Fraction {
    /// Writes `9/10`, or `1` for a whole number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.numerator)?;
        if self.denominator > 1 { write!(f, "/{}", self.denominator) } else { Ok(()) }
    }
}

/// The greatest common factor of two numbers, of which the second is not 0.
const fn common_factor(mut a: u64, mut b: u64) -> u64 {
    while a != 0 {
        (a, b) = (b % a, a);
    }
    b
}

/// The values of the states of a win game as fractions, each computed when it is first asked for.
#[derive(Clone, Debug)]
pub(crate) struct ExactValues {
    game: Game,
    // V of canonical states; `None` if its fraction has too many digits. The games have few.
    known: RefCell<Vec<(Board, Option<Fraction>)>>,
}

impl ExactValues {
    pub(crate) const fn of(game: Game) -> Self {
        Self { game, known: RefCell::new(Vec::new()) }
    }

    /// V of a board; `None` if the fraction has too many digits.
    pub(crate) fn value(&self, board: Board) -> Option<Fraction> {
        if self.game.status(board) != Status::Playing {
            return Some(Fraction::ZERO);
        }
        let board = CanonicalState::of(board).0.board();
        if let Some(known) = self.known.borrow().iter().find(|it| it.0 == board) {
            return known.1;
        }
        let results = Action::ALL.into_iter().filter_map(|action| self.game.act(board, action));
        let value = results
            .map(|result| self.action_value(result))
            .try_fold(Fraction::ZERO, |best, value| best.checked_max(value?));
        self.known.borrow_mut().push((board, value));
        value
    }

    /// Q of an action with this result.
    fn action_value(&self, result: MoveResult) -> Option<Fraction> {
        if result.wins {
            return Some(self.discount());
        }
        let spawns = self.game.spawns(result.after);
        let mean = spawns
            .map(|(board, it)| probability_fraction(it).checked_mul(self.value(board)?))
            .try_fold(Fraction::ZERO, |sum, term| sum.checked_add(term?));
        mean?.checked_mul(self.discount())
    }

    /// The discount, rounded to six decimals.
    pub(crate) fn discount(&self) -> Fraction {
        Fraction::nearest(self.game.discount().get(), 1_000_000)
    }
}

/// A probability of a transition or of a first board as a fraction. It is a multiple of 1/300,
/// because the games have four cells and a 4 has the probability 1/10.
pub(crate) fn probability_fraction(probability: f64) -> Fraction {
    Fraction::nearest(probability, 300)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{TARGETS, small_game};
    use mdp2048_model::{PlainSolution, ReachableLayers, Values as _};

    #[test]
    fn fractions_are_the_values_of_the_solution() {
        for (target, discount) in TARGETS.map(|it| (it, 1.0)).into_iter().chain([(16, 0.9)]) {
            let game = small_game(target, discount).unwrap();
            let (solution, exact) = (PlainSolution::solve(&game), ExactValues::of(game));
            let layers = ReachableLayers::new(&game, |board| CanonicalState::of(board).0);
            for state in layers.flat_map(|(_, states)| states) {
                let fraction = exact.value(state.board()).expect("a fraction that fits");
                let number = fraction.numerator as f64 / fraction.denominator as f64;
                let value = solution.value(state).unwrap().get();
                assert!((number - value).abs() < 1e-12, "{target} {}", state.board());
            }
        }
    }

    #[test]
    fn sums_and_products_are_in_lowest_terms_or_none() {
        let (a, b) = (Fraction::new(9, 20), Fraction::new(1, 30));
        assert_eq!(a.checked_add(b), Some(Fraction::new(29, 60)));
        assert_eq!(a.checked_mul(Fraction::new(2, 3)), Some(Fraction::new(3, 10)));
        assert_eq!((a.checked_max(b), b.checked_max(a)), (Some(a), Some(a)));
        let large = Fraction::new(1, u64::MAX);
        assert_eq!(large.checked_mul(a), None);
        assert_eq!(large.checked_add(Fraction::new(1, u64::MAX - 1)), None);
    }

    #[test]
    fn probabilities_are_exact() {
        let shown = [0.9, 0.45, 0.1 / 3.0, 0.1 / 3.0 * 2.0, 1.0, 0.01 * 2.0 / 3.0];
        let texts = shown.map(|it| probability_fraction(it).to_string());
        assert_eq!(texts, ["9/10", "9/20", "1/30", "1/15", "1", "1/150"]);
    }
}

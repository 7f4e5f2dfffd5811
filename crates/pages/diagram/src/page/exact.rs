//! The values of a small game as fractions.

use std::cell::RefCell;
use std::collections::BTreeMap;

use mdp2048_model::{Fraction, Game, MoveResult, Status};
use mdp2048_rules::{Action, Board, CanonicalState};

/// The values of the states of a win game as fractions, each computed when it is first asked for.
#[derive(Clone, Debug)]
pub(crate) struct ExactValues {
    game: Game,
    // V of each canonical state; `None` if its fraction has too many digits.
    known: RefCell<BTreeMap<Board, Option<Fraction>>>,
}

impl ExactValues {
    pub(crate) const fn of(game: Game) -> Self {
        Self { game, known: RefCell::new(BTreeMap::new()) }
    }

    /// V of a board; `None` if the fraction has too many digits.
    pub(crate) fn value(&self, board: Board) -> Option<Fraction> {
        if self.game.status(board) != Status::Playing {
            return Some(Fraction::ZERO);
        }
        let board = CanonicalState::of(board).0.board();
        if let Some(known) = self.known.borrow().get(&board) {
            return *known;
        }
        let results = Action::ALL.into_iter().filter_map(|action| self.game.act(board, action));
        let value = results
            .map(|result| self.action_value(result))
            .try_fold(Fraction::ZERO, |best, value| best.checked_max(value?));
        self.known.borrow_mut().insert(board, value);
        value
    }

    /// Q of an action with this result.
    fn action_value(&self, result: MoveResult) -> Option<Fraction> {
        if result.wins {
            return self.discounted(Fraction::ONE);
        }
        let spawns = self.game.spawns(result.after);
        let mean = spawns
            .map(|(board, probability)| transition(probability).checked_mul(self.value(board)?))
            .try_fold(Fraction::ZERO, |sum, term| sum.checked_add(term?));
        self.discounted(mean?)
    }

    /// A value that is reached one move later.
    pub(crate) fn discounted(&self, value: Fraction) -> Option<Fraction> {
        value.checked_mul(Fraction::shortest(self.game.discount().get()).ok()?)
    }
}

/// Every probability of a transition and of a start in a game on four cells, where a 4 has the
/// probability 1/10, is a multiple of this unit's inverse.
const PROBABILITY_UNIT: u128 = 300;

/// The probability of a transition, or of a start, as a fraction.
pub(crate) fn transition(probability: f64) -> Fraction {
    let parts = (probability * PROBABILITY_UNIT as f64).round() as u128;
    Fraction::new(parts, PROBABILITY_UNIT).unwrap_or(Fraction::ZERO)
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
                let number = fraction.numerator() as f64 / fraction.denominator() as f64;
                let value = solution.value(state).unwrap();
                let value = solution.valued_game().objective_value(value).unwrap();
                assert!((number - value).abs() < 1e-12, "{target} {}", state.board());
            }
        }
    }

    #[test]
    fn probabilities_are_exact() {
        let shown = [0.9, 0.45, 0.1 / 3.0, 0.1 / 3.0 * 2.0, 1.0, 0.01 * 2.0 / 3.0];
        let texts = shown.map(|it| transition(it).to_string());
        assert_eq!(texts, ["9/10", "9/20", "1/30", "1/15", "1", "1/150"]);
    }
}

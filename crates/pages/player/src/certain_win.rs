//! Search for a proof that a game is certainly won or certainly lost under a policy.

use std::collections::BTreeSet;

use mdp2048_model::{Advice, Game, Policy, Status, Valuation, Value, Values};
use mdp2048_rules::{Action, Board, CanonicalState};

/// The number of canonical states after which a search gives up.
const MAX_STATES: usize = 400;

/// A probability that is not shown as 100 %, and differs from 1 by less than values are exact.
const NEARLY_ONE: f64 = 1.0 - 2e-14;

/// The most that rounding makes of a probability of 1.
const ROUNDED_ONE: f64 = 1.0 + 1e-12;

/// Proofs that every game from a board is won, or that every one is lost, under a policy that wins
/// where one move does.
///
/// A packed policy rounds values, so a value of 1 alone does not prove a certain win.
pub(crate) struct CertainOutcome<'a, P> {
    game: &'a Game,
    policy: &'a P,
    is_won: bool,
    /// The states from which every game ends so.
    proven: BTreeSet<CanonicalState>,
}

impl<'a, P: Policy> CertainOutcome<'a, P> {
    /// Nothing is proven yet.
    pub(crate) const fn new(game: &'a Game, policy: &'a P, is_won: bool) -> Self {
        Self { game, policy, is_won, proven: BTreeSet::new() }
    }

    /// Whether every game from a board ends so. It is false, too, if a state has no entry in the
    /// policy, or if more than 400 states are reachable for which nothing is proven.
    pub(crate) fn holds(&mut self, board: Board) -> bool {
        self.holds_for(vec![board])
    }

    /// As [`CertainOutcome::holds`], for an action of a board.
    pub(crate) fn holds_after(&mut self, board: Board, action: Action) -> bool {
        match self.game.act(board, action) {
            None => false,
            Some(result) if result.wins => self.is_won,
            Some(result) => {
                self.holds_for(self.game.spawns(result.after).map(|(board, _)| board).collect())
            }
        }
    }

    fn holds_for(&mut self, mut open: Vec<Board>) -> bool {
        let mut visited = BTreeSet::new();
        while let Some(board) = open.pop() {
            let state = CanonicalState::of(board).0;
            if self.proven.contains(&state) || !visited.insert(state) {
                continue;
            }
            if visited.len() > MAX_STATES {
                return false;
            }
            let is_won = match self.game.status(board) {
                Status::Won => true,
                Status::Lost => false,
                Status::Playing if self.wins_at_once(board) => true,
                Status::Playing => {
                    let advice = self.policy.advise(board);
                    let result = advice.and_then(|it| self.game.act(board, it.action));
                    let Some(result) = result else { return false };
                    open.extend(self.game.spawns(result.after).map(|(board, _)| board));
                    continue;
                }
            };
            if is_won != self.is_won {
                return false;
            }
        }
        self.proven.append(&mut visited);
        true
    }

    fn wins_at_once(&self, board: Board) -> bool {
        let wins = |action| self.game.act(board, action).is_some_and(|result| result.wins);
        Action::ALL.into_iter().any(wins)
    }
}

/// The values of a board of a solved game as they are shown. A win probability that rounds to 1 is 1
/// only if the win is certain, in all of them in the same way; else it is a little less.
#[must_use]
pub fn with_certainty(solution: &impl Values, board: Board, advice: Advice) -> Advice {
    let valued_game = solution.valued_game();
    let game = valued_game.game();
    let rounds_to_one = |value: f64| (NEARLY_ONE..=ROUNDED_ONE).contains(&value);
    let counts_wins =
        matches!(valued_game.valuation(), Valuation::Probability | Valuation::Discounted);
    let value = advice.value.map(Value::expected_return);
    if !counts_wins || !value.is_some_and(rounds_to_one) {
        return advice;
    }
    let mut proof = CertainOutcome::new(game, solution, true);
    let is_certain = proof.holds(board);
    let shown = |is_certain| if is_certain { 1.0 } else { NEARLY_ONE };
    let action_values = advice.action_values.map(|values| {
        let mut returns = values.expected_returns();
        for (action, value) in Action::ALL.into_iter().zip(&mut returns) {
            if let Some(value) = value.as_mut().filter(|value| rounds_to_one(**value)) {
                // No action is certain to win where the best one is not.
                let is_best = action == advice.action;
                *value = shown(is_certain && (is_best || proof.holds_after(board, action)));
            }
        }
        valued_game.action_values(returns)
    });
    Advice { value: Some(valued_game.value(shown(is_certain))), action_values, ..advice }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::solved;

    #[test]
    fn an_outcome_is_certain_where_the_value_is_one_or_zero() {
        for target in [8, 16, 32] {
            let (game, solution) = solved(target);
            let [mut won, mut lost] =
                [true, false].map(|is_won| CertainOutcome::new(&game, &solution, is_won));
            for &state in solution.layers().values().flatten() {
                let value = solution.value(state).unwrap().get();
                let board = state.board();
                assert_eq!(won.holds(board), value > 1.0 - 1e-12, "{state}");
                assert_eq!(lost.holds(board), value == 0.0, "{state}");
                let values = solution.action_values(state).unwrap();
                for action in Action::ALL {
                    let value = values.get(action).map(Value::get);
                    let holds = won.holds_after(board, action);
                    assert_eq!(holds, value.is_some_and(|it| it > 1.0 - 1e-12), "{state} {action}");
                }
            }
        }
    }

    #[test]
    fn values_that_round_to_one_are_shown_as_one_where_the_win_is_certain() {
        let (game, solution) = solved(32);
        let mut certain = 0;
        for &state in solution.layers().values().flatten() {
            let advice = solution.advise(state.board()).unwrap();
            // Rounding errors, as those of a larger game.
            let rounded = |value: f64| if value > 1.0 - 1e-12 { value - 3e-16 } else { value };
            let values = advice.action_values.unwrap();
            let values = values.expected_returns().map(|value| value.map(rounded));
            let of = solution.valued_game();
            let given = Advice {
                value: advice.value.map(|value| of.value(rounded(value.expected_return()))),
                action_values: Some(of.action_values(values)),
                ..advice
            };
            let shown = with_certainty(&solution, state.board(), given);
            let is_certain = advice.value.unwrap().get() > 1.0 - 1e-12;
            certain += usize::from(is_certain);
            assert_eq!(shown.value.unwrap().get() == 1.0, is_certain, "{state}");
            for action in Action::ALL {
                let value = shown.action_values.unwrap().get(action).map(Value::get);
                let is_certain =
                    CertainOutcome::new(&game, &solution, true).holds_after(state.board(), action);
                assert_eq!(value == Some(1.0), is_certain, "{state} {action}");
            }
        }
        assert!(certain > 0);
    }
}

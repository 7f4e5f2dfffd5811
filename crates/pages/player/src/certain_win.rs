//! Search for a proof that a game is certainly won or certainly lost under a policy.

use std::collections::BTreeSet;

use mdp2048_model::{Game, Policy, Status};
use mdp2048_rules::{Board, CanonicalState};

/// The number of canonical states after which the search gives up.
const MAX_STATES: usize = 400;

/// Returns `Some(true)` if every game from `board` under the policy is won, `Some(false)` if every
/// one is lost, and `None` if neither holds, if a state has no entry in the policy, or if more than
/// 400 states are reachable.
///
/// A packed policy rounds values, so a value of 1 alone does not prove a certain win.
pub fn certain_outcome(game: &Game, policy: &impl Policy, board: Board) -> Option<bool> {
    let mut visited = BTreeSet::new();
    let mut open = vec![board];
    let mut outcome: Option<bool> = None;
    while let Some(board) = open.pop() {
        if !visited.insert(CanonicalState::of(board).0) {
            continue;
        }
        if visited.len() > MAX_STATES {
            return None;
        }
        let is_won = match game.status(board) {
            Status::Won => true,
            Status::Lost => false,
            Status::Playing => {
                let result = game.act(board, policy.advise(board)?.action)?;
                if !result.wins {
                    open.extend(game.spawns(result.after).map(|(board, _)| board));
                    continue;
                }
                true
            }
        };
        if *outcome.get_or_insert(is_won) != is_won {
            return None;
        }
    }
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::solved;
    use mdp2048_model::Values;

    #[test]
    fn an_outcome_is_certain_where_the_value_is_one_or_zero() {
        for target in [8, 16, 32] {
            let (game, solution) = solved(target);
            for &state in solution.layers().values().flatten() {
                let value = solution.value(state).unwrap();
                let value = solution.valued_game().objective_value(value).unwrap();
                let expected = match value {
                    0.0 => Some(false),
                    value if value > 1.0 - 1e-12 => Some(true),
                    _ => None,
                };
                assert_eq!(certain_outcome(&game, &solution, state.board()), expected, "{state}");
            }
        }
    }
}

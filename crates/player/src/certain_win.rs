//! Certain wins and losses, proved by looking at every way a game may go.

use std::collections::HashSet;

use mdp2048_model::{Game, Policy, Status};
use mdp2048_rules::{Board, CanonicalState};

/// How many states are looked at before the search gives up.
const BUDGET: usize = 400;

/// Whether play by the policy surely wins (`Some(true)`) or surely loses (`Some(false)`) from a
/// board; `None` if it does neither, or a short search cannot tell.
pub(crate) fn certain_outcome(game: &Game, policy: &impl Policy, board: Board) -> Option<bool> {
    let mut met = HashSet::new();
    let mut open = vec![board];
    let mut end: Option<bool> = None;
    while let Some(board) = open.pop() {
        if !met.insert(CanonicalState::of(board).0) {
            continue;
        }
        if met.len() > BUDGET {
            return None;
        }
        let won = match game.status(board) {
            Status::Won => true,
            Status::Lost => false,
            Status::Playing => {
                let acted = game.act(board, policy.advise(board)?.action)?;
                if !acted.wins {
                    open.extend(game.spawns(acted.after).map(|(board, _)| board));
                    continue;
                }
                true
            }
        };
        if *end.get_or_insert(won) != won {
            return None;
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::solved;
    use mdp2048_model::Values;

    #[test]
    fn certainty_is_a_value_of_one_or_zero() {
        for target in [8, 16, 32] {
            let (game, solution) = solved(target);
            for &state in solution.layers().values().flatten() {
                let value = solution.value(state).unwrap();
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

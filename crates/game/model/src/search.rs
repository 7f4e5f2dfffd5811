//! A policy without precomputed values: the best action of a plain search.

use mdp2048_rules::{Action, Board};

use crate::game::Game;
use crate::policy::{Advice, Policy};

/// An expectimax search of a fixed depth for the action that most probably reaches the target.
///
/// It follows every action and every random tile for `depth` moves. A won board has the value 1, a
/// lost board 0, and a board at the last depth an estimate between them. These values are no
/// probabilities, so the advice has none. The search is not optimal: with three moves it wins nine
/// of ten games of 3x3 to 256, where an optimal policy loses one in 233.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    game: Game,
    depth: u32,
}

/// The weight of a tile in the estimate, relative to that of a tile one cell closer to the corner.
const WEIGHT: f64 = 0.4;

impl Search {
    /// A search that looks `depth` moves ahead, at least one.
    pub const fn new(game: Game, depth: u32) -> Self {
        Self { game, depth }
    }

    /// The best action of a board and its value; `None` if no action is allowed.
    fn best(&self, board: Board, depth: u32) -> Option<(Action, f64)> {
        let mut best: Option<(Action, f64)> = None;
        for action in Action::ALL {
            let Some(result) = self.game.act(board, action) else { continue };
            let mut value = 0.0;
            if result.wins {
                value = 1.0;
            } else if depth <= 1 {
                value = self.estimate(result.after.board());
            } else {
                for (board, probability) in self.game.spawns(result.after) {
                    value += probability * self.best(board, depth - 1).map_or(0.0, |best| best.1);
                }
            }
            if best.is_none_or(|(_, greatest)| value > greatest) {
                best = Some((action, value));
            }
        }
        best
    }

    /// The estimate of a board after a slide, in 0..1. It is high if the large tiles are near one
    /// corner, if the exponents of neighbours differ by little, and if many cells are empty.
    fn estimate(&self, after: Board) -> f64 {
        let (rows, cols) = (self.game.shape().rows(), self.game.shape().cols());
        let exponent = |row, col| f64::from(after.tile(row * cols + col).get());
        // The weighted sum of the faces for each of the four corners.
        let (mut weighted, mut difference, mut empty) = ([0.0; 4], 0.0, 0.0);
        for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
            let here = exponent(row, col);
            if here == 0.0 {
                empty += 1.0;
            } else {
                let face = f64::from(1_u32 << here as u32);
                let (bottom, right) = (rows - 1 - row, cols - 1 - col);
                let corners = [row + col, row + right, bottom + col, bottom + right];
                for (sum, distance) in weighted.iter_mut().zip(corners) {
                    *sum += face * WEIGHT.powi(distance as i32);
                }
            }
            if row + 1 < rows {
                difference += (here - exponent(row + 1, col)).abs();
            }
            if col + 1 < cols {
                difference += (here - exponent(row, col + 1)).abs();
            }
        }
        let near_corner =
            weighted.into_iter().fold(0.0, f64::max) / f64::from(after.tile_sum().get());
        // At most 0.7 + 0.08 + 0.2.
        (0.7 * near_corner + 0.005 * empty - 0.003 * difference + 0.2).max(0.0)
    }
}

impl Policy for Search {
    fn advise(&self, board: Board) -> Option<Advice> {
        let (action, _) = self.best(board, self.depth)?;
        Some(Advice { action, value: None, action_values: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, PlainSolution, Replay, Values};
    use mdp2048_rules::{CanonicalState, Shape};

    #[test]
    fn a_search_to_the_end_of_the_game_is_optimal() {
        // On 2x2 to 8, every game ends within six moves.
        let game = Game::reach(Shape::TWO_BY_TWO, 8).unwrap();
        let (search, solution) = (Search::new(game, 6), PlainSolution::solve(&game));
        for &state in solution.layers().values().flatten() {
            let action = search.advise(state.board()).unwrap().action;
            let regret = solution.action_values(state).unwrap().regret(action).unwrap();
            assert!(regret < 1e-12, "{state}: {action} costs {regret}");
        }
    }

    #[test]
    fn the_estimate_is_the_same_for_each_corner() {
        let game = Game::reach(Shape::new(2, 3).unwrap(), 64).unwrap();
        // The faces near the 8 weigh 8 + 0.4 * 2 + 0.16 * 4 of 14, the exponents of neighbours
        // differ by 11, and three cells are empty.
        let expected = 0.7 * 9.44 / 14.0 + 0.005 * 3.0 - 0.003 * 11.0 + 0.2;
        for text in ["8 2 0/0 4 0", "0 2 8/0 4 0", "0 4 0/8 2 0", "0 4 0/0 2 8"] {
            let found = Search::new(game, 1).estimate(text.parse().unwrap());
            assert!((found - expected).abs() < 1e-15, "{text}: {found} for {expected}");
        }
        // Of equally good actions, the first is advised.
        let all_alike = Search::new(game, 1).advise("2 2 2/2 2 2".parse().unwrap()).unwrap();
        assert_eq!(all_alike.action, Action::Left);
    }

    #[test]
    fn searches_win_most_games_and_know_no_values() {
        let game = Game::reach(Shape::THREE_BY_THREE, 128).unwrap();
        let search = Search::new(game, 2);
        let won = (0..40).filter(|&seed| {
            let replay = Replay::play(&game, &search, seed.into());
            assert!(replay.steps.iter().all(|step| step.advice.value.is_none()));
            replay.outcome == Outcome::Won
        });
        let won = won.count();
        assert!(won >= 30, "only {won} of 40 games are won");
        let lost: Board = "2 4 2/4 2 4/2 4 2".parse().unwrap();
        assert_eq!(search.advise(CanonicalState::of(lost).0.board()), None);
    }
}

//! Random games.

use mdp2048_model::{MoveResult, SeededSpawns};
use mdp2048_rules::{Action, Afterstate, Board};
use rand_mt::Mt;

use crate::agent::Position;
use crate::simulator::Simulator;

/// One of the allowed actions, each with the same probability, and its result; `None` if no action
/// is allowed.
pub(crate) fn random_action(
    simulator: &Simulator,
    board: Board,
    words: &mut Mt,
) -> Option<(Action, MoveResult)> {
    let mut tried = [false; 4];
    while tried.contains(&false) {
        let action = Action::ALL[words.next_u32() as usize % 4];
        if !tried[action.index()] {
            tried[action.index()] = true;
            if let Some(moved) = simulator.act(board, action) {
                return Some((action, moved));
            }
        }
    }
    None
}

/// Plays random games to their end.
#[derive(Clone, Debug)]
pub(super) struct Playouts {
    simulator: Simulator,
    words: Mt,
}

impl Playouts {
    /// Random games with random numbers from a seed.
    pub(super) fn new(simulator: Simulator, seed: u32) -> Self {
        Self { simulator, words: Mt::new(seed) }
    }

    /// The game.
    pub(super) const fn simulator(&self) -> &Simulator {
        &self.simulator
    }

    /// Begins with other random numbers.
    pub(super) fn reset(&mut self, seed: u32) {
        self.words = Mt::new(seed);
    }

    /// The board after the next random tile.
    pub(super) fn spawn(&mut self, after: Afterstate) -> Board {
        SeededSpawns::from_words(&mut self.words).spawn(self.simulator.game(), after)
    }

    /// The points at the end of a random game from a position.
    pub(super) fn points(&mut self, position: Position) -> u64 {
        let Position { mut board, mut points } = position;
        while let Some((_, moved)) = random_action(&self.simulator, board, &mut self.words) {
            points += u64::from(moved.points);
            if moved.wins {
                break;
            }
            board = self.spawn(moved.after);
        }
        points
    }
}

#[cfg(test)]
mod tests {
    use mdp2048_model::{Game, Objective};
    use mdp2048_rules::Shape;

    use super::*;

    #[test]
    fn allowed_actions_are_equally_probable() {
        let game = Game::new(Shape::TWO_BY_TWO, Objective::Score, None, 1.0, 0.1).unwrap();
        let (simulator, mut words) = (Simulator::new(game), Mt::new(7));
        // Only to the left and up.
        let board: Board = "4 2/2 4".parse().unwrap();
        assert_eq!(random_action(&simulator, board, &mut words), None);
        let board: Board = "0 2/0 4".parse().unwrap();
        let mut counts = [0; 4];
        for _ in 0..3_000 {
            let (action, _) = random_action(&simulator, board, &mut words).unwrap();
            counts[action.index()] += 1;
        }
        assert_eq!(counts, [3_000, 0, 0, 0]);
        let board: Board = "0 2/2 0".parse().unwrap();
        let mut counts = [0_i32; 4];
        for _ in 0..4_000 {
            let (action, _) = random_action(&simulator, board, &mut words).unwrap();
            counts[action.index()] += 1;
        }
        // Five standard deviations are 137.
        assert!(counts.iter().all(|count| (count - 1_000).abs() < 137), "{counts:?}");
    }

    #[test]
    fn random_games_end_with_the_points_of_all_merges() {
        let game = Game::reach(Shape::TWO_BY_TWO, 8).unwrap();
        let mut playouts = Playouts::new(Simulator::new(game), 1);
        let position = Position { board: "4 4/2 4".parse().unwrap(), points: 100 };
        for _ in 0..50 {
            // Every game from here makes an 8 by the first or the second move, or none.
            let points = playouts.points(position) - 100;
            assert!(points == 0 || (8..=16).contains(&points), "{points}");
        }
    }
}

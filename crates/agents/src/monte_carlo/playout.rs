//! Random games.

use mdp2048_model::{MoveResult, SeededSpawns};
use mdp2048_rules::{Action, Afterstate, Board};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng as _};

use super::key_games::KeyGames;
use crate::agent::Position;
use crate::simulator::Simulator;

/// One of the allowed actions, each with the same probability, and its result; `None` if no action
/// is allowed.
pub(crate) fn random_action(
    simulator: &Simulator,
    board: Board,
    words: &mut impl Rng,
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

/// Plays random games to their end. Games on 4x4 are faster than others.
#[derive(Clone, Debug)]
pub(super) struct Playouts {
    simulator: Simulator,
    words: Xoshiro256PlusPlus,
    /// For games on 4x4.
    key_games: Option<KeyGames>,
}

impl Playouts {
    /// Random games with random numbers from a seed.
    pub(super) fn new(simulator: Simulator, seed: u32) -> Self {
        let key_games = KeyGames::new(simulator.game());
        Self { simulator, words: words(seed), key_games }
    }

    /// The game.
    pub(super) const fn simulator(&self) -> &Simulator {
        &self.simulator
    }

    /// Begins with other random numbers.
    pub(super) fn reset(&mut self, seed: u32) {
        self.words = words(seed);
    }

    /// The points at the end of a random game from a position.
    pub(super) fn points(&mut self, position: Position) -> u64 {
        let Position { mut board, mut points } = position;
        if let Some(games) = &self.key_games {
            return points + games.points(board.key(), &mut self.words);
        }
        while let Some((_, moved)) = random_action(&self.simulator, board, &mut self.words) {
            points += u64::from(moved.points);
            if moved.wins {
                break;
            }
            board = self.spawn(moved.after);
        }
        points
    }

    /// The points at the end of a random game after an afterstate that has `points`.
    pub(super) fn points_after(&mut self, after: Afterstate, points: u64) -> u64 {
        if let Some(games) = &self.key_games {
            let board = games.spawn(after.board().key(), &mut self.words);
            return points + games.points(board, &mut self.words);
        }
        let board = self.spawn(after);
        self.points(Position { board, points })
    }

    /// The board after the next random tile.
    fn spawn(&mut self, after: Afterstate) -> Board {
        SeededSpawns::from_words(&mut self.words).spawn(self.simulator.game(), after)
    }
}

/// The random numbers of a seed.
fn words(seed: u32) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed.into())
}

#[cfg(test)]
mod tests {
    use mdp2048_model::{Game, Objective};
    use mdp2048_rules::Shape;
    use rand_mt::Mt;

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
    fn games_on_4x4_have_the_scores_of_games_by_the_rules() {
        for (target, text) in [
            (None, "2 4 2 0/8 0 32 2/0 2 64 4/128 8 2 0"),
            (Some(64), "0 0 2 0/8 0 32 2/0 2 0 4/8 8 2 0"),
        ] {
            let objective = if target.is_some() { Objective::Win } else { Objective::Score };
            let game = Game::new(Shape::FOUR_BY_FOUR, objective, target, 1.0, 0.1).unwrap();
            let mut fast = Playouts::new(Simulator::new(game), 3);
            let mut slow = Playouts { key_games: None, ..Playouts::new(Simulator::new(game), 4) };
            let position = Position { board: text.parse().unwrap(), points: 100 };
            let after = Afterstate::new(position.board);
            let statistics = |playouts: &mut Playouts, is_after: bool| {
                let mut game = || match is_after {
                    false => playouts.points(position),
                    true => playouts.points_after(after, 100),
                };
                let points: Vec<f64> = (0..20_000).map(|_| game() as f64).collect();
                let mean = points.iter().sum::<f64>() / 20_000.0;
                let squares = points.iter().map(|it| (it - mean).powi(2)).sum::<f64>();
                (mean, squares / 20_000.0)
            };
            for is_after in [false, true] {
                let (a, b) = (statistics(&mut fast, is_after), statistics(&mut slow, is_after));
                let error = ((a.1 + b.1) / 20_000.0).sqrt();
                assert!((a.0 - b.0).abs() < 4.0 * error, "{a:?} {b:?}");
                assert!((a.1 / b.1 - 1.0).abs() < 0.1, "{a:?} {b:?}");
            }
        }
    }
}

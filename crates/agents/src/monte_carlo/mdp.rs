//! Monte Carlo estimates of the values of all successors.
//!
//! The blog post leaves some things open. The readings taken here:
//!
//! - The number of empty cells is that of the board after the slide, where the tile appears.
//! - Within a range of numbers of empty cells the games are divided by that number, so that each
//!   number has about the same total: 500 games for one empty cell are 250 for each of two and 167
//!   for each of three. The post's example has 125 there, which is not the same total.
//! - The values of theta are not in the post; [`MdpMonteCarloOptions::default`] has ours.
//! - With the immediate reward, V is the mean of the points after the successor.

use mdp2048_model::Seed;
use mdp2048_rules::{Afterstate, Exponent};

use super::playout::Playouts;
use crate::agent::{ActionEstimates, Agent, Position};
use crate::simulator::Simulator;

/// The first number of empty cells of each range.
const RANGES: [u32; 4] = [1, 4, 7, 10];

/// The fewest random games from a successor with a 4.
const FEWEST_FOUR: u32 = 3;

/// The factor of the value after the immediate reward.
const FACTOR: f64 = 0.9;

/// The parameters theta of the blog post.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MdpMonteCarloOptions {
    /// The random games from a successor with a 2, for the fewest empty cells of each range: 1 to
    /// 3, 4 to 6, 7 to 9, and 10 or more (theta 1 to 4).
    pub games: [u32; 4],
    /// How many times fewer games there are from a successor with a 4, but at least 3 (theta 5).
    pub fewer_for_four: u32,
    /// The share of the best games that is averaged, above 0 and at most 1 (theta 6).
    pub best_share: f64,
    /// Whether a move is judged by its points plus 0.9 times the points after it, instead of by
    /// the final score.
    pub immediate: bool,
}

impl Default for MdpMonteCarloOptions {
    fn default() -> Self {
        Self { games: [60, 40, 20, 10], fewer_for_four: 3, best_share: 1.0, immediate: false }
    }
}

/// Chooses the move of the highest expected value over all random tiles, where the value of each
/// successor is the mean of random games from it.
#[derive(Clone, Debug)]
pub struct MdpMonteCarlo {
    playouts: Playouts,
    options: MdpMonteCarloOptions,
}

impl MdpMonteCarlo {
    /// The agent for a game.
    pub fn new(simulator: Simulator, options: MdpMonteCarloOptions) -> Self {
        Self { playouts: Playouts::new(simulator, 0), options }
    }

    /// The number of random games from a successor with this tile, for a number of empty cells
    /// from 1.
    fn games(&self, empty: u32, tile: Exponent) -> u32 {
        let range = RANGES.iter().rposition(|&first| empty >= first).unwrap_or(0);
        let games = (self.options.games[range] * RANGES[range]).div_ceil(empty.max(1)).max(1);
        if tile == Exponent::FOUR {
            (games / self.options.fewer_for_four.max(1)).max(FEWEST_FOUR)
        } else {
            games
        }
    }

    /// The mean points at the end of the best random games from a position.
    fn value(&mut self, position: Position, games: u32) -> f64 {
        let mut points: Vec<u64> = (0..games).map(|_| self.playouts.points(position)).collect();
        points.sort_unstable_by(|a, b| b.cmp(a));
        let best = (f64::from(games) * self.options.best_share).ceil() as usize;
        let best = &points[..best.clamp(1, points.len())];
        best.iter().sum::<u64>() as f64 / best.len() as f64
    }

    /// The expected value of the successors of a move; `points` are those after the move.
    fn expected(&mut self, after: Afterstate, points: u64) -> f64 {
        let empty = after.board().empty_cells();
        let count = empty.len() as u32;
        let four = self.playouts.simulator().game().spawn_four().get();
        let mut sum = 0.0;
        for cell in empty {
            for (tile, probability) in [(Exponent::TWO, 1.0 - four), (Exponent::FOUR, four)] {
                if probability > 0.0
                    && let Some(board) = after.place(cell, tile)
                {
                    let games = self.games(count, tile);
                    sum += probability * self.value(Position { board, points }, games);
                }
            }
        }
        sum / f64::from(count)
    }
}

impl Agent for MdpMonteCarlo {
    fn reset(&mut self, seed: Seed) {
        // The tiles of the game come from the seed itself.
        self.playouts.reset(!seed.get());
    }

    fn estimates(&mut self, position: Position) -> ActionEstimates {
        let simulator = self.playouts.simulator().clone();
        simulator.estimates(position, |moved| {
            let points = position.points + u64::from(moved.points);
            let last = self.expected(moved.after, points);
            if self.options.immediate {
                f64::from(moved.points) + FACTOR * (last - points as f64)
            } else {
                last
            }
        })
    }

    fn boxed(&self) -> Box<dyn Agent> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use mdp2048_model::{Game, Objective};
    use mdp2048_rules::Shape;

    use super::*;

    #[test]
    fn games_are_divided_within_a_range() {
        let game = Game::new(Shape::FOUR_BY_FOUR, Objective::Score, None, 1.0, 0.1).unwrap();
        let options = MdpMonteCarloOptions { games: [500, 90, 60, 30], ..Default::default() };
        let agent = MdpMonteCarlo::new(Simulator::new(game), options);
        let of_two: Vec<u32> = (1..=15).map(|empty| agent.games(empty, Exponent::TWO)).collect();
        assert_eq!(of_two[..9], [500, 250, 167, 90, 72, 60, 60, 53, 47]);
        assert_eq!(of_two[9..], [30, 28, 25, 24, 22, 20]);
        assert_eq!(agent.games(1, Exponent::FOUR), 166);
        assert_eq!(MdpMonteCarloOptions::default().fewer_for_four, 3);
        let few = MdpMonteCarloOptions { games: [6, 4, 4, 4], ..options };
        let agent = MdpMonteCarlo::new(Simulator::new(game), few);
        assert_eq!(agent.games(1, Exponent::FOUR), 3);
    }

    #[test]
    fn the_best_share_of_the_games_is_averaged() {
        let game = Game::new(Shape::THREE_BY_THREE, Objective::Score, None, 1.0, 0.1).unwrap();
        let position = Position { board: "2 2 4/0 2 4/8 0 2".parse().unwrap(), points: 0 };
        let value = |best_share| {
            let options = MdpMonteCarloOptions { best_share, ..Default::default() };
            MdpMonteCarlo::new(Simulator::new(game), options).value(position, 200)
        };
        // The same random games, so the means are of the same numbers.
        assert!(value(0.1) > value(0.5) && value(0.5) > value(1.0));
    }
}

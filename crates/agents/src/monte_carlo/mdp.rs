//! Monte Carlo estimates of the values of all successors.
//!
//! The blog post leaves some things open. The readings taken here:
//!
//! - The number of empty cells is that of the board after the slide, where the tile appears.
//! - Within each of the first three ranges of numbers of empty cells the games are divided by that
//!   number, so that each number has about the same total: 500 games for one empty cell are 250 for
//!   each of two and 167 for each of three. The post's example has 125 there, which is not the same
//!   total. In the last range, from 10 empty cells on, there are as many games for each number.
//! - The values of theta are not in the post; [`MdpMonteCarloOptions::default`] has ours.
//! - With the immediate reward, V is the mean of the points after the successor.
//! - The post plans an expectimax search where few cells are empty, with these values at the
//!   leaves. Here it looks one own move further: a successor has the value of its best move, which
//!   is the mean of as many random games after that move.

use mdp2048_model::Seed;
use mdp2048_rules::{Action, Afterstate, Exponent};

use super::playout::Playouts;
use crate::agent::{ActionEstimates, Agent, Position};
use crate::simulator::Simulator;

/// The first number of empty cells of each range.
const RANGES: [u32; 4] = [1, 4, 7, 10];

/// The fewest random games from a successor with a 4.
const FEWEST_FOUR: u32 = 3;

/// The parameters theta of the blog post.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MdpMonteCarloOptions {
    /// The random games from a successor with a 2, for the fewest empty cells of each range: 1 to
    /// 3, 4 to 6, 7 to 9, and 10 or more (theta 1 to 4). More empty cells of one of the first three
    /// ranges have fewer games each, for the same total.
    pub(crate) games: [u32; 4],
    /// How many times fewer games there are from a successor with a 4, but at least 3 (theta 5).
    pub(crate) fewer_for_four: u32,
    /// The share of the best games that is averaged, above 0 and at most 1 (theta 6).
    pub(crate) best_share: f64,
    /// Whether a move is judged by its points plus gamma times the points after it, instead of by
    /// the final score.
    pub(crate) immediate: bool,
    /// The factor gamma of immediate rewards. The post has 0.9.
    pub(crate) gamma: f64,
    /// With at most this many empty cells after a move, its successors are searched one move
    /// further (0 for never).
    pub(crate) expectimax: u32,
}

impl Default for MdpMonteCarloOptions {
    fn default() -> Self {
        Self {
            games: [60, 40, 20, 10],
            fewer_for_four: 3,
            best_share: 1.0,
            immediate: false,
            gamma: 0.9,
            expectimax: 0,
        }
    }
}

/// Chooses the move of the highest expected value over all random tiles, where the value of each
/// successor is the mean of random games from it.
#[derive(Clone, Debug)]
pub(crate) struct MdpMonteCarlo {
    playouts: Playouts,
    options: MdpMonteCarloOptions,
    /// The scores of the random games from one position.
    scores: Vec<u64>,
}

impl MdpMonteCarlo {
    /// The agent for a game.
    pub(crate) fn new(simulator: Simulator, options: MdpMonteCarloOptions) -> Self {
        Self { playouts: Playouts::new(simulator, 0), options, scores: Vec::new() }
    }

    /// The number of random games from a successor with this tile, for a number of empty cells
    /// from 1.
    fn games(&self, empty: u32, tile: Exponent) -> u32 {
        let range = RANGES.iter().rposition(|&first| empty >= first).unwrap_or(0);
        let most = self.options.games[range];
        let is_last = range + 1 == RANGES.len();
        let games = if is_last { most } else { (most * RANGES[range]).div_ceil(empty.max(1)) };
        let games = games.max(1);
        if tile == Exponent::FOUR {
            (games / self.options.fewer_for_four.max(1)).max(FEWEST_FOUR)
        } else {
            games
        }
    }

    /// The mean points at the end of the best random games from a position.
    fn value(&mut self, position: Position, games: u32) -> f64 {
        self.scores.clear();
        self.scores.extend((0..games).map(|_| self.playouts.points(position)));
        self.mean_of_best()
    }

    /// The value of the best move of a position, by random games after each move; the points if
    /// there is none.
    fn value_of_best_move(&mut self, position: Position, games: u32) -> f64 {
        let mut best = position.points as f64;
        for action in Action::ALL {
            let Some(moved) = self.playouts.simulator().act(position.board, action) else {
                continue;
            };
            let points = position.points + u64::from(moved.points);
            let value = if moved.wins {
                points as f64
            } else {
                self.scores.clear();
                let game = |_| self.playouts.points_after(moved.after, points);
                self.scores.extend((0..games).map(game));
                self.mean_of_best()
            };
            best = best.max(value);
        }
        best
    }

    /// The mean of the best share of the scores, of which there is at least one.
    fn mean_of_best(&mut self) -> f64 {
        let scores = &mut self.scores;
        let best = (scores.len() as f64 * self.options.best_share).ceil() as usize;
        let best = best.clamp(1, scores.len());
        if best < scores.len() {
            scores.select_nth_unstable_by(best - 1, |a, b| b.cmp(a));
        }
        scores[..best].iter().sum::<u64>() as f64 / best as f64
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
                    let position = Position { board, points };
                    let value = if count <= self.options.expectimax {
                        self.value_of_best_move(position, games)
                    } else {
                        self.value(position, games)
                    };
                    sum += probability * value;
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
            let MdpMonteCarloOptions { immediate, gamma, .. } = self.options;
            if immediate { f64::from(moved.points) + gamma * (last - points as f64) } else { last }
        })
    }
}

#[cfg(test)]
mod tests {
    use mdp2048_model::{Game, Objective};
    use mdp2048_rules::Shape;

    use super::*;
    use crate::arena::play;

    #[test]
    fn games_are_divided_within_the_first_three_ranges() {
        let game = Game::new(Shape::FOUR_BY_FOUR, Objective::Score, None, 1.0, 0.1).unwrap();
        let options = MdpMonteCarloOptions { games: [500, 90, 60, 30], ..Default::default() };
        let agent = MdpMonteCarlo::new(Simulator::new(game), options);
        let of_two: Vec<u32> = (1..=15).map(|empty| agent.games(empty, Exponent::TWO)).collect();
        assert_eq!(of_two[..9], [500, 250, 167, 90, 72, 60, 60, 53, 47]);
        assert_eq!(of_two[9..], [30; 6]);
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

    #[test]
    fn immediate_rewards_without_a_discount_are_the_final_score() {
        let game = Game::new(Shape::THREE_BY_THREE, Objective::Score, None, 1.0, 0.1).unwrap();
        let results = [(false, 0.9), (true, 1.0), (true, 0.5)].map(|(immediate, gamma)| {
            let games = [12, 8, 4, 2];
            let options = MdpMonteCarloOptions { games, immediate, gamma, ..Default::default() };
            let mut agent = MdpMonteCarlo::new(Simulator::new(game), options);
            [0, 1, 2].map(|seed| play(&Simulator::new(game), &mut agent, seed.into()))
        });
        assert_eq!(results[0], results[1]);
        assert_ne!(results[0], results[2]);
    }

    #[test]
    fn a_successor_that_is_searched_has_the_value_of_its_best_move() {
        let game = Game::new(Shape::TWO_BY_TWO, Objective::Score, None, 1.0, 0.1).unwrap();
        let options = MdpMonteCarloOptions { expectimax: 4, ..Default::default() };
        let mut agent = MdpMonteCarlo::new(Simulator::new(game), options);
        let position = |text: &str| Position { board: text.parse().unwrap(), points: 100 };
        assert_eq!(agent.value_of_best_move(position("2 4/8 16"), 5), 100.0);
        let board = position("4 8/4 16");
        let value = agent.value_of_best_move(board, 400);
        let mean = agent.value(board, 400);
        assert!(value >= mean - 2.0 && value >= 108.0, "{value} {mean}");
        // Random games often choose the wrong one of two moves.
        let game = Game::new(Shape::THREE_BY_THREE, Objective::Score, None, 1.0, 0.1).unwrap();
        let mut agent = MdpMonteCarlo::new(Simulator::new(game), options);
        let board = position("64 2 2/64 8 4/2 4 8");
        let (value, mean) = (agent.value_of_best_move(board, 4_000), agent.value(board, 4_000));
        assert!(value > mean + 5.0, "{value} {mean}");
        let choice = agent.choose(position("64 32 2/64 2 4/2 4 8"));
        assert!(matches!(choice, Some(Action::Up | Action::Down)), "{choice:?}");
    }
}

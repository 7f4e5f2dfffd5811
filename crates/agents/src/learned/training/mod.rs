//! Training of a network by temporal differences on afterstates.
//!
//! The trainer plays by the moves of the highest points plus value, and then goes back over the
//! afterstates of the game. The value of each is moved towards its lambda-return: the points of the
//! next move plus (1 - lambda) times the value of the next afterstate plus lambda times the return
//! there (R. Sutton and A. Barto, "Reinforcement Learning", 2018, section 12.1; afterstates of
//! 2048: M. Szubert and W. Jaśkowski, "Temporal difference learning of n-tuple networks for the
//! game 2048", 2014).
//!
//! Each weight has its own step size by temporal coherence: the size of the sum of its errors
//! divided by the sum of their sizes, so that the steps shrink where errors are noise (D. Beal and
//! M. Smith, "Temporal coherence and prediction decay in TD learning", 1999; W. Jaśkowski,
//! "Mastering 2048 with delayed temporal coherence learning, multistage weight promotion, redundant
//! encoding and carousel shaping", 2018). Values may begin high, so that what was not tried looks
//! good (H. Guei and others, "Optimistic temporal difference learning for 2048", 2022).
//!
//! A round is a game and its restarts: while the game was long, another begins from its middle, so
//! that boards with large tiles are learned as often as others.

mod weights;

use mdp2048_rules::nibbles::{empty_cells, with_tile};
use rand_mt::Mt;

use self::weights::TrainedWeights;
use super::network::Network;
use crate::slides::{Moved, Slides};

/// How a network is trained.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct TrainingOptions {
    /// Round n uses the random numbers of the seed and n only.
    pub seed: u32,
    /// The step size that the coherence of each weight is multiplied with, above 0 and at most 1.
    pub rate: f32,
    /// The weight of later returns in a return, from 0 to 1.
    pub lambda: f32,
    /// The value of every board at first, in points.
    pub optimism: f32,
    /// A game of at least this many moves is played again from its middle.
    pub restart: u32,
}

impl Default for TrainingOptions {
    fn default() -> Self {
        Self { seed: 1, rate: 1.0, lambda: 0.5, optimism: 0.0, restart: 2_000 }
    }
}

/// A network in training.
#[derive(Debug)]
pub struct Trainer {
    options: TrainingOptions,
    weights: TrainedWeights,
    rounds: u64,
    moves: u64,
    slides: Slides,
    /// The afterstates of the game and the points of the moves that led to them.
    game: Vec<(u64, u32)>,
}

impl Trainer {
    /// A trainer before its first game. Uses 100 MB.
    pub fn new(options: TrainingOptions) -> Self {
        Self {
            options,
            weights: TrainedWeights::new(options.optimism),
            rounds: 0,
            moves: 0,
            slides: Slides::new(),
            game: Vec::new(),
        }
    }

    /// The number of rounds so far.
    pub const fn rounds(&self) -> u64 {
        self.rounds
    }

    /// The number of moves so far, those of restarts included.
    pub const fn moves(&self) -> u64 {
        self.moves
    }

    /// Plays a game and its restarts, and learns from them. Returns the score of the game.
    pub fn round(&mut self) -> u64 {
        let mut words =
            Mt::new_with_key([self.options.seed, self.rounds as u32, (self.rounds >> 32) as u32]);
        self.rounds += 1;
        let start = spawn(spawn(0, &mut words), &mut words);
        let score = self.play(start, &mut words);
        let mut length = self.game.len();
        while length >= self.options.restart.max(2) as usize {
            let (middle, _) = self.game[length / 2];
            self.play(spawn(middle, &mut words), &mut words);
            length = self.game.len();
        }
        score
    }

    /// Plays from a board to the end of the game, and learns from it. Returns the points.
    fn play(&mut self, mut board: u64, words: &mut Mt) -> u64 {
        self.game.clear();
        while let Some(moved) = self.best(board) {
            self.game.push((moved.after, moved.points));
            board = spawn(moved.after, words);
        }
        self.learn();
        self.moves += self.game.len() as u64;
        self.game.iter().map(|&(_, points)| u64::from(points)).sum()
    }

    /// The allowed move of the most points plus value, the first of several.
    fn best(&self, board: u64) -> Option<Moved> {
        let mut best: Option<(Moved, f32)> = None;
        self.slides.moves(board, |moved| {
            let value = moved.points as f32 + self.weights.value(moved.after);
            if best.is_none_or(|(_, greatest)| value > greatest) {
                best = Some((moved, value));
            }
        });
        best.map(|(moved, _)| moved)
    }

    /// Moves the values of the game's afterstates towards their returns, the last one first.
    fn learn(&mut self) {
        let TrainingOptions { rate, lambda, .. } = self.options;
        // No points follow the last move.
        let mut target = 0.0;
        for &(after, points) in self.game.iter().rev() {
            let value = self.weights.learn(after, target, rate);
            target = points as f32 + (1.0 - lambda) * value + lambda * target;
        }
    }

    /// The network so far: weights that were never learned are 0, and the others are rounded to
    /// multiples of `step` points. It is not calibrated: [`Network::calibrated`].
    pub fn network(&self, step: f32) -> Network {
        self.weights.network(step)
    }
}

/// The board after a random tile, which is drawn as [`mdp2048_model::SeededSpawns`] draws it, with
/// the cells in the opposite order.
fn spawn(after: u64, words: &mut Mt) -> u64 {
    let empty = empty_cells(after);
    let number = words.next_u32() % empty.count_ones();
    // A 4 has the probability 0.1.
    with_tile(after, empty, number, words.next_u32() < u32::MAX / 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_grow_with_training() {
        let mut trainer = Trainer::new(TrainingOptions { optimism: 640.0, ..Default::default() });
        let mut mean = |games: u64| (0..games).map(|_| trainer.round()).sum::<u64>() / games;
        let before = mean(60);
        mean(600);
        assert!(mean(60) > 2 * before, "{before}");
    }

    #[test]
    fn random_tiles_are_equally_probable_on_all_cells() {
        let (mut words, mut counts) = (Mt::new(5), [[0_i32; 2]; 3]);
        for _ in 0..30_000 {
            // The empty cells are those of the nibbles 1, 4 and 15.
            let after = 0x0111_1111_1110_1101;
            let tile = spawn(after, &mut words) ^ after;
            let cell = [1, 4, 15]
                .iter()
                .position(|cell| tile >> (4 * cell) != 0 && tile >> (4 * cell) < 16);
            counts[cell.unwrap()][usize::from(!tile.trailing_zeros().is_multiple_of(4))] += 1;
        }
        // Five standard deviations are 387 and 154.
        for [twos, fours] in counts {
            assert!((twos - 9_000).abs() < 400 && (fours - 1_000).abs() < 160, "{counts:?}");
        }
    }
}

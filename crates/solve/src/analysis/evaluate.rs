//! What a policy is worth under another objective than its own, and how its games end.
//!
//! Both follow all games under the policy up the layers once, so they are exact to rounding.

use std::ops::ControlFlow;

use mdp2048_model::{Distribution, Game, GameError, Objective, Rewards};
use mdp2048_rules::{Board, Exponent};
use thiserror::Error;

use super::forward::{FOUR, Mass, Traveller, fours};
use super::state_view::{Here, Taken};
use crate::Solution;
use crate::progress::{Progress, ProgressCallback, SolveError};

/// Why a policy cannot be judged.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum EvaluateError {
    /// There is no such objective.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The watcher stopped the pass.
    #[error(transparent)]
    Stopped(#[from] SolveError),
}

/// How long games under a policy are, and what they bring.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcomes {
    /// The points of a game: the sum of the faces of all tiles made by merging.
    pub score: Distribution,
    /// The moves of a game, the one that makes the target included.
    pub moves: Distribution,
}

impl Solution {
    /// The value of this solution's policy under another objective: the expected points or moves of
    /// a game, or the probability that it makes the target (times the discount for each move up to
    /// then). Judged by the fewest moves it is minus the expected moves up to the target, as in
    /// solutions, and minus infinity unless every game, however unlikely, makes the target.
    ///
    /// The policy takes the first of the best actions in the canonical frame, as everywhere. It has
    /// no action for a board with its own game's target, so its games end there, whatever they are
    /// judged by; and they end where the objective's own target is made.
    ///
    /// # Errors
    /// [`EvaluateError`] if there is no such objective on this board, or if `watch` breaks.
    pub fn evaluate(
        &self,
        objective: Objective,
        target: Option<u32>,
        discount: f64,
        watch: ProgressCallback<'_>,
    ) -> Result<f64, EvaluateError> {
        let spawn_four = self.game.spawn_four().get();
        let game = Game::new(self.game.shape(), objective, target, discount, spawn_four)?;
        let mut judge = Judge { rewards: game.rewards(), game, value: Sum::default(), watch };
        if objective == Objective::Fewest {
            let mut sure = Sure { judge, is_certain: true };
            self.flow(&mut sure)?;
            let Sure { judge, is_certain } = sure;
            return Ok(if is_certain { judge.value.total() } else { f64::NEG_INFINITY });
        }
        self.flow(&mut judge)?;
        Ok(judge.value.total())
    }

    /// The scores and the numbers of moves of games under this solution's policy.
    ///
    /// Exact to rounding, but that fewer than one game in 10^30 is forgotten on the way at each
    /// state: of 10^8 states one in 10^22.
    ///
    /// # Errors
    /// [`EvaluateError::Stopped`] if `watch` breaks.
    pub fn outcomes(&self, watch: ProgressCallback<'_>) -> Result<Outcomes, EvaluateError> {
        let mut recorder = Recorder { outcomes: Outcomes::default(), watch };
        self.flow(&mut recorder)?;
        Ok(recorder.outcomes)
    }

    /// The faces of the largest tiles at the end of games under this solution's policy.
    ///
    /// Exact to rounding, and several times faster than [`Solution::outcomes`].
    ///
    /// # Errors
    /// [`EvaluateError::Stopped`] if `watch` breaks.
    pub fn largest_tiles(
        &self,
        watch: ProgressCallback<'_>,
    ) -> Result<Distribution, EvaluateError> {
        let mut largest = Largest { sums: [Sum::default(); 16], watch };
        self.flow(&mut largest)?;
        let mut tiles = Distribution::default();
        for (exponent, sum) in largest.sums.into_iter().enumerate() {
            tiles.add(1 << exponent, sum.total());
        }
        Ok(tiles)
    }
}

/// A sum of very many numbers, with what its rounding lost (Neumaier 1974).
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    sum: f64,
    lost: f64,
}

impl Sum {
    fn add(&mut self, number: f64) {
        let sum = self.sum + number;
        self.lost += if self.sum.abs() >= number.abs() {
            (self.sum - sum) + number
        } else {
            (number - sum) + self.sum
        };
        self.sum = sum;
    }

    const fn total(self) -> f64 {
        self.sum + self.lost
    }
}

/// Adds up the rewards of another game.
struct Judge<'a> {
    game: Game,
    rewards: Rewards,
    value: Sum,
    watch: ProgressCallback<'a>,
}

impl Judge<'_> {
    /// Whether an action ends the judged game.
    fn ends_with(&self, taken: &Taken) -> bool {
        let slide = taken.board.slide(taken.action);
        slide.is_some_and(|slide| self.game.ends_with(slide.largest_merge))
    }
}

impl Traveller<f64> for Judge<'_> {
    fn meets(&mut self, _: &Here<'_>, _: &mut f64) -> bool {
        true
    }

    fn takes(&mut self, taken: &Taken, games: &f64) -> f64 {
        // What is not won is worth nothing once it has ended: only the fewest moves have a value
        // for lost boards.
        let (worth, factor) = if self.ends_with(taken) {
            (self.rewards.winning(taken.points), 0.0)
        } else {
            (self.rewards.going_on(taken.points, 0.0), self.rewards.discount)
        };
        self.value.add(games * worth);
        factor
    }

    fn watches(&mut self, progress: Progress) -> ControlFlow<()> {
        (self.watch)(progress)
    }
}

/// The games that come to a state, which are there even if they are too unlikely for their
/// probability to be told from 0.
#[derive(Clone, Copy, Debug, Default)]
struct Any {
    are_there: bool,
    probability: f64,
}

impl Mass for Any {
    fn start(_: Board, probability: f64) -> Self {
        Self { are_there: true, probability }
    }

    fn is_none(&self) -> bool {
        !self.are_there
    }

    fn part(&self, factor: f64, cells: u32) -> Self {
        Self { probability: self.probability.part(factor, cells), ..*self }
    }

    fn add(&mut self, part: &Self, _: usize, chance: f64) {
        if chance > 0.0 {
            self.are_there = true;
            self.probability += part.probability * chance;
        }
    }
}

/// Adds up moves, and sees whether every game makes the target: on the graph, as probabilities may
/// be too small to tell.
struct Sure<'a> {
    judge: Judge<'a>,
    is_certain: bool,
}

impl Traveller<Any> for Sure<'_> {
    fn meets(&mut self, _: &Here<'_>, _: &mut Any) -> bool {
        self.is_certain
    }

    fn takes(&mut self, taken: &Taken, games: &Any) -> f64 {
        self.judge.takes(taken, &games.probability)
    }

    fn ends(&mut self, taken: &Taken, _: &Any, _: f64) {
        self.is_certain &= self.judge.ends_with(taken);
    }

    fn watches(&mut self, progress: Progress) -> ControlFlow<()> {
        self.judge.watches(progress)
    }
}

/// Fewer games than this are forgotten.
const DUST: f64 = 1e-30;

/// The games that come to a state by how many of their random tiles were fours.
///
/// A board and the number of fours tell the score and the moves: see [`Recorder`].
#[derive(Clone, Debug, Default, PartialEq)]
struct ByFours {
    /// The fours of the first of the probabilities.
    first: usize,
    probabilities: Vec<f64>,
}

impl ByFours {
    /// Leaves out the ends that are too unlikely to matter.
    fn trim(&mut self) {
        let likely = |&probability: &f64| probability >= DUST;
        let kept = self.probabilities.iter().rposition(likely).map_or(0, |last| last + 1);
        self.probabilities.truncate(kept);
        let dust = self.probabilities.iter().position(likely).unwrap_or(0);
        self.probabilities.drain(..dust);
        self.first += dust;
    }
}

impl Mass for ByFours {
    fn start(board: Board, probability: f64) -> Self {
        Self { first: fours(board), probabilities: vec![probability] }
    }

    fn is_none(&self) -> bool {
        self.probabilities.is_empty()
    }

    fn part(&self, factor: f64, cells: u32) -> Self {
        let part = |probability: &f64| probability * factor / f64::from(cells);
        Self { first: self.first, probabilities: self.probabilities.iter().map(part).collect() }
    }

    fn add(&mut self, part: &Self, tile: usize, chance: f64) {
        let first = part.first + usize::from(tile == FOUR);
        if self.is_none() {
            self.first = first;
        }
        if first < self.first {
            let missing = self.first - first;
            self.probabilities.splice(..0, std::iter::repeat_n(0.0, missing));
            self.first = first;
        }
        let skipped = first - self.first;
        let length = skipped + part.probabilities.len();
        if self.probabilities.len() < length {
            self.probabilities.resize(length, 0.0);
        }
        for (sum, probability) in self.probabilities[skipped..].iter_mut().zip(&part.probabilities)
        {
            *sum += probability * chance;
        }
    }
}

/// Records how games end.
///
/// Had every tile grown from twos, making a tile 2^k would have brought (k - 1) 2^k points in all:
/// 2^k for itself, and twice what its halves brought. Each random four saved one merge of 4 points.
/// So the score is the sum of (k - 1) 2^k over the board, less 4 for each four. And as the tile sum
/// is 2 for each two and 4 for each four, a board of half sum h with f fours has had h - f random
/// tiles: the two at the start and one after each move.
struct Recorder<'a> {
    outcomes: Outcomes,
    watch: ProgressCallback<'a>,
}

/// The points in a tile that has grown from twos alone.
fn grown(tile: Exponent) -> u32 {
    u32::from(tile.get().saturating_sub(1)) * tile.face()
}

impl Traveller<ByFours> for Recorder<'_> {
    fn meets(&mut self, _: &Here<'_>, games: &mut ByFours) -> bool {
        games.trim();
        true
    }

    fn ends(&mut self, taken: &Taken, games: &ByFours, share: f64) {
        let board = taken.board;
        let score = board.tiles().map(grown).sum::<u32>() + taken.points as u32;
        let half_sum = board.tile_sum().get() / 2;
        let Outcomes { score: scores, moves } = &mut self.outcomes;
        for (fours, probability) in (games.first as u32..).zip(&games.probabilities) {
            let probability = probability * share;
            scores.add(score - 4 * fours, probability);
            // One move more than the random tiles after the start.
            moves.add(half_sum - fours - 1, probability);
        }
    }

    fn watches(&mut self, progress: Progress) -> ControlFlow<()> {
        (self.watch)(progress)
    }
}

/// Records the largest tiles at the end.
struct Largest<'a> {
    /// By exponent: how likely it is the largest.
    sums: [Sum; 16],
    watch: ProgressCallback<'a>,
}

impl Traveller<f64> for Largest<'_> {
    fn meets(&mut self, _: &Here<'_>, _: &mut f64) -> bool {
        true
    }

    fn ends(&mut self, taken: &Taken, games: &f64, share: f64) {
        // The random tile is not the largest: a board of twos and one four has an action.
        let merged = taken.board.slide(taken.action).map(|slide| slide.largest_merge);
        let largest = taken.board.largest().max(merged.unwrap_or_default());
        self.sums[usize::from(largest.get())].add(games * share);
    }

    fn watches(&mut self, progress: Progress) -> ControlFlow<()> {
        (self.watch)(progress)
    }
}

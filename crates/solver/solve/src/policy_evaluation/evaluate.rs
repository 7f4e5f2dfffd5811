//! The value of a policy under another objective than its own, and how its games end.
//!
//! Each result is a sum over one forward pass, so it is exact to rounding.

use mdp2048_model::{
    CompensatedSum, Distribution, Game, GameError, Objective, Probability, Rewards, Value,
    ValuedGame,
};
use mdp2048_rules::{Board, Exponent};
use thiserror::Error;

use super::chosen::ChosenAction;
use super::forward::{FOUR, ForwardVisitor, ReachedWeight, Weight, forward_pass, fours};
use super::passes_over::PassesOver;
use super::source::LayerSource;
use crate::allocate::{self, AllocationError};
use crate::progress::{ProgressCallback, SolveError};
use crate::work::solved_folder::SolvedFolder;

/// Why a policy cannot be evaluated.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum EvaluateError {
    /// The objective does not exist on this board.
    #[error(transparent)]
    Game(#[from] GameError),
    /// Games start from boards of which the score and the number of moves so far are not known.
    #[error(
        "the distributions of points and moves need start boards of 2s and 4s with equally many \
         tiles: give such start boards"
    )]
    StartTiles,
    /// The last tile of a lost board is not known.
    #[error(
        "the distribution of the largest tile is not known where games are lost with tiles of 2 and \
         one random tile: choose another distribution"
    )]
    LastTile,
    /// The progress callback stopped the pass.
    #[error(transparent)]
    Stopped(#[from] SolveError),
}

/// The distributions of the score and of the number of moves of a policy's games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameStatistics {
    /// The points of a game: the sum of the faces of all tiles made by merging.
    pub score: Distribution,
    /// The moves of a game, the one that makes the target included.
    pub moves: Distribution,
}

impl GameStatistics {
    /// The probabilities of a state that are below this are dropped, so the least and the most
    /// outcome of the distributions are those that are kept.
    pub const LEAST_KEPT: f64 = 1e-30;
}

impl<S> PassesOver<'_, S> {
    /// The value of the policy under another objective.
    ///
    /// It is the expected points or moves of a game, or the probability that a game makes the
    /// target (times the discount for each move until then); [`Value::loss`] of a policy that
    /// hardly ever loses has all its digits. Under [`Objective::Fewest`] it is the expected number
    /// of moves to the target, and infinite unless every possible game makes the target.
    ///
    /// The policy chooses the first of the best actions on the canonical board, as everywhere. It
    /// has no action on a board with its own game's target, so its games end there under every
    /// objective. They also end where the objective's target is made.
    ///
    /// # Errors
    /// [`EvaluateError`] if the objective does not exist on this board, if the function that is
    /// called on progress breaks, or if a file is damaged or cannot be read.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use mdp2048::solve::SolvedFolder;
    /// use mdp2048::{Game, Objective, Solver};
    ///
    /// let game = Game::builder().board(2, 2).target(16).build()?;
    /// let solution = Solver::new(&game).solve()?;
    /// let score = solution.passes().evaluate(Objective::Score, None, 1.0)?;
    /// let mut files = BTreeMap::new();
    /// Solver::new(&game).solve_in(&mut files)?;
    /// let mut folder = SolvedFolder::open(Box::new(files))?;
    /// assert_eq!(folder.passes().evaluate(Objective::Score, None, 1.0)?, score);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn evaluate(
        mut self,
        objective: Objective,
        target: Option<u32>,
        discount: f64,
    ) -> Result<Value, EvaluateError> {
        let source = (self.source)(&mut self.solved);
        let spawn_four = source.game().spawn_four().get();
        let game = source.game().varied(objective, target, discount, spawn_four)?;
        Ok(self.progress.run(|progress| value_in(source, game, progress))?)
    }

    /// The distributions of the score and of the number of moves under the policy.
    ///
    /// Exact to rounding, except that the pass drops probabilities below
    /// [`GameStatistics::LEAST_KEPT`] at each state: over 10^8 states about 10^-22 in all.
    ///
    /// # Errors
    /// As [`evaluate`](Self::evaluate); [`EvaluateError::StartTiles`] for some start boards.
    pub fn game_statistics(mut self) -> Result<GameStatistics, EvaluateError> {
        let source = (self.source)(&mut self.solved);
        let statistics = GameStatistics::default();
        let start_tiles = start_tiles(source.game()).ok_or(EvaluateError::StartTiles)?;
        let mut visitor = StatisticsVisitor { statistics, start_tiles };
        self.progress.run(|progress| forward_pass(source, &mut visitor, progress))?;
        Ok(visitor.statistics)
    }

    /// The distribution of the face of the largest tile at the end of a game under the policy.
    ///
    /// Exact to rounding, and several times faster than [`game_statistics`](Self::game_statistics).
    ///
    /// # Errors
    /// As [`evaluate`](Self::evaluate); [`EvaluateError::LastTile`] for some locked cells.
    pub fn largest_tiles(mut self) -> Result<Distribution, EvaluateError> {
        let source = (self.source)(&mut self.solved);
        let mut visitor = LargestTileVisitor { tiles: Distribution::default(), is_known: true };
        self.progress.run(|progress| forward_pass(source, &mut visitor, progress))?;
        visitor.is_known.then_some(visitor.tiles).ok_or(EvaluateError::LastTile)
    }
}

impl SolvedFolder {
    /// The value of the policy: the probability of losing if that is what the folder was solved
    /// for, else [`Value::finite`].
    ///
    /// # Errors
    /// [`SolveError::Work`] if a file is damaged or cannot be read; [`SolveError::Interrupted`] if
    /// `progress` breaks.
    pub(crate) fn value(
        &mut self,
        progress: ProgressCallback<'_>,
    ) -> Result<Option<f64>, SolveError> {
        let game = *self.game();
        let found = value_in(self, game, progress)?;
        Ok(if self.valued_game().is_losing() { found.loss() } else { found.finite() })
    }
}

/// The value of the policy of a source of layers in a game with the same moves.
fn value_in(
    source: &mut dyn LayerSource,
    game: Game,
    progress: ProgressCallback<'_>,
) -> Result<Value, SolveError> {
    let none = CompensatedSum::default();
    let rewards = ValuedGame::from(game).rewards();
    let mut visitor = RewardVisitor { rewards, game, value: none, lost: none };
    if game.objective().needs_certainty() {
        let mut visitor = FewestMovesVisitor { rewards: visitor, is_certain: true };
        forward_pass(source, &mut visitor, progress)?;
        let FewestMovesVisitor { rewards, is_certain } = visitor;
        let value = if is_certain { rewards.value.total() } else { f64::NEG_INFINITY };
        return Ok(ValuedGame::from(game).value(value));
    }
    forward_pass(source, &mut visitor, progress)?;
    // The rounding errors of the sum may exceed 1.
    let lost = Probability::clamp_unit(visitor.lost.total());
    let losing = ValuedGame::losing(game).filter(|_| lost < ValuedGame::NEARLY_CERTAIN);
    Ok(match losing {
        Some(losing) => losing.value(-lost),
        None => ValuedGame::from(game).value(visitor.value.total()),
    })
}

/// The number of tiles on each start board; `None` if it differs, or if a tile is above 4.
fn start_tiles(game: &Game) -> Option<u32> {
    let count = |board: Board| board.free_tiles().filter(|tile| !tile.is_empty()).count() as u32;
    let mut counts = game.given_starts().map(count);
    let first = counts.next().unwrap_or(2);
    let are_random = game.given_starts().all(|board| board.largest() <= Exponent::FOUR);
    (are_random && counts.all(|count| count == first)).then_some(first)
}

/// Adds up the expected rewards of the policy in another game.
struct RewardVisitor {
    game: Game,
    rewards: Rewards,
    value: CompensatedSum,
    /// The probability of the games that ended without the target of the other game.
    lost: CompensatedSum,
}

impl RewardVisitor {
    /// Whether an action makes the target of the other game.
    fn makes_target(&self, chosen: &ChosenAction<'_>) -> bool {
        // The points of the action are at least the face of the target.
        let Some(target) = self.game.target() else { return false };
        if chosen.points() < f64::from(target.face()) {
            return false;
        }
        let slide = chosen.board().slide(chosen.action());
        slide.is_some_and(|slide| self.game.ends_with(slide.largest_merge))
    }
}

impl ForwardVisitor<f64> for RewardVisitor {
    fn visit_action(&mut self, chosen: &ChosenAction<'_>, weight: &f64) -> f64 {
        // Lost boards have the value 0, so only actions add to the sum. Under the fewest moves
        // their value is minus infinity, which `FewestMovesVisitor` handles.
        let (reward, factor) = if self.makes_target(chosen) {
            (self.rewards.winning(chosen.points()), 0.0)
        } else {
            (self.rewards.going_on(chosen.points(), 0.0), self.rewards.discount)
        };
        self.value.add(weight * reward);
        factor
    }

    fn visit_end(&mut self, chosen: &ChosenAction<'_>, weight: &f64, fraction: f64) {
        if !self.makes_target(chosen) {
            self.lost.add(weight * fraction);
        }
    }

    fn visit_lost_start(&mut self, _: Board, probability: f64) {
        self.lost.add(probability);
    }
}

/// Adds up moves and checks that every possible game makes the target.
struct FewestMovesVisitor {
    rewards: RewardVisitor,
    /// Whether no game so far ended without the target.
    is_certain: bool,
}

impl ForwardVisitor<ReachedWeight> for FewestMovesVisitor {
    fn visit_state(&mut self, _: &mut dyn FnMut() -> Board, _: &mut ReachedWeight) -> bool {
        self.is_certain
    }

    fn visit_action(&mut self, chosen: &ChosenAction<'_>, weight: &ReachedWeight) -> f64 {
        self.rewards.visit_action(chosen, &weight.0)
    }

    fn visit_end(&mut self, chosen: &ChosenAction<'_>, _: &ReachedWeight, _: f64) {
        self.is_certain &= self.rewards.makes_target(chosen);
    }

    fn visit_lost_start(&mut self, _: Board, _: f64) {
        self.is_certain = false;
    }
}

/// The probability that a game visits a state, split by how many of its random tiles were 4s.
///
/// The board and this number determine the score and the moves: see [`StatisticsVisitor`].
#[derive(Clone, Debug, Default, PartialEq)]
struct WeightByFours {
    /// The number of 4s of the first probability.
    first: usize,
    /// By number of 4s from `first` up.
    probabilities: Vec<f64>,
}

impl WeightByFours {
    /// Drops probabilities below [`GameStatistics::LEAST_KEPT`] at both ends.
    fn trim(&mut self) {
        let is_kept = |&probability: &f64| probability >= GameStatistics::LEAST_KEPT;
        let end = self.probabilities.iter().rposition(is_kept).map_or(0, |last| last + 1);
        self.probabilities.truncate(end);
        let start = self.probabilities.iter().position(is_kept).unwrap_or(0);
        self.probabilities.drain(..start);
        self.first += start;
    }

    /// Adds the products of some probabilities and a factor. `first` is the number of 4s of the
    /// first one.
    fn add_products(
        &mut self,
        probabilities: &[f64],
        first: usize,
        factor: f64,
    ) -> Result<(), AllocationError> {
        if self.is_zero() {
            self.first = first;
        }
        let before = self.probabilities.capacity();
        if first < self.first {
            let missing = self.first - first;
            self.probabilities.splice(..0, std::iter::repeat_n(0.0, missing));
            self.first = first;
        }
        let skipped = first - self.first;
        let length = skipped + probabilities.len();
        if self.probabilities.len() < length {
            self.probabilities.resize(length, 0.0);
        }
        for (sum, probability) in self.probabilities[skipped..].iter_mut().zip(probabilities) {
            *sum += probability * factor;
        }
        match self.probabilities.capacity() - before {
            0 => Ok(()),
            more => allocate::check_reserve(size_of::<f64>() * more),
        }
    }
}

impl Weight for WeightByFours {
    fn start(board: Board, probability: f64) -> Self {
        Self { first: fours(board), probabilities: vec![probability] }
    }

    fn is_zero(&self) -> bool {
        self.probabilities.is_empty()
    }

    fn per_cell(&self, factor: f64, cells: usize) -> Self {
        let per_cell = |probability: &f64| probability.per_cell(factor, cells);
        Self { first: self.first, probabilities: self.probabilities.iter().map(per_cell).collect() }
    }

    fn add(&mut self, cell: &Self, tile: usize, probability: f64) -> Result<(), AllocationError> {
        let first = cell.first + usize::from(tile == FOUR);
        self.add_products(&cell.probabilities, first, probability)
    }
}

/// Records the score and the moves of games at their ends.
///
/// If a tile 2^k grew from 2s alone, its merges gave (k - 1) 2^k points: 2^k for the last merge,
/// and twice the points of either half. Each random 4 saves one merge of 4 points. So the score is
/// the sum of (k - 1) 2^k over the board, minus 4 for each random 4.
///
/// The tile sum is 2 for each random 2 and 4 for each random 4. So a board of half sum h after f
/// random 4s has had h - f random tiles: those at the start and one after each move. Given start
/// boards have tiles of 2 and 4, which count as random ones.
struct StatisticsVisitor {
    statistics: GameStatistics,
    /// The number of tiles on each start board.
    start_tiles: u32,
}

/// The points of a tile that grew from 2s alone.
fn points_from_twos(tile: Exponent) -> u32 {
    u32::from(tile.get().saturating_sub(1)) * tile.face()
}

impl ForwardVisitor<WeightByFours> for StatisticsVisitor {
    fn visit_state(&mut self, _: &mut dyn FnMut() -> Board, weight: &mut WeightByFours) -> bool {
        weight.trim();
        true
    }

    fn visit_end(&mut self, chosen: &ChosenAction<'_>, weight: &WeightByFours, fraction: f64) {
        let board = chosen.board();
        let score = board.free_tiles().map(points_from_twos).sum::<u32>() + chosen.points() as u32;
        let half_sum = board.tile_sum().get() / 2;
        let GameStatistics { score: scores, moves } = &mut self.statistics;
        for (fours, probability) in (weight.first as u32..).zip(&weight.probabilities) {
            let probability = probability * fraction;
            scores.add(score - 4 * fours, probability);
            // The moves before the board are its random tiles less those at the start; the last
            // move adds one.
            moves.add(half_sum - fours + 1 - self.start_tiles, probability);
        }
    }

    fn visit_lost_start(&mut self, _: Board, probability: f64) {
        self.statistics.score.add(0, probability);
        self.statistics.moves.add(0, probability);
    }
}

/// Records the largest tile of games at their ends.
struct LargestTileVisitor {
    tiles: Distribution,
    /// Whether the last random tile was never the largest.
    is_known: bool,
}

impl ForwardVisitor<f64> for LargestTileVisitor {
    fn visit_end(&mut self, chosen: &ChosenAction<'_>, weight: &f64, fraction: f64) {
        // The last random tile is not the largest: without locked cells, a board of 2s and one 4
        // has an allowed action.
        let board = chosen.board();
        let merged = board.slide(chosen.action()).map(|slide| slide.largest_merge);
        let largest = board.largest().max(merged.unwrap_or_default());
        self.is_known &= largest > Exponent::TWO;
        self.tiles.add(largest.face(), weight * fraction);
    }

    fn visit_lost_start(&mut self, board: Board, probability: f64) {
        self.tiles.add(board.largest().face(), probability);
    }
}

//! Runs the two passes of a solve.
//!
//! The forward pass ([`reachability`](crate::reachability)) finds the reachable states, layer by
//! layer from the lowest tile sum. The backward pass
//! ([`backward_induction`](crate::backward_induction)) computes their values from the highest tile
//! sum: an action and the random tile after it lead to the layer 2 or 4 higher.

use mdp2048_model::{Game, Rewards};

use crate::board_index::cells::has_four_lines;
use crate::board_index::codes::{BoardCodes, Numbering, rank_table_bytes};
use crate::board_index::inner::AnyInnerRanks;
use crate::half_sum::HalfSum;
use crate::kernel::tables::BoardTables;
use crate::memory::MemoryEstimate;
use crate::options::{Precision, SolveOptions};
use crate::parallel::keep_threads_awake;
use crate::progress::{ProgressCallback, SolveError, SolveEstimate};
use crate::store::layers::{ReachTotals, ReachedStore, ValuedStore};

use crate::backward_induction::values::compute_values;
use crate::kernel::representation::{
    GameTables, LargeBoards, Representation, SmallBoards, WithRepresentation, with_representation,
};
use crate::reachability::states::{Reach, find_states};

/// Estimates what a solve needs, before it starts.
///
/// # Errors
/// [`SolveError::TooManyBoards`].
pub(crate) fn estimate(game: &Game, options: &SolveOptions) -> Result<SolveEstimate, SolveError> {
    let mut estimate = new_estimate(game, options)?;
    estimate.predict(game);
    Ok(estimate.summary())
}

/// Returns the estimate of a solve with these options of a game of which no layer is known.
pub(crate) fn new_estimate(
    game: &Game,
    options: &SolveOptions,
) -> Result<MemoryEstimate, SolveError> {
    let ranks = rank_table_bytes(game).ok_or(SolveError::TooManyBoards)?;
    let new = match has_four_lines(game.shape()) {
        true => MemoryEstimate::new::<LargeBoards<u64>>,
        false => MemoryEstimate::new::<SmallBoards>,
    };
    Ok(new(game, ranks, options))
}

/// What the passes find, and where they put it.
pub(crate) enum Goal<'a> {
    /// The states.
    States(&'a mut dyn ReachedStore),
    /// The states and their values under these rewards.
    Values(&'a mut dyn ValuedStore, &'a Rewards),
}

impl Goal<'_> {
    fn reached(&mut self) -> &mut dyn ReachedStore {
        match self {
            Self::States(store) => *store,
            Self::Values(store, _) => *store,
        }
    }
}

/// What the passes of a solve are run with.
pub(crate) struct Passes<'a> {
    pub(crate) game: &'a Game,
    pub(crate) options: &'a SolveOptions,
    pub(crate) estimate: MemoryEstimate,
    /// Whether the layers are on disk, so that the threads wait for it.
    pub(crate) is_on_disk: bool,
    /// Half the tile sum of the last layer that the forward pass finds; `None` if it finds all.
    pub(crate) last_half_sum: Option<HalfSum>,
}

impl<'a> Passes<'a> {
    /// Returns the passes of a solve that finds all layers and holds them in memory.
    pub(crate) const fn in_memory(
        game: &'a Game,
        options: &'a SolveOptions,
        estimate: MemoryEstimate,
    ) -> Self {
        Self { game, options, estimate, is_on_disk: false, last_half_sum: None }
    }

    /// Returns the passes of a solve that finds all layers and has them on disk.
    pub(crate) const fn on_disk(
        game: &'a Game,
        options: &'a SolveOptions,
        estimate: MemoryEstimate,
    ) -> Self {
        Self { game, options, estimate, is_on_disk: true, last_half_sum: None }
    }

    /// Runs the passes on the current threads; `options.threads` is not used.
    ///
    /// # Errors
    /// [`SolveError`] if the game needs more memory than allowed or has too many boards, if memory
    /// cannot be allocated, or if `progress` returns
    /// [`ControlFlow::Break`](std::ops::ControlFlow::Break); errors of the store.
    pub(crate) fn run(
        mut self,
        goal: Goal<'_>,
        progress: ProgressCallback<'_>,
    ) -> Result<(BoardCodes, AnyInnerRanks, ReachTotals), SolveError> {
        if self.options.memory_limit.is_some() {
            self.estimate.predict(self.game);
        }
        self.estimate.check(self.options.memory_limit)?;
        let (codes, ranks) = BoardCodes::new(self.game)?;
        let is_on_disk = self.is_on_disk;
        let run = || {
            let work = RunPasses { passes: self, codes: &codes, goal, progress };
            with_representation(&codes, &ranks, work)
        };
        // Threads that wait for the disk should not poll.
        let totals = if is_on_disk { run() } else { keep_threads_awake(run) }?;
        Ok((codes, ranks, totals))
    }

    /// Runs the passes with one representation of boards.
    fn run_with<B: Representation>(
        mut self,
        numbering: Numbering<'_, B::Ranks>,
        mut goal: Goal<'_>,
        progress: ProgressCallback<'_>,
    ) -> Result<ReachTotals, SolveError> {
        let tables = BoardTables::new(self.game, numbering.codes);
        let game_tables = GameTables::<B> { numbering, tables: &tables };
        let (estimate, limit) = (&mut self.estimate, self.options.memory_limit);
        estimate.set_tables(game_tables);
        // A value of single precision has too few bits to hold the four successors of a state.
        let records_successors =
            matches!(goal, Goal::Values(..)) && self.options.precision == Precision::Double;
        let reach =
            Reach { game: self.game, limit, last_half_sum: self.last_half_sum, records_successors };
        let totals = find_states(&reach, game_tables, goal.reached(), estimate, progress)?;
        estimate.check(limit)?;
        let Goal::Values(store, rewards) = goal else { return Ok(totals) };
        let compute_values = match self.options.precision {
            Precision::Double => compute_values::<B, f64>,
            Precision::Single => compute_values::<B, f32>,
        };
        compute_values(rewards, game_tables, store, totals, estimate.need(), progress)?;
        Ok(totals)
    }
}

/// The passes of a solve, which wait for the representation of boards.
struct RunPasses<'a, 'c, 'g, 'p> {
    passes: Passes<'a>,
    codes: &'c BoardCodes,
    goal: Goal<'g>,
    progress: ProgressCallback<'p>,
}

impl WithRepresentation for RunPasses<'_, '_, '_, '_> {
    type Output = Result<ReachTotals, SolveError>;

    fn run<B: Representation>(self, ranks: &B::Ranks) -> Self::Output {
        let numbering = Numbering { codes: self.codes, ranks };
        self.passes.run_with::<B>(numbering, self.goal, self.progress)
    }
}

#[cfg(test)]
#[path = "passes_tests.rs"]
mod tests;

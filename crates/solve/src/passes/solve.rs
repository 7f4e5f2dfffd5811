//! Runs the two passes of a solve.

use mdp2048_model::{Game, Rewards};

use crate::index::cells::has_four_lines;
use crate::index::codes::{BoardCodes, Numbering, rank_table_bytes};
use crate::index::inner::AnyInnerRanks;
use crate::kernel::tables::BoardTables;
use crate::memory::MemoryEstimate;
use crate::options::{Precision, SolveOptions};
use crate::parallel::keep_threads_awake;
use crate::progress::{ProgressCallback, SolveError, SolveEstimate};
use crate::store::layers::{LayerStore, ReachTotals, ValuedLayer};
use crate::store::memory_store::MemoryStore;
use crate::store::totals_store::TotalsStore;

use super::reach::find_states;
use super::representation::{GameTables, LargeBoards, Representation, SmallBoards};
use super::value::compute_values;

/// All states of a game with their values, and the numbering of the boards.
pub(crate) struct SolvedGame {
    pub(crate) codes: BoardCodes,
    pub(crate) ranks: AnyInnerRanks,
    /// The layers that have states, ascending by tile sum.
    pub(crate) layers: Vec<ValuedLayer>,
    /// The number of states.
    pub(crate) states: u64,
    /// The number of reachable lost boards.
    pub(crate) lost: u64,
}

/// Computes the values of all reachable states of a game under these rewards. It runs on the
/// current threads; `options.threads` is not used.
///
/// # Errors
/// [`SolveError`] if the game needs more memory than allowed or has too many boards, if memory
/// cannot be allocated, or if `progress` returns
/// [`ControlFlow::Break`](std::ops::ControlFlow::Break).
pub(crate) fn solve(
    game: &Game,
    rewards: &Rewards,
    options: &SolveOptions,
    progress: ProgressCallback<'_>,
) -> Result<SolvedGame, SolveError> {
    let mut store = MemoryStore::default();
    let estimate = new_estimate(game, options)?;
    let (codes, ranks, totals) =
        solve_in(game, Some(rewards), options, &mut store, estimate, progress)?;
    let ReachTotals { states, lost, .. } = totals;
    Ok(SolvedGame { codes, ranks, layers: store.into_valued(), states, lost })
}

/// Computes the values as [`solve`] does, but keeps only the totals, in the store that it returns.
///
/// # Errors
/// As [`solve`].
pub(crate) fn solve_for_totals(
    game: &Game,
    rewards: &Rewards,
    options: &SolveOptions,
    progress: ProgressCallback<'_>,
) -> Result<(TotalsStore, ReachTotals), SolveError> {
    let mut store = TotalsStore::new(game);
    let estimate = new_estimate(game, options)?.without_values();
    let (_, _, totals) = solve_in(game, Some(rewards), options, &mut store, estimate, progress)?;
    Ok((store, totals))
}

/// Computes the values as [`solve`] does, for layers that are in a store. Without rewards it only
/// finds the states.
///
/// # Errors
/// As [`solve`], and errors of the store.
pub(crate) fn solve_in(
    game: &Game,
    rewards: Option<&Rewards>,
    options: &SolveOptions,
    store: &mut (impl LayerStore + Send),
    mut estimate: MemoryEstimate,
    progress: ProgressCallback<'_>,
) -> Result<(BoardCodes, AnyInnerRanks, ReachTotals), SolveError> {
    if options.memory_limit.is_some() {
        estimate.predict(game);
    }
    estimate.check(options.memory_limit)?;
    let passes = Passes { game, rewards, options, estimate };
    let (codes, ranks) = BoardCodes::new(game)?;
    let is_on_disk = store.is_on_disk();
    let run = || match &ranks {
        AnyInnerRanks::ByPattern(ranks) => {
            let numbering = Numbering { codes: &codes, ranks };
            passes.run::<SmallBoards>(numbering, store, progress)
        }
        AnyInnerRanks::ByHalf(ranks) => {
            let numbering = Numbering { codes: &codes, ranks };
            if codes.code_bits() <= u32::BITS {
                passes.run::<LargeBoards<u32>>(numbering, store, progress)
            } else {
                passes.run::<LargeBoards<u64>>(numbering, store, progress)
            }
        }
    };
    // Threads that wait for the disk should not poll.
    let totals = if is_on_disk { run() } else { keep_threads_awake(run) }?;
    Ok((codes, ranks, totals))
}

/// Estimates what a solve needs, before it starts.
///
/// # Errors
/// [`SolveError::TooManyBoards`].
pub(crate) fn estimate(game: &Game, precision: Precision) -> Result<SolveEstimate, SolveError> {
    let mut estimate = new_estimate(game, &SolveOptions { precision, ..SolveOptions::default() })?;
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

/// What the passes of a solve are run with.
struct Passes<'a> {
    game: &'a Game,
    rewards: Option<&'a Rewards>,
    options: &'a SolveOptions,
    estimate: MemoryEstimate,
}

impl Passes<'_> {
    /// Runs both passes over the layers of a store and returns the totals.
    fn run<B: Representation>(
        mut self,
        numbering: Numbering<'_, B::Ranks>,
        store: &mut (impl LayerStore + Send),
        progress: ProgressCallback<'_>,
    ) -> Result<ReachTotals, SolveError> {
        let Self { game, rewards, options, .. } = self;
        let tables = BoardTables::new(game, numbering.codes);
        let game_tables = GameTables::<B> { numbering, tables: &tables };
        let (estimate, limit) = (&mut self.estimate, options.memory_limit);
        estimate.set_tables(game_tables);
        let totals = find_states(game, game_tables, store, estimate, limit, progress)?;
        estimate.check(limit)?;
        let Some(rewards) = rewards else { return Ok(totals) };
        let compute_values = match options.precision {
            Precision::Double => compute_values::<B, f64>,
            Precision::Single => compute_values::<B, f32>,
        };
        compute_values(rewards, game_tables, store, totals, estimate.need(), progress)?;
        Ok(totals)
    }
}

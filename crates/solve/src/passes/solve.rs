//! Runs the two passes of a solve.

use mdp2048_model::{Game, Rewards};

use crate::index::codes::{BoardCodes, Numbering, rank_table_bytes};
use crate::index::inner::AnyInnerRanks;
use crate::kernel::tables::BoardTables;
use crate::memory::{self, MemoryEstimate};
use crate::options::{Precision, SolveOptions};
use crate::parallel::{keep_threads_awake, with_threads};
use crate::progress::{ProgressCallback, SolveError};
use crate::store::layers::ValuedLayer;
use crate::store::memory_store::MemoryStore;

use super::reach::{ReachTotals, find_states};
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

/// Computes the values of all reachable states of a game under these rewards.
///
/// # Errors
/// [`SolveError`] if the game needs more memory than allowed or has too many boards, if the threads
/// cannot be started, or if `progress` returns
/// [`ControlFlow::Break`](std::ops::ControlFlow::Break).
pub(crate) fn solve(
    game: &Game,
    rewards: &Rewards,
    options: &SolveOptions,
    progress: ProgressCallback<'_>,
) -> Result<SolvedGame, SolveError> {
    let needed = rank_table_bytes(game).ok_or(SolveError::TooManyBoards)?;
    check_memory(needed, options)?;
    with_threads(options.threads, || {
        let (codes, ranks) = BoardCodes::new(game)?;
        let (layers, totals) = keep_threads_awake(|| match &ranks {
            AnyInnerRanks::ByPattern(ranks) => {
                let numbering = Numbering { codes: &codes, ranks };
                run_passes::<SmallBoards>(game, rewards, numbering, options, progress)
            }
            AnyInnerRanks::ByHalf(ranks) => {
                let numbering = Numbering { codes: &codes, ranks };
                if codes.code_bits() <= u32::BITS {
                    run_passes::<LargeBoards<u32>>(game, rewards, numbering, options, progress)
                } else {
                    run_passes::<LargeBoards<u64>>(game, rewards, numbering, options, progress)
                }
            }
        })?;
        let ReachTotals { states, lost, .. } = totals;
        Ok(SolvedGame { codes, ranks, layers, states, lost })
    })?
}

/// Runs both passes and returns the layers, ascending by tile sum, and the totals.
fn run_passes<B: Representation>(
    game: &Game,
    rewards: &Rewards,
    numbering: Numbering<'_, B::Ranks>,
    options: &SolveOptions,
    progress: ProgressCallback<'_>,
) -> Result<(Vec<ValuedLayer>, ReachTotals), SolveError> {
    check_memory(memory::lower_bound(numbering), options)?;
    let tables = BoardTables::new(game, numbering.codes);
    let game_tables = GameTables::<B> { numbering, tables: &tables };
    let limit = options.memory_limit.unwrap_or(u64::MAX);
    let mut store = MemoryStore::default();
    let mut estimate = MemoryEstimate::new(game_tables, options.precision);
    let totals = find_states(game, game_tables, &mut store, &mut estimate, limit, progress)?;
    let peak = estimate.peak();
    check_memory(peak, options)?;
    let compute_values = match options.precision {
        Precision::Double => compute_values::<B, f64>,
        Precision::Single => compute_values::<B, f32>,
    };
    compute_values(rewards, game_tables, &mut store, totals, peak, progress)?;
    Ok((store.into_valued(), totals))
}

/// Returns an error if a solve needs more bytes than the memory limit allows.
fn check_memory(needed: u64, options: &SolveOptions) -> Result<(), SolveError> {
    match options.memory_limit {
        Some(limit) if needed > limit => {
            Err(SolveError::Memory { needed, limit, precision: options.precision })
        }
        _ => Ok(()),
    }
}

//! Solves a game for its values, or for the probabilities of losing if it is nearly certain to be
//! won.

use mdp2048_model::ValuedGame;

use crate::Solution;
use crate::options::SolveOptions;
use crate::passes::{Goal, Passes, new_estimate};
use crate::progress::{Progress, ProgressCallback, SolveError};
use crate::store::memory_store::MemoryStore;

use super::totals::SolutionTotals;

/// Whether a solve keeps the values of all states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// The solution has all layers.
    Values,
    /// The values of a layer are dropped once no other layer depends on them, so that a large game
    /// needs less memory. The solution has no layers.
    Totals,
}

/// Solves a game on the current threads: once, or twice if its solution has another valuation and
/// none was asked for. `options.threads` is not used.
///
/// Both solves run on the same threads, because glibc's allocator has a heap for each thread:
/// memory that the first solve has freed would not be used again by other threads.
pub(crate) fn solve(
    valued_game: &ValuedGame,
    options: &SolveOptions,
    keep: Keep,
    progress: ProgressCallback<'_>,
) -> Result<Solution, SolveError> {
    let solved = solve_once(valued_game, options, keep, &mut |solve: Progress| {
        progress(Progress { phase: solve.phase.of_solve(valued_game, false), ..solve })
    })?;
    let totals = &solved.totals;
    let valued_again = valued_game.of_solution(totals.start_return);
    if options.is_once || valued_again == *valued_game {
        return Ok(solved);
    }
    let (layers_in_all, states_in_all) = (Some(totals.layers.len()), Some(totals.states));
    // Only one solution is in memory at a time.
    drop(solved);
    solve_once(&valued_again, options, keep, &mut |solve: Progress| {
        let phase = solve.phase.of_solve(&valued_again, true);
        progress(Progress { phase, layers_in_all, states_in_all, states_left: None, ..solve })
    })
}

/// Solves a game once, for values that are given, on the current threads.
fn solve_once(
    valued_game: &ValuedGame,
    options: &SolveOptions,
    keep: Keep,
    progress: ProgressCallback<'_>,
) -> Result<Solution, SolveError> {
    let (game, rewards) = (valued_game.game(), valued_game.rewards());
    let estimate = new_estimate(game, options)?;
    let (mut store, estimate) = match keep {
        Keep::Values => (MemoryStore::keeping_values(game), estimate),
        Keep::Totals => (MemoryStore::of_totals(game), estimate.without_values()),
    };
    let (codes, ranks, reached) = Passes::in_memory(game, options, estimate)
        .run(Goal::Values(&mut store, &rewards), progress)?;
    let totals = SolutionTotals {
        valued_game: *valued_game,
        precision: options.precision,
        states: reached.states,
        lost: reached.lost,
        start_return: store.start_return(rewards.lost),
        layers: store.summaries.clone(),
    };
    Ok(Solution::new(totals, codes, ranks, store.into_valued()))
}

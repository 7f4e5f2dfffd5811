//! Solves a game for its values, or for the probabilities of losing if it is nearly certain to be
//! won.

use mdp2048_model::{Game, ValuedGame};

use crate::Solution;
use crate::options::SolveOptions;
use crate::parallel::with_threads;
use crate::passes::{Goal, Passes, new_estimate};
use crate::progress::{Progress, ProgressCallback, SolveError};
use crate::store::memory_store::MemoryStore;

use super::totals::SolutionTotals;

/// Whether a solve keeps the values of all states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keep {
    /// The solution has all layers.
    Values,
    /// The values of a layer are dropped once no other layer depends on them, so that a large game
    /// needs less memory. The solution has no layers.
    Totals,
}

/// Solves a game on the current threads: once, or twice if its solution has another valuation than
/// is likely.
///
/// Both solves run on the same threads, because glibc's allocator has a heap for each thread:
/// memory that the first solve has freed would not be used again by other threads.
fn solve(
    game: &Game,
    options: &SolveOptions,
    keep: Keep,
    progress: ProgressCallback<'_>,
) -> Result<Solution, SolveError> {
    let likely = ValuedGame::likely(*game);
    let solved = solve_once(&likely, options, keep, &mut |solve: Progress| {
        progress(Progress { phase: solve.phase.of_solve(&likely, false), ..solve })
    })?;
    let totals = &solved.totals;
    let valued_game = likely.of_solution(totals.start_return);
    if valued_game == likely {
        return Ok(solved);
    }
    let (layers_in_all, states_in_all) = (Some(totals.layers.len()), Some(totals.states));
    // Only one solution is in memory at a time.
    drop(solved);
    solve_once(&valued_game, options, keep, &mut |solve: Progress| {
        let phase = solve.phase.of_solve(&valued_game, true);
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
        layers: store.summaries().to_vec(),
    };
    Ok(Solution::new(totals, codes, ranks, store.into_valued()))
}

impl Solution {
    /// Solves a game exactly (to rounding). Calls `progress` after each layer of each pass.
    ///
    /// If the game is nearly certain to be won, the solution has the probabilities of losing,
    /// because a probability of winning near 1 has lost their digits. Where the first solve was for
    /// the wrong ones, see [`ValuedGame::likely`], its solution is dropped, and the game is solved
    /// again.
    ///
    /// Repeated solves agree to the bit, whatever the number of threads. With a memory limit, the
    /// memory is predicted before the forward pass, as a range. The peak is known once all states
    /// are, before their values are computed.
    ///
    /// # Errors
    /// [`SolveError`] if the game needs more memory than allowed, or `progress` breaks.
    pub fn solve(
        game: &Game,
        options: &SolveOptions,
        progress: ProgressCallback<'_>,
    ) -> Result<Self, SolveError> {
        with_threads(options.threads, || solve(game, options, Keep::Values, progress))?
    }

    /// Solves a game as [`Solution::solve`] does, once, for values that are given.
    ///
    /// # Errors
    /// As [`Solution::solve`].
    pub fn solve_valued(
        valued_game: &ValuedGame,
        options: &SolveOptions,
        progress: ProgressCallback<'_>,
    ) -> Result<Self, SolveError> {
        let solve = || solve_once(valued_game, options, Keep::Values, progress);
        with_threads(options.threads, solve)?
    }
}

impl SolutionTotals {
    /// Solves a game as [`Solution::solve`](crate::Solution::solve) does, but drops the values of a
    /// layer once no other layer depends on them, so that a large game needs less memory.
    ///
    /// # Errors
    /// As [`Solution::solve`](crate::Solution::solve).
    pub fn solve(
        game: &Game,
        options: &SolveOptions,
        progress: ProgressCallback<'_>,
    ) -> Result<Self, SolveError> {
        let solve = || solve(game, options, Keep::Totals, progress);
        Ok(with_threads(options.threads, solve)??.totals)
    }
}

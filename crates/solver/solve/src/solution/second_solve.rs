//! Solves a game for its values, and again for the probabilities of losing if it is nearly certain
//! to be won.

use mdp2048_model::{Game, ValuedGame};

use crate::options::SolveOptions;
use crate::parallel::with_threads;
use crate::passes::solve::{Goal, Passes, new_estimate};
use crate::progress::{Progress, ProgressCallback, SolveError};
use crate::shards::peers::Alone;
use crate::store::totals_store::TotalsStore;

use super::totals::{LayerSummary, SolutionTotals};

/// What one solve of a game finds.
pub(super) trait SolvedOnce: Sized {
    /// Solves a game once, for values that are given, on the current threads.
    fn solve_once(
        valued_game: &ValuedGame,
        options: &SolveOptions,
        progress: ProgressCallback<'_>,
    ) -> Result<Self, SolveError>;

    /// The totals, which decide whether the game is solved again.
    fn totals(&self) -> &SolutionTotals;
}

/// Solves a game on the current threads: once, or twice if it is nearly certain to be won.
///
/// Both solves run on the same threads, because glibc's allocator has a heap for each thread:
/// memory that the first solve has freed would not be used again by other threads.
pub(super) fn solve<S: SolvedOnce>(
    game: &Game,
    options: &SolveOptions,
    progress: ProgressCallback<'_>,
) -> Result<S, SolveError> {
    let solved = S::solve_once(&(*game).into(), options, progress)?;
    let totals = solved.totals();
    let valued_game = ValuedGame::of_solution(*game, totals.start_value);
    if valued_game == totals.valued_game {
        return Ok(solved);
    }
    let (layers_in_all, states_in_all) = (Some(totals.layers.len()), Some(totals.states));
    // Only one solution is in memory at a time.
    drop(solved);
    S::solve_once(&valued_game, options, &mut |first: Progress| {
        let phase = first.phase.of_second_solve();
        progress(Progress { phase, layers_in_all, states_in_all, states_left: None, ..first })
    })
}

impl SolutionTotals {
    /// Solves a game as [`Solution::solve`](crate::Solution::solve) does, but drops the values of a
    /// layer once no other layer depends on them, so that a large game needs much less memory.
    ///
    /// # Errors
    /// As [`Solution::solve`](crate::Solution::solve).
    pub fn solve(
        game: &Game,
        options: &SolveOptions,
        progress: ProgressCallback<'_>,
    ) -> Result<Self, SolveError> {
        with_threads(options.threads, || solve(game, options, progress))?
    }
}

impl SolvedOnce for SolutionTotals {
    fn solve_once(
        valued_game: &ValuedGame,
        options: &SolveOptions,
        progress: ProgressCallback<'_>,
    ) -> Result<Self, SolveError> {
        let (game, rewards) = (valued_game.game(), valued_game.rewards());
        let mut store = TotalsStore::new(game);
        let estimate = new_estimate(game, options)?.without_values();
        let (_, _, totals) = Passes::in_memory(game, options, estimate, &mut Alone)
            .run(Goal::Values(&mut store, &rewards), progress)?;
        let layers = store
            .layers()
            .iter()
            .map(|&(half_sum, states)| LayerSummary { sum: half_sum.tile_sum(), states });
        Ok(Self {
            valued_game: *valued_game,
            precision: options.precision,
            states: totals.states,
            lost: totals.lost,
            start_value: store.start_value(rewards.lost),
            layers: layers.collect(),
        })
    }

    fn totals(&self) -> &SolutionTotals {
        self
    }
}

//! Solves a game for its values, and again for the probabilities of losing if it is nearly certain
//! to be won.

use mdp2048_model::{Game, ValuedGame};

use crate::options::SolveOptions;
use crate::progress::{Progress, ProgressCallback, SolveError};

/// What one solve of a game finds.
pub(super) trait SolvedOnce: Sized {
    /// Solves a game once, for values that are given, on the current threads.
    fn solve_once(
        valued_game: &ValuedGame,
        options: &SolveOptions,
        progress: ProgressCallback<'_>,
    ) -> Result<Self, SolveError>;

    /// Returns what decides whether the game is solved again.
    fn found(&self) -> Found;
}

/// What is known after a solve.
pub(super) struct Found {
    /// The game, and what the values are.
    pub(super) valued_game: ValuedGame,
    /// The mean of the values of the start states.
    pub(super) start_value: f64,
    /// The number of layers with states.
    pub(super) layers: usize,
    /// The number of states.
    pub(super) states: u64,
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
    let found = solved.found();
    let valued_game = ValuedGame::of_solution(*game, found.start_value);
    if valued_game == found.valued_game {
        return Ok(solved);
    }
    // Only one solution is in memory at a time.
    drop(solved);
    S::solve_once(&valued_game, options, &mut |first: Progress| {
        let phase = first.phase.of_second_solve();
        let (layers_in_all, states_in_all) = (Some(found.layers), Some(found.states));
        progress(Progress { phase, layers_in_all, states_in_all, states_left: None, ..first })
    })
}

//! Solving a game with options that have defaults.

use std::ops::ControlFlow;

use mdp2048_model::Game;

use crate::options::{Precision, SolveOptions};
use crate::progress::{OnProgress, Progress, SolveError};
use crate::solution::Solution;
use crate::solution::totals::SolutionTotals;
use crate::work::files::WorkFiles;
use crate::work::solve::{WorkOptions, holds_run, solve_in_folder};

/// A solve with options, each of which has a default.
///
/// ```
/// use mdp2048::{Game, Solver};
///
/// let game = Game::builder().board(2, 2).target(16).build()?;
/// let solution = Solver::new(&game).solve()?;
/// assert_eq!(solution.states(), 35);
/// assert!((solution.start_value().get() - 770009003.0 / 800000000.0).abs() < 1e-14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// ```
/// use std::ops::ControlFlow;
///
/// use mdp2048::{Game, Precision, Solver};
///
/// let game = Game::builder().board(2, 3).target(64).build()?;
/// let mut layers = 0;
/// let solution = Solver::new(&game)
///     .threads(2)
///     .memory_limit(1 << 30)
///     .precision(Precision::Single)
///     .on_progress(|progress| {
///         layers = progress.layers;
///         ControlFlow::Continue(())
///     })
///     .solve()?;
/// assert!(layers > 40);
/// assert_eq!(solution.precision(), Precision::Single);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[must_use = "a solver does nothing until `solve` is called"]
pub struct Solver<'a> {
    game: Game,
    options: SolveOptions,
    progress: OnProgress<'a>,
}

impl<'a> Solver<'a> {
    /// A solve with the usual options.
    pub fn new(game: &Game) -> Self {
        Self { game: *game, options: SolveOptions::default(), progress: OnProgress::NONE }
    }

    /// The number of threads. By default the solve runs in the rayon pool in which the caller runs,
    /// or else on as many threads as the machine has. The result is the same to the bit.
    pub const fn threads(mut self, threads: usize) -> Self {
        self.options.threads = Some(threads);
        self
    }

    /// The number of bytes of memory that the process may use; no limit by default.
    ///
    /// ```
    /// use mdp2048::{Game, Solver, SolveError};
    ///
    /// let game = Game::builder().board(3, 3).target(1024).build()?;
    /// let error = Solver::new(&game).memory_limit(1 << 20).solve().unwrap_err();
    /// assert!(matches!(error, SolveError::Memory { .. }));
    /// assert!(error.to_string().contains("choose a smaller board or target"));
    /// # Ok::<(), mdp2048::GameError>(())
    /// ```
    pub const fn memory_limit(mut self, bytes: u64) -> Self {
        self.options.memory_limit = Some(bytes);
        self
    }

    /// The precision in which values are held; double by default.
    pub const fn precision(mut self, precision: Precision) -> Self {
        self.options.precision = precision;
        self
    }

    /// Calls a function after each layer of each pass; [`ControlFlow::Break`] stops the solve.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use mdp2048::{Game, Solver, SolveError};
    ///
    /// let game = Game::builder().board(2, 3).target(64).build()?;
    /// let stopped = Solver::new(&game).on_progress(|_| ControlFlow::Break(())).solve();
    /// assert!(matches!(stopped, Err(SolveError::Interrupted)));
    /// # Ok::<(), mdp2048::GameError>(())
    /// ```
    pub fn on_progress(
        mut self,
        progress: impl FnMut(Progress) -> ControlFlow<()> + Send + 'a,
    ) -> Self {
        self.progress = OnProgress::new(progress);
        self
    }

    /// Solves the game, as [`Solution::solve`] does.
    ///
    /// # Errors
    /// [`SolveError`] if the game needs more memory than allowed, or if the function that is called
    /// on progress breaks.
    pub fn solve(self) -> Result<Solution, SolveError> {
        let Self { game, options, progress } = self;
        progress.run(|progress| Solution::solve(&game, &options, progress))
    }

    /// Solves the game with its layers in files, as [`solve_in_folder`] does. If
    /// the files are those of a run of the same game and precision, the solve goes on from the last
    /// checkpoint. `free_disk` is the number of bytes on which a new run must fit; `None` for no
    /// check.
    ///
    /// [`SolvedFolder`](crate::SolvedFolder) reads the result. The module `mdp2048::files`
    /// has the files of a folder on the disk.
    ///
    /// # Errors
    /// [`SolveError`], of which [`SolveError::Work`] is about the files. What was done stays in
    /// them.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use mdp2048::{Game, Solver};
    /// use mdp2048::solve::SolvedFolder;
    ///
    /// let game = Game::builder().board(2, 2).target(16).build()?;
    /// let mut files = BTreeMap::new();
    /// let totals = Solver::new(&game).solve_in(&mut files, None)?;
    /// assert_eq!(totals.states, 35);
    /// let start = game.starts()[0].state.board();
    /// let best = SolvedFolder::open(Box::new(files))?.best_at(start)?;
    /// assert_eq!(best, Solver::new(&game).solve()?.best_at(start));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve_in(
        self,
        files: &mut dyn WorkFiles,
        free_disk: Option<u64>,
    ) -> Result<SolutionTotals, SolveError> {
        let Self { game, options: solve, progress } = self;
        let resume = holds_run(files)?;
        let options = WorkOptions { solve, resume, free_disk, checkpoint: None };
        progress.run(|progress| solve_in_folder(files, &game, &options, progress))
    }
}

#[cfg(all(test, feature = "threads"))]
mod tests {
    use std::sync::Mutex;

    use mdp2048_rules::Shape;

    use super::*;

    #[test]
    fn the_pool_of_the_caller_is_used() {
        let game = Game::reach(Shape::TWO_BY_TWO, 32).unwrap();
        let threads = |threads: Option<usize>| {
            let seen = Mutex::new(None);
            let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
            let mut solver = Solver::new(&game).on_progress(|_| {
                *seen.lock().unwrap() = Some(rayon::current_num_threads());
                ControlFlow::Continue(())
            });
            if let Some(threads) = threads {
                solver = solver.threads(threads);
            }
            pool.install(|| solver.solve()).unwrap();
            seen.into_inner().unwrap()
        };
        assert_eq!(threads(None), Some(3));
        assert_eq!(threads(Some(2)), Some(2));
    }
}

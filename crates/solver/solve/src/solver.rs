//! Solving a game with options that have defaults.

use std::ops::ControlFlow;

use mdp2048_model::{Game, ValuedGame};
use mdp2048_rules::TileSum;

use crate::options::{Precision, WorkOptions};
use crate::parallel::with_threads;
use crate::passes::estimate;
use crate::progress::{OnProgress, Progress, SolveError, SolveEstimate};
use crate::solution::Solution;
use crate::solution::solve::{Keep, solve};
use crate::solution::totals::SolutionTotals;
use crate::work::count::{LayerCount, count_layers};
use crate::work::files::WorkFiles;
use crate::work::solve::{WorkEstimate, estimate_in_files, solve_in_files};

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
    valued_game: ValuedGame,
    options: WorkOptions,
    progress: OnProgress<'a>,
}

impl<'a> Solver<'a> {
    /// A solve with the usual options.
    ///
    /// If the game is nearly certain to be won, the solution has the probabilities of losing,
    /// because a probability of winning near 1 has lost their digits. Where the first solve was for
    /// the wrong ones, see [`ValuedGame::likely`], its solution is dropped, and the game is solved
    /// again.
    pub fn new(game: &Game) -> Self {
        let (options, progress) = (WorkOptions::default(), OnProgress::default());
        Self { valued_game: ValuedGame::likely(*game), options, progress }
    }

    /// A solve with the usual options, once, for values that are given.
    pub fn valued(valued_game: &ValuedGame) -> Self {
        let mut solver = Self::new(valued_game.game());
        (solver.valued_game, solver.options.solve.is_once) = (*valued_game, true);
        solver
    }

    /// The number of threads. By default the solve runs in the rayon pool in which the caller runs,
    /// or else on as many threads as the machine has. The result is the same to the bit.
    pub const fn threads(mut self, threads: usize) -> Self {
        self.options.solve.threads = Some(threads);
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
        self.options.solve.memory_limit = Some(bytes);
        self
    }

    /// The precision in which values are held; double by default.
    pub const fn precision(mut self, precision: Precision) -> Self {
        self.options.solve.precision = precision;
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

    /// Whether the files of [`solve_in`](Self::solve_in) and [`count_in`](Self::count_in) must hold
    /// a run, which goes on, or must hold none. By default a run goes on if they hold one.
    pub const fn resume(mut self, resume: bool) -> Self {
        self.options.resume = Some(resume);
        self
    }

    /// The free bytes of the disk, on which a new run in files must fit; no check by default.
    pub const fn free_disk(mut self, bytes: u64) -> Self {
        self.options.free_disk = Some(bytes);
        self
    }

    /// A pass writes the layers that it has finished to files once they have this many states
    /// together: 0 for a checkpoint after each layer. The default is [`STATES_OF_CHECKPOINT`]. More
    /// than 2^26 are the same as 2^26, and a pass writes earlier if its layers take much memory.
    ///
    /// [`STATES_OF_CHECKPOINT`]: crate::STATES_OF_CHECKPOINT
    pub const fn checkpoint(mut self, states: u64) -> Self {
        self.options.checkpoint = Some(states);
        self
    }

    /// Estimates the memory and the number of states of [`solve`](Self::solve), without solving.
    ///
    /// # Errors
    /// [`SolveError::TooManyBoards`] if the numbers of boards do not fit the solver's tables.
    ///
    /// ```
    /// use mdp2048::{Game, Solver};
    ///
    /// let game = Game::builder().board(3, 3).target(512).build()?;
    /// assert!(Solver::new(&game).estimate()?.most_states >= 12_789_511);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn estimate(&self) -> Result<SolveEstimate, SolveError> {
        estimate(self.valued_game.game(), &self.options.solve)
    }

    /// Estimates the memory, the disk and the number of states of [`solve_in`](Self::solve_in),
    /// without solving.
    ///
    /// # Errors
    /// [`SolveError::TooManyBoards`] if the numbers of boards do not fit the solver's tables.
    pub fn estimate_in_files(&self) -> Result<WorkEstimate, SolveError> {
        estimate_in_files(self.valued_game.game(), &self.options.solve)
    }

    /// Solves the game exactly, to rounding.
    ///
    /// Repeated solves agree to the bit, whatever the number of threads. With a memory limit, the
    /// memory is predicted before the forward pass, as a range. The peak is known once all states
    /// are, before their values are computed.
    ///
    /// # Errors
    /// [`SolveError`] if the game needs more memory than allowed, or if the function that is called
    /// on progress breaks.
    pub fn solve(self) -> Result<Solution, SolveError> {
        self.solve_keeping(Keep::Values)
    }

    /// Solves the game as [`solve`](Self::solve) does, but drops the values of a layer once no
    /// other layer depends on them, so that a large game needs less memory.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn solve_totals(self) -> Result<SolutionTotals, SolveError> {
        Ok(self.solve_keeping(Keep::Totals)?.totals)
    }

    fn solve_keeping(self, keep: Keep) -> Result<Solution, SolveError> {
        let Self { valued_game, options: WorkOptions { solve: options, .. }, progress } = self;
        progress.run(|progress| {
            with_threads(options.threads, || solve(&valued_game, &options, keep, progress))?
        })
    }

    /// Solves the game with its layers in files: memory holds only those in use and a few others.
    ///
    /// At checkpoints all that a later run needs to go on is in the files, whenever this one stops:
    /// after each large layer of each pass, and after as many small ones as are computed in about a
    /// second. If the files are those of a run of the same game and precision, the solve goes on
    /// from the last checkpoint.
    ///
    /// The values are those of [`solve`](Self::solve) in the same precision, to the bit. Those of a
    /// layer are removed once no layer depends on them; the best action of each state stays.
    /// [`SolvedFolder`](crate::SolvedFolder) reads the result. The module `mdp2048::files` has the
    /// files of a folder on the disk.
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
    /// let totals = Solver::new(&game).solve_in(&mut files)?;
    /// assert_eq!(totals.states, 35);
    /// let start = game.starts()[0].state.board();
    /// let best = SolvedFolder::open(Box::new(files))?.best_at(start)?;
    /// assert_eq!(best, Solver::new(&game).solve()?.best_at(start));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve_in(self, files: &mut dyn WorkFiles) -> Result<SolutionTotals, SolveError> {
        let Self { valued_game, options, progress } = self;
        progress.run(|progress| {
            let solve = || solve_in_files(files, &valued_game, &options, progress);
            with_threads(options.solve.threads, solve)?
        })
    }

    /// Counts the reachable states and lost boards of each layer of the game up to a tile sum;
    /// `None` for all layers. Layers without reachable boards are left out. The counts are exact.
    ///
    /// After each layer all that a later run needs to go on is in the files, whenever this one
    /// stops. The least memory that a count needs is that of a few bitmaps; it is not estimated,
    /// and of the options only the threads and [`resume`](Self::resume) have an effect.
    ///
    /// # Errors
    /// [`SolveError`], of which [`SolveError::Work`] is about the files.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use mdp2048::{Game, Solver};
    ///
    /// let game = Game::builder().board(2, 2).target(16).build()?;
    /// let layers = Solver::new(&game).count_in(&mut BTreeMap::new(), None)?;
    /// assert_eq!(layers.iter().map(|layer| layer.states).sum::<u64>(), 35);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count_in(
        self,
        files: &mut dyn WorkFiles,
        up_to: Option<TileSum>,
    ) -> Result<Vec<LayerCount>, SolveError> {
        let Self { valued_game, options, progress } = self;
        progress.run(|progress| {
            let count = || count_layers(files, valued_game.game(), up_to, options.resume, progress);
            with_threads(options.solve.threads, count)?
        })
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

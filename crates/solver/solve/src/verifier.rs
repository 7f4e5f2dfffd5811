//! Verification of solution files and work folders with options that have defaults.

use std::io::{Read, Seek};
use std::ops::ControlFlow;

use crate::FileError;
use crate::parallel::with_threads;
use crate::progress::{OnProgress, Progress, ProgressCallback, SolveError};
use crate::solution::file::read::SolutionReader;
use crate::verify::{Verification, VerifyError, check_layers};
use crate::work::files::WorkFiles;
use crate::work::verify::{WorkVerification, verify_folder};

/// A verification with options, each of which has a default.
///
/// ```
/// use std::io::Cursor;
///
/// use mdp2048::{Game, SolutionReader, Solver, Verifier};
///
/// let mut file = Vec::new();
/// Solver::new(&Game::builder().board(2, 2).target(16).build()?).solve()?.write(&mut file)?;
/// let mut reader = SolutionReader::open(Cursor::new(file))?;
/// let verification = Verifier::new().verify(&mut reader)?;
/// assert!(verification.is_sound());
/// assert_eq!(verification.states, 35);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
#[must_use = "nothing is verified until `verify` or `verify_folder` is called"]
pub struct Verifier<'a> {
    threads: Option<usize>,
    samples: Option<u64>,
    progress: OnProgress<'a>,
}

impl<'a> Verifier<'a> {
    /// A verification with the usual options.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of threads that verify a solution file, as for
    /// [`Solver::threads`](crate::Solver::threads); the result does not depend on it.
    pub const fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// Checks so many random states of each layer of a work folder; all by default.
    pub const fn samples(mut self, states: u64) -> Self {
        self.samples = Some(states);
        self
    }

    /// Calls a function after each layer; [`ControlFlow::Break`] stops the verification.
    pub fn on_progress(
        mut self,
        progress: impl FnMut(Progress) -> ControlFlow<()> + Send + 'a,
    ) -> Self {
        self.progress = OnProgress::new(progress);
        self
    }

    /// Reads a solution file from the first byte to the last and checks that it is the solution of
    /// its game: its states are exactly the reachable ones, and the value of each is the best of
    /// its action values, computed from the values of its successors. Needs memory for the three
    /// largest consecutive layers.
    ///
    /// # Errors
    /// [`VerifyError`] if the file is damaged, or if the function that is called on progress
    /// breaks. Errors in an intact file are in [`Verification::faults`].
    pub fn verify<R: Read + Seek + Send>(
        self,
        reader: &mut SolutionReader<R>,
    ) -> Result<Verification, VerifyError> {
        let verify = |progress: ProgressCallback<'_>| {
            with_threads(self.threads, || check_layers(reader, progress))
        };
        self.progress.run(verify).map_err(|error| match error {
            SolveError::Threads(reason) => VerifyError::Threads(reason),
            SolveError::Allocation(error) => FileError::from(error).into(),
            _ => VerifyError::Interrupted,
        })?
    }

    /// Reads every file of states and of actions of a work folder, and compares their checksums
    /// with the manifest. Then it checks states of each layer: that their action is allowed, and
    /// that every board that a game reaches from them by any action and random tile is a state or
    /// lost. If all states of a finished solve are checked and right, the start value is compared
    /// with that of the games under the actions.
    ///
    /// Other values are not checked: the folder of a finished solve holds none.
    ///
    /// # Errors
    /// [`SolveError::Work`] if a file cannot be read or is damaged; [`SolveError::Interrupted`] if
    /// the function that is called on progress breaks.
    pub fn verify_folder(self, files: Box<dyn WorkFiles>) -> Result<WorkVerification, SolveError> {
        self.progress.run(|progress| verify_folder(files, self.samples, progress))
    }
}

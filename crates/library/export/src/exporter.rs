//! Exports of a solution with an optional report of progress.

use std::io::Write;
use std::ops::ControlFlow;

use mdp2048_solve::{OnProgress, Progress, Solution};

use crate::csv::write_csv;
use crate::drn::write_drn;
use crate::error::ExportError;
use crate::npz::{ScratchFile, write_npz};
use crate::parquet::write_parquet;
use crate::transition_system::TransitionSystem;

/// Exports solutions.
pub trait Export {
    /// Begins an export.
    ///
    /// ```
    /// use mdp2048::{Game, Solve};
    /// use mdp2048::export::Export;
    ///
    /// let solution = Game::builder().board(2, 2).target(16).build()?.solve()?;
    /// let mut table = Vec::new();
    /// solution.exporter().csv(&mut table)?;
    /// assert_eq!(String::from_utf8(table)?.lines().count(), 1 + 35);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn exporter(&self) -> Exporter<'_>;
}

impl Export for Solution {
    fn exporter(&self) -> Exporter<'_> {
        Exporter { solution: self, progress: OnProgress::NONE }
    }
}

/// An export of a solution; [`Export::exporter`] begins one.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use mdp2048::{Game, Solve};
/// use mdp2048::export::Export;
///
/// let solution = Game::builder().board(2, 2).target(16).build()?.solve()?;
/// let mut states = 0;
/// let exporter = solution.exporter().on_progress(|progress| {
///     states = progress.states;
///     ControlFlow::Continue(())
/// });
/// let mut table = Vec::new();
/// exporter.parquet(&mut table)?;
/// assert_eq!(states, 35);
/// assert!(table.starts_with(b"PAR1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[must_use = "nothing is written until one of its methods is called"]
pub struct Exporter<'a> {
    solution: &'a Solution,
    progress: OnProgress<'a>,
}

impl<'a> Exporter<'a> {
    /// Calls a function after each layer; [`ControlFlow::Break`] stops the export.
    pub fn on_progress(
        mut self,
        progress: impl FnMut(Progress) -> ControlFlow<()> + Send + 'a,
    ) -> Self {
        self.progress = OnProgress::new(progress);
        self
    }

    /// Writes the table of all states as Parquet.
    ///
    /// # Errors
    /// As [`write_parquet`].
    pub fn parquet(self, out: &mut (dyn Write + Send)) -> Result<(), ExportError> {
        self.progress.run(|progress| write_parquet(self.solution, out, progress))
    }

    /// Writes the table of all states as text.
    ///
    /// # Errors
    /// As [`write_csv`].
    pub fn csv(self, out: &mut dyn Write) -> Result<(), ExportError> {
        self.progress.run(|progress| write_csv(self.solution, out, progress))
    }

    /// Writes the table of all states as arrays for NumPy, with a scratch file.
    ///
    /// # Errors
    /// As [`write_npz`].
    pub fn npz(
        self,
        out: &mut dyn Write,
        scratch: &mut dyn ScratchFile,
    ) -> Result<(), ExportError> {
        self.progress.run(|progress| write_npz(self.solution, out, scratch, progress))
    }

    /// Writes the decision process for Storm.
    ///
    /// # Errors
    /// As [`write_drn`]; [`ExportError`] if the solution has no transition system.
    pub fn drn(self, out: &mut dyn Write) -> Result<(), ExportError> {
        let system = TransitionSystem::of(self.solution)?;
        self.progress.run(|progress| write_drn(&system, out, progress))
    }
}

//! The file formats of other tools, and the export of a solution in one of them.

use std::io::Write;
use std::ops::ControlFlow;

use mdp2048_solve::{OnProgress, Progress, ProgressCallback, Solution};

use crate::csv::write_csv;
use crate::drn::write_drn;
use crate::error::ExportError;
use crate::parquet::write_parquet;
use crate::umb::write_umb;

/// A format of another tool, which holds a whole solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolFormat {
    /// The transition system for PRISM and Storm: probabilities and the rewards `moves` and
    /// `points` as fractions of 64-bit integers, the labels `won`, `lost` and, if the discount is
    /// below 1, `stopped`, and the key of each board ([`mdp2048_rules::Board::key`]; 0 for the
    /// states that are none) as the variable `board`. A pass over the states writes each column.
    Umb,
    /// The transition system as text for Storm, with the rewards `moves` and `points` and the
    /// labels `init`, `won`, `lost` and, if the discount is below 1, `stopped`.
    Drn,
    /// The table of all states as Parquet; FORMAT.md defines the columns.
    Parquet,
    /// The table of all states as text, with a line of column names first; FORMAT.md defines the
    /// columns.
    Csv,
}

/// Writes a solution.
type Writer =
    fn(&Solution, &mut (dyn Write + Send), ProgressCallback<'_>) -> Result<(), ExportError>;

impl ToolFormat {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Umb, Self::Drn, Self::Parquet, Self::Csv];

    /// The name, what it holds and for whom, and its writer.
    const fn row(self) -> (&'static str, &'static str, Writer) {
        match self {
            Self::Umb => {
                let help =
                    "The decision process for PRISM and Storm, with probabilities as fractions";
                ("umb", help, write_umb)
            }
            Self::Drn => ("drn", "The same as text, for Storm", write_drn),
            Self::Parquet => ("parquet", "A table of all states, for data tools", write_parquet),
            Self::Csv => ("csv", "A table of all states as text", write_csv),
        }
    }

    /// The name: `umb`, `drn`, `parquet` or `csv`.
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// What it holds, and for whom.
    pub const fn help(self) -> &'static str {
        self.row().1
    }
}

/// An export of a solution.
///
/// ```
/// use mdp2048::export::{Exporter, ToolFormat};
/// use mdp2048::{Game, Solver};
///
/// let solution = Solver::new(&Game::builder().board(2, 2).target(8).build()?).solve()?;
/// let mut text = Vec::new();
/// Exporter::new(&solution).write(ToolFormat::Csv, &mut text)?;
/// assert_eq!(String::from_utf8(text)?.lines().count() as u64, 1 + solution.states());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[must_use = "nothing is written until `write` is called"]
pub struct Exporter<'a> {
    solution: &'a Solution,
    progress: OnProgress<'a>,
}

impl<'a> Exporter<'a> {
    /// An export that has not begun.
    pub fn new(solution: &'a Solution) -> Self {
        Self { solution, progress: OnProgress::default() }
    }

    /// Calls a function after each layer; [`ControlFlow::Break`] stops the export.
    pub fn on_progress(
        mut self,
        progress: impl FnMut(Progress) -> ControlFlow<()> + Send + 'a,
    ) -> Self {
        self.progress = OnProgress::new(progress);
        self
    }

    /// Writes the solution in a format.
    ///
    /// # Errors
    /// [`ExportError::Io`] if writing fails; [`ExportError::Stopped`] if the function that is
    /// called on progress breaks; [`ExportError::Contradiction`] if the solution contradicts
    /// itself. For model checkers also [`ExportError::Digits`] if a probability has more digits
    /// than the fractions of the format can hold.
    pub fn write(
        self,
        format: ToolFormat,
        out: &mut (dyn Write + Send),
    ) -> Result<(), ExportError> {
        let (_, _, write) = format.row();
        self.progress.run(|progress| write(self.solution, out, progress))
    }
}

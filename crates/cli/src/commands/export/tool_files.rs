//! Files for other tools: a solution as the decision process that model checkers read, or as a
//! table of its states.

use std::fmt::{self, Display};
use std::io;

use mdp2048_display::{count, file_size};
use mdp2048_export::{ExportError, Exporter, ToolFormat};
use mdp2048_solve::Solution;
use serde::Serialize;

use super::options::ExportArgs;
use crate::error::Error;
use crate::input::InputFile;
use crate::output::file::OutputFile;
use crate::output::progress::ProgressReporter;
use crate::output::table::NamedLines;
use crate::paths::ResultPath;

/// A file that was written.
#[derive(Debug, Serialize)]
pub(crate) struct WrittenToolFile {
    game: String,
    /// The states of the game, without its start and its ends.
    states: u64,
    bytes: u64,
    /// The one file.
    files: [ResultPath; 1],
}

/// Writes a solution for another tool.
pub(super) fn write(args: &ExportArgs, format: ToolFormat) -> Result<WrittenToolFile, Error> {
    if let Some(option) = args.drawing_option() {
        return Err(Error::Arguments(format!(
            "{option} is for drawings: leave it out, or choose --format svg or dot"
        )));
    }
    let mut file =
        InputFile::open_solution(&args.file, "a packed policy, which can only be drawn: give")?;
    let out = OutputFile::check(&args.out)?;
    let mut reporter = ProgressReporter::new();
    reporter.note("reading the solution");
    let solution = file.read_all()?;
    let bytes = write_file(format, &solution, &out, &mut reporter)
        .map_err(|error| error.of_solution(&file.path))?;
    Ok(WrittenToolFile {
        game: solution.game().to_string(),
        states: solution.states(),
        bytes,
        files: [(&args.out).into()],
    })
}

/// Writes the file and returns its length.
fn write_file(
    format: ToolFormat,
    solution: &Solution,
    out: &OutputFile,
    reporter: &mut ProgressReporter,
) -> Result<u64, Error> {
    // `OutputFile::write` returns I/O errors only; another error is kept here on its way out.
    let mut refused = None;
    let written = out.write(|file| {
        let exporter = Exporter::new(solution).on_progress(reporter.callback());
        exporter.write(format, file).map_err(|error| match error {
            ExportError::Io(error) => error,
            other => io::Error::other(refused.insert(other).to_string()),
        })
    });
    match refused {
        Some(error) => Err(error.into()),
        None => written,
    }
}

impl Display for WrittenToolFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = NamedLines::default();
        lines.add("game", &self.game);
        lines.add("states", count(self.states));
        lines.add("written", format!("{} ({})", self.files[0], file_size(self.bytes)));
        lines.fmt(f)
    }
}

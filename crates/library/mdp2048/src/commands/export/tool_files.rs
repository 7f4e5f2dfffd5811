//! Files for other tools: a solution as the decision process that model checkers read, or as a
//! table of its states.

use std::fmt::{self, Display};
use std::path::{Path, PathBuf};
use std::{env, io};

use mdp2048::files::unnamed_file;
use mdp2048_display::{count, file_size};
use mdp2048_export::{ExportError, ScratchFile, ToolFormat};
use mdp2048_model::Values as _;
use mdp2048_solve::Solution;
use serde::Serialize;

use super::options::ExportArgs;
use crate::error::Error;
use crate::input::InputFile;
use crate::output::file::{OutputFile, commit};
use crate::output::progress::ProgressReporter;
use crate::output::table::NamedLines;
use crate::paths::ResultPath;
use crate::same_file::is_dash;

/// Files that were written.
#[derive(Debug, Serialize)]
pub(crate) struct WrittenToolFiles {
    game: String,
    /// The states of the game, without its start and its ends.
    states: u64,
    /// The length of all files together.
    bytes: u64,
    files: Vec<ResultPath>,
}

/// Writes a solution for another tool.
pub(super) fn write(args: &ExportArgs, format: ToolFormat) -> Result<WrittenToolFiles, Error> {
    if let Some(option) = args.drawing_option() {
        return Err(Error::Arguments(format!(
            "{option} is for drawings: leave it out, or choose --format svg or dot"
        )));
    }
    if format.files.len() > 1 && is_dash(&args.out) {
        return Err(Error::Arguments(
            "PRISM needs four files, which standard output cannot hold: give the name that they \
             begin with, for example --out game"
                .to_owned(),
        ));
    }
    let mut file =
        InputFile::open_solution(&args.file, "a packed policy, which can only be drawn: give")?;
    let paths = args.outs();
    let check = |path: &PathBuf| OutputFile::check("--out", path);
    let outs = paths.iter().map(check).collect::<Result<Vec<_>, _>>()?;
    let mut reporter = ProgressReporter::new();
    reporter.note("reading the solution");
    let solution = file.read_all()?;
    let bytes = write_files(format, &solution, &outs, &mut reporter)
        .map_err(|error| error.of_solution(file.path()))?;
    let game = solution.game().to_string();
    Ok(WrittenToolFiles {
        game,
        states: solution.states(),
        bytes,
        files: paths.iter().map(ResultPath::from).collect(),
    })
}

/// Writes the files and returns the sum of their lengths.
fn write_files(
    format: ToolFormat,
    solution: &Solution,
    outs: &[OutputFile],
    reporter: &mut ProgressReporter,
) -> Result<u64, Error> {
    let mut progress = reporter.callback();
    // `OutputFile::stage` returns I/O errors only; another error is kept here on its way out.
    let mut refused = None;
    // No file is replaced before all are written, so an error leaves an earlier export whole.
    let staged: Result<Vec<_>, _> = outs
        .iter()
        .zip(format.files)
        .map(|(out, (_, writer))| {
            out.stage(|file| {
                let scratch = || scratch_file(out);
                let written = writer.write(solution, file, &scratch, &mut progress);
                written.map_err(|error| match error {
                    ExportError::Io(error) => error,
                    other => io::Error::other(refused.insert(other).to_string()),
                })
            })
        })
        .collect();
    match refused {
        Some(error) => Err(error.into()),
        None => staged.and_then(commit),
    }
}

/// A scratch file on the disk of a file, or of temporary files.
fn scratch_file(out: &OutputFile) -> io::Result<Box<dyn ScratchFile>> {
    let temporary = env::temp_dir();
    let folders: Vec<&Path> = out.folder().into_iter().chain([&*temporary]).collect();
    Ok(Box::new(unnamed_file(&folders)?))
}

impl Display for WrittenToolFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = NamedLines::default();
        lines.add("game", &self.game);
        lines.add("states", count(self.states));
        let names: Vec<_> = self.files.iter().map(ResultPath::to_string).collect();
        lines.add("written", format!("{} ({})", names.join(", "), file_size(self.bytes)));
        lines.fmt(f)
    }
}

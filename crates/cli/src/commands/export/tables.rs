//! `export` for other tools: a solution as the decision process that model checkers read, or as a
//! table of its states.

use std::ffi::OsString;
use std::fmt::{self, Display};
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use mdp2048_export::{
    ExportError, TransitionSystem, write_csv, write_drn, write_npz, write_parquet,
    write_prism_labels, write_prism_rewards, write_prism_states, write_prism_transitions,
};
use mdp2048_model::{Game, Values as _};
use mdp2048_solve::{Progress, Solution};
use serde::Serialize;

use crate::commands::export::ExportArgs;
use crate::errors::Error;
use crate::input::Opened;
use crate::output::Lines;
use crate::output::file::Out;
use crate::output::progress::Meter;
use mdp2048_display::{count, file_size};

/// A kind of file for another tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ToolFile {
    Prism,
    Drn,
    Parquet,
    Npz,
    Csv,
}

/// What there is to say of files just written.
#[derive(Debug, Serialize)]
pub(crate) struct Written {
    game: String,
    /// The states of the game, without its start and ends.
    states: u64,
    /// Of all files together.
    bytes: u64,
    files: Vec<PathBuf>,
}

/// Writes a solution for another tool.
pub(crate) fn run(args: &ExportArgs, kind: ToolFile) -> Result<Written, Error> {
    if let Some(option) = args.drawing_option() {
        return Err(Error::Arguments(format!(
            "{option} is about drawings: leave it out, or choose --format svg, dot or json"
        )));
    }
    let mut file = match Opened::open(&args.file)? {
        Opened::Solution(file) => file,
        Opened::Policy(policy) => {
            return Err(Error::Unexportable {
                path: args.file.clone(),
                game: Box::new(*policy.game()),
            });
        }
    };
    let files = kind.files(&args.out);
    let places = files.iter().map(|file| Out::check(file)).collect::<Result<Vec<_>, _>>()?;
    let mut meter = Meter::new();
    meter.note("reading the solution");
    let solution = file.read_all()?;
    let bytes = write(kind, &solution, &places, &mut meter)?;
    let game: &Game = solution.game();
    Ok(Written { game: game.to_string(), states: solution.states(), bytes, files })
}

impl ToolFile {
    /// The files to be written for this `--out`.
    fn files(self, out: &Path) -> Vec<PathBuf> {
        // The transitions come last: without them PRISM takes the others for nothing.
        let parts: &[&str] = match self {
            Self::Prism => &[".sta", ".lab", ".trew", ".tra"],
            _ => &[""],
        };
        let named = |part: &&str| {
            let mut name = OsString::from(out);
            name.push(part);
            PathBuf::from(name)
        };
        parts.iter().map(named).collect()
    }
}

/// Writes the files and gives the number of their bytes.
fn write(
    kind: ToolFile,
    solution: &Solution,
    places: &[Out],
    meter: &mut Meter,
) -> Result<u64, Error> {
    let mut watch = |progress: Progress| {
        meter.solve(progress);
        ControlFlow::Continue(())
    };
    // An error that is not of the disk comes out by itself.
    let mut refused = None;
    let mut settle = |written: Result<(), ExportError>| match written {
        Ok(()) => Ok(()),
        Err(ExportError::Io(error)) => Err(error),
        Err(other) => {
            let error = io::Error::other(other.to_string());
            refused = Some(other);
            Err(error)
        }
    };
    let written = match kind {
        ToolFile::Csv => places[0].write(|out| settle(write_csv(solution, out, &mut watch))),
        ToolFile::Npz => places[0].write(|out| settle(write_npz(solution, out, &mut watch))),
        ToolFile::Parquet => {
            places[0].write(|out| settle(write_parquet(solution, out, &mut watch)))
        }
        ToolFile::Drn => {
            let system = TransitionSystem::of(solution)?;
            places[0].write(|out| settle(write_drn(&system, out, &mut watch)))
        }
        ToolFile::Prism => {
            let system = TransitionSystem::of(solution)?;
            let writers = [
                write_prism_states,
                write_prism_labels,
                write_prism_rewards,
                write_prism_transitions,
            ];
            let pairs = places.iter().zip(writers);
            pairs
                .map(|(place, write)| place.write(|out| settle(write(&system, out, &mut watch))))
                .sum()
        }
    };
    match refused {
        Some(error) => Err(error.into()),
        None => written,
    }
}

impl Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = Lines::default();
        lines.add("game", &self.game);
        lines.add("states", count(self.states));
        let names: Vec<_> = self.files.iter().map(|file| file.display().to_string()).collect();
        lines.add("written", format!("{} ({})", names.join(", "), file_size(self.bytes)));
        lines.fmt(f)
    }
}

//! Errors of the command line: one line each, which says what to do next, and an exit code.

mod input;
mod solving;

use std::ffi::OsStr;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use mdp2048::files::{FolderError, OutputError, reason};
use mdp2048_agents::BuildError;
use mdp2048_agents::OtherProvenance;
use mdp2048_bag::BagError;
use mdp2048_diagram::{GraphTooLarge, StateFigureError};
use mdp2048_display::counted;
use mdp2048_export::ExportError;
use mdp2048_model::{Game, GameError};
use mdp2048_policy::PackError;
use mdp2048_proof::ProofError;
use mdp2048_solve::{
    Contradiction, EvaluateError, EvaluatePolicyError, FileError, SolveError, VerifyError,
    WorkError,
};
use thiserror::Error;

use crate::advice;
use crate::paths::{escaped, shell_word, shown};

pub(crate) use input::{PositionError, RecordFileError};
pub(crate) use solving::memory_range;
use solving::solve_error;

/// Why a command ends without its result.
#[derive(Debug, Error)]
pub(crate) enum Error {
    /// The arguments cannot be parsed or contradict each other.
    #[error("{0}")]
    Arguments(String),
    #[error(transparent)]
    Game(#[from] GameError),
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A file cannot be opened or read.
    #[error("could not read {}: {}; {}", shown(path), reason(source), advice::on_reading(source))]
    Read { path: PathBuf, source: io::Error },
    /// A file is longer than the free memory.
    #[error("{} does not fit the free memory: free some, or check the file", shown(.0))]
    TooLong(PathBuf),
    /// A file has none of the kinds that the command reads.
    #[error(
        "{} is not a file that this command reads: mdp2048 solve makes solutions, and mdp2048 pack \
         policies; only mdp2048 verify reads certificates, which mdp2048 certify makes",
        shown(.0)
    )]
    UnknownKind(PathBuf),
    /// A work folder, or a file in it, is given in place of a solution or a policy.
    #[error(
        "{}{} read: make a policy with {}, and give that; where a solution is needed, solve the \
         game with --out in place of --work",
        match file {
            Some(file) => format!("{} is a part of the work folder {}", shown(file), shown(folder)),
            None => format!("{} is a work folder", shown(folder)),
        },
        match file {
            Some(_) => ", which commands do not",
            None => ", which only query, play, review, evaluate, pack and verify",
        },
        pack_command(folder)
    )]
    WorkFolderGiven { folder: PathBuf, file: Option<PathBuf> },
    /// A command needs more values of a work folder than can be computed.
    #[error(
        "{} holds actions only, and the values of its {} would take too much memory or time: solve \
         the game with --out in place of --work, or make a policy with {}",
        shown(folder),
        counted(*states, "state"),
        pack_command(folder)
    )]
    FolderValues { folder: PathBuf, states: u64 },
    /// Many games are to be played with a work folder, whose layers each of them would read.
    #[error(
        "{} is too large for many games: leave out --games, or make a policy with {}, and play \
         with that",
        shown(.0),
        pack_command(.0)
    )]
    FolderGames(PathBuf),
    /// The work folder of a count, or a file in it, is given in place of a solution or a policy.
    #[error(
        "{} is the work folder of a count, which has no values and no policy: solve the game with \
         mdp2048 solve",
        shown(.0)
    )]
    CountsGiven(PathBuf),
    /// The contents of a file, or what was to become them, cannot be used.
    #[error("{}: {source}", shown(path))]
    Contents { path: PathBuf, source: Box<dyn std::error::Error + Send + Sync> },
    /// A checkpoint is of another run.
    #[error(
        "{}: the checkpoint is {source}: choose another --work, or remove it to begin again",
        shown(path)
    )]
    OtherCheckpoint { path: PathBuf, source: OtherProvenance },
    /// A text policy is given without the options that name its game.
    #[error(
        "{} is a text policy, which does not name its game: give --board and --target, for example \
         --board 3x3 --target 512",
        shown(.0)
    )]
    UnnamedGame(PathBuf),
    /// A text policy is given to a command that does not read it.
    #[error(
        "{} is a text policy of the published player, which only play, query and inspect read: \
         give {needed}",
        shown(path)
    )]
    TextUnsupported { path: PathBuf, needed: &'static str },
    /// A packed policy, which need not hold every state or its value, is given to a command that
    /// needs a solution. `remark` says what the file is and what needs the solution.
    #[error("{} is {remark} a solution of {game}, made by mdp2048 solve --out", shown(path))]
    PolicyGiven { path: PathBuf, remark: &'static str, game: Box<Game> },
    /// A solution in single precision is given where actions of equal value must be told from
    /// others: a packed policy is provably optimal, and an optimal agent loses nothing.
    #[error(
        "{} holds its values in single precision, whose rounding hides which action is best: solve \
         the game again with --precision double",
        shown(.0)
    )]
    SinglePrecision(PathBuf),
    #[error(transparent)]
    Bag(#[from] BagError),
    #[error(transparent)]
    Evaluate(#[from] EvaluateError),
    #[error(transparent)]
    EvaluateAgent(#[from] EvaluatePolicyError),
    /// An agent cannot play the game, or what it needs is missing.
    #[error(transparent)]
    Agent(#[from] BuildError),
    #[error(transparent)]
    Proof(#[from] ProofError),
    /// A set has grown in more rounds than were asked for.
    #[error(
        "{}: the set has grown in {done} rounds, and {asked} are asked for: raise --rounds by {}, \
         or remove it to begin again",
        shown(path),
        done - asked
    )]
    CheckpointRounds { path: PathBuf, done: usize, asked: usize },
    #[error(transparent)]
    Export(#[from] ExportError),
    /// An output file cannot be written.
    #[error("{}", .0.message("--out", &shown(.0.path())))]
    Output(#[from] OutputError),
    /// An output file is an input file.
    #[error("{} is the same file as the input {}: choose another --out", shown(path), shown(input))]
    OutputIsInput { path: PathBuf, input: PathBuf },
    /// An output file has the name of a file of a work folder of the command.
    #[error(
        "{} would be taken for a file of the work folder {}: choose another --out",
        shown(path),
        shown(folder)
    )]
    OutputInFolder { path: PathBuf, folder: PathBuf },
    /// A signal has ended the run, after it has saved what it had done.
    #[error("interrupted; {} holds what was done: {advice}", shown(path))]
    Interrupted { signal: i32, path: PathBuf, advice: &'static str },
    /// The work folder cannot be made or opened.
    #[error(
        "could not use the work folder {}: {}; choose another folder",
        shown(path),
        reason(source)
    )]
    WorkFolder { path: PathBuf, source: io::Error },
    /// The files of a work folder cannot be written. What was saved before stays whole.
    #[error(
        "could not write the work folder {}: {}; {}, and give the same command to go on with what \
         is saved there",
        shown(path),
        reason(source),
        advice::on_writing_more(source)
    )]
    WriteWork { path: PathBuf, source: io::Error },
    /// Another run uses the work folder.
    #[error(
        "another run uses the work folder {}: wait for it, or choose another folder",
        shown(.0)
    )]
    WorkFolderInUse(PathBuf),
    /// There is no folder for temporary files.
    #[error(
        "could not make a temporary file: {}; choose --out in a folder that may be written to",
        reason(.0)
    )]
    Scratch(io::Error),
    #[error("{}", solve_error(.0))]
    Solve(#[from] SolveError),
    /// A game does not fit the memory, but may fit the disk.
    #[error(
        "{}, or {}",
        solve_error(source),
        if *has_out {
            "leave out --out for the totals alone, or give --work in its place to hold the layers \
             in files"
        } else {
            "hold the layers in files with --work"
        }
    )]
    NeedsFolder { source: SolveError, has_out: bool },
    #[error(transparent)]
    Pack(#[from] PackError),
    /// The threshold keeps no state.
    #[error(
        "no state has an occupancy of {0:e} or more, so the policy would be empty: choose a lower \
         threshold, for example 1e-4"
    )]
    NothingKept(f64),
    #[error(
        "{} has more than {} states, too many to draw: draw one of them with --state, or a smaller \
         game",
        .0.game, .0.most
    )]
    TooLarge(#[from] GraphTooLarge),
    #[error(transparent)]
    Undrawable(#[from] StateFigureError),
    #[error(transparent)]
    Verify(VerifyError),
    /// `verify` found faults in an intact file.
    #[error(
        "{} has {}, the first: {first}; make the file again",
        shown(path), counted(*count, "fault")
    )]
    Faulty { path: PathBuf, count: u64, first: String },
    /// Standard output cannot be written to.
    #[error("could not print the result: {}; {}", reason(.0), advice::on_printing(.0))]
    Print(io::Error),
}

/// The command that makes a policy of a work folder, as it can be typed.
fn pack_command(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or(OsStr::new("solved"));
    let policy = Path::new(name).with_added_extension("policy");
    format!("mdp2048 pack {} --threshold 1e-7 --out {}", shell_word(folder), shell_word(&policy))
}

impl From<FolderError> for Error {
    fn from(error: FolderError) -> Self {
        match error {
            FolderError::Io { path, source } => Self::WorkFolder { path, source },
            FolderError::InUse(path) => Self::WorkFolderInUse(path),
            FolderError::Solve(source) => source.into(),
        }
    }
}

impl Error {
    /// The error of the contents of a file.
    pub(crate) fn contents(
        path: &Path,
        source: impl std::error::Error + Send + Sync + 'static,
    ) -> Self {
        Self::Contents { path: path.to_owned(), source: Box::new(source) }
    }

    /// The error of a solution file that contradicts itself.
    pub(crate) fn contradiction(path: &Path, source: Contradiction) -> Self {
        Self::contents(path, FileError::from(source))
    }

    /// Names the file of a solution that contradicts itself; other errors stay as they are.
    #[must_use]
    pub(crate) fn of_solution(self, path: &Path) -> Self {
        let source = match self {
            Self::Solve(SolveError::Contradiction(source))
            | Self::Evaluate(EvaluateError::Stopped(SolveError::Contradiction(source)))
            | Self::EvaluateAgent(EvaluatePolicyError::Stopped(SolveError::Contradiction(
                source,
            )))
            | Self::Export(
                ExportError::Contradiction(source)
                | ExportError::Stopped(SolveError::Contradiction(source)),
            ) => source,
            other => return other,
        };
        Self::contradiction(path, source)
    }

    /// The exit code: 2 for bad input, 1 for a failure.
    fn code(&self) -> u8 {
        match self {
            // The user asked for values of states that have none, or for too small an error.
            Self::Pack(
                PackError::Missing { .. } | PackError::Value { .. } | PackError::Coding(_),
            ) => 2,
            Self::Output(OutputError::Write { .. } | OutputError::WriteStream { .. })
            | Self::Solve(
                SolveError::Interrupted
                | SolveError::Work(WorkError::Write { .. } | WorkError::Removed(_)),
            )
            | Self::WriteWork { .. }
            | Self::Pack(_)
            | Self::Verify(_)
            | Self::Faulty { .. }
            | Self::Print(_) => 1,
            // As shells report a process that a signal has ended.
            Self::Interrupted { signal, .. } => 128_u8.saturating_add(*signal as u8),
            _ => 2,
        }
    }

    /// Writes the error to standard error and returns the exit code of the process.
    pub(crate) fn report(&self) -> ExitCode {
        // A closed pipe means that its reader, `head` for example, has read enough.
        if matches!(self, Self::Print(source) if source.kind() == io::ErrorKind::BrokenPipe) {
            return ExitCode::SUCCESS;
        }
        print_message(&self.to_string());
        ExitCode::from(self.code())
    }
}

/// Writes a message of one line to standard error.
pub(crate) fn print_message(message: &str) {
    // If standard error is closed, there is nowhere to report that.
    let _ = writeln!(io::stderr(), "mdp2048: {}", escaped(message));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layer_that_was_removed_is_a_failure_that_a_further_run_mends() {
        let removed = WorkError::Removed("layer_00006.states".to_owned());
        let error = Error::from(SolveError::Work(removed));
        assert_eq!(error.code(), 1);
        assert_eq!(
            error.to_string(),
            "layer_00006.states of the work folder was removed while the solve ran: add --resume \
             to make it again"
        );
    }
}

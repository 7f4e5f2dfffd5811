//! What can go wrong, in one line that says what to do next.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use mdp2048_diagram::{GraphTooLarge, StateFigureError};
use mdp2048_display::counted;
use mdp2048_export::ExportError;
use mdp2048_model::{Game, GameError};
use mdp2048_policy::{PackError, PolicyError, TextError};
use mdp2048_rules::{Board, Exponent, Shape};
use mdp2048_solve::{EvaluateError, FileError, SolveError, VerifyError};
use thiserror::Error;

/// Why a verb ends without its result.
#[derive(Debug, Error)]
pub(crate) enum Error {
    /// The arguments make no sense.
    #[error("{0}")]
    Arguments(String),
    #[error(transparent)]
    Game(#[from] GameError),
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A file cannot be opened or read.
    #[error("could not read {}: {}; check the path of the file", path.display(), reason(source))]
    Read { path: PathBuf, source: io::Error },
    /// A file is something else altogether.
    #[error(
        "{} is neither a solution nor a policy: make one with mdp2048 solve or mdp2048 pack",
        .0.display()
    )]
    Foreign(PathBuf),
    #[error("{}: {source}", path.display())]
    Solution { path: PathBuf, source: FileError },
    #[error("{}: {source}", path.display())]
    Policy { path: PathBuf, source: PolicyError },
    #[error("{}: {source}", path.display())]
    Text { path: PathBuf, source: TextError },
    /// A text policy does not say what game it is of.
    #[error(
        "{} is a text policy, which does not name its game: give --board and --target, for example --board 3x3 --target 512",
        .0.display()
    )]
    UnnamedGame(PathBuf),
    /// A text policy stands where only this project's own files will do.
    #[error(
        "{} is a text policy of the published player, which only play, query and inspect take: give a solution or a packed policy",
        .0.display()
    )]
    MisplacedText(PathBuf),
    /// A policy stands where only a solution will do.
    #[error(
        "{} is already a policy: packing takes a solution of {game}, made by mdp2048 solve --out",
        path.display()
    )]
    AlreadyPacked { path: PathBuf, game: Box<Game> },
    /// A policy is to be provably optimal, and to say how exact its values are.
    #[error(
        "{} holds its values in single precision, too little for a policy: solve the game with --precision double",
        .0.display()
    )]
    Imprecise(PathBuf),
    /// A policy holds too little to follow every game.
    #[error(
        "{} is a packed policy: evaluate takes a solution of {game}, made by mdp2048 solve --out",
        path.display()
    )]
    Unjudgeable { path: PathBuf, game: Box<Game> },
    #[error(transparent)]
    Evaluate(#[from] EvaluateError),
    /// A policy holds only a part of the states and of the values.
    #[error(
        "{} is a packed policy, of which only drawings are made: give a solution of {game}, made by mdp2048 solve --out",
        path.display()
    )]
    Unexportable { path: PathBuf, game: Box<Game> },
    #[error(transparent)]
    Export(#[from] ExportError),
    /// The place for the result cannot be written to.
    #[error("could not write {}: {}; choose another --out", path.display(), reason(source))]
    Out { path: PathBuf, source: io::Error },
    /// Writing began and failed.
    #[error(
        "could not write {}: {}; nothing was left behind, so make room and try again",
        path.display(), reason(source)
    )]
    Write { path: PathBuf, source: io::Error },
    /// The game does not fit.
    #[error("{}", solve_error(.0))]
    Solve(#[from] SolveError),
    #[error(transparent)]
    Pack(#[from] PackError),
    /// A policy without an entry is of no use.
    #[error(
        "no state has an occupancy of {0:e} or more, so the policy would be empty: lower the threshold (or --max-leave)"
    )]
    NothingKept(f64),
    #[error(
        "{} has more than {} states, too many to draw: draw one of them with --state, or a smaller game",
        .0.game, .0.most
    )]
    TooLarge(#[from] GraphTooLarge),
    #[error(transparent)]
    Undrawable(#[from] StateFigureError),
    #[error(transparent)]
    Verify(VerifyError),
    /// A file is sound, but holds something wrong.
    #[error(
        "{} is not what it claims to be ({}): {first}; make it anew",
        path.display(), counted(*count, "fault")
    )]
    Unverified { path: PathBuf, count: u64, first: String },
    /// Standard output cannot be written to.
    #[error("could not print the result: {}", reason(.0))]
    Print(io::Error),
}

/// Why a position has no values.
#[derive(Debug, Error)]
pub(crate) enum PositionError {
    #[error("the position is {found}, but {game} was solved: give a {} position", game.shape())]
    Shape { found: Shape, game: Box<Game> },
    #[error("the position is already won: it holds a {0}, so there is nothing left to decide")]
    Won(Exponent),
    #[error("the position is lost: no action is allowed, so there is nothing left to decide")]
    Lost,
    #[error(
        "no game of {game} comes to the position {board}: check its tiles (games start with two random tiles, and every random tile is a 2 or a 4)"
    )]
    Unreachable { board: Board, game: Box<Game> },
    #[error(
        "the policy has no entry for the position {board}: it holds only states of occupancy {threshold:e} or more under optimal play, so ask a solution of {game} or pack with a lower threshold"
    )]
    OffPolicy { board: Board, threshold: f64, game: Box<Game> },
    #[error(
        "the text policy has no entry for the position {board}: no game comes there, or not often enough to be held, so ask a solution of {game}"
    )]
    NoEntry { board: Board, game: Box<Game> },
    #[error(
        "--tolerance needs action values, and this policy holds none: ask a solution, or pack with --values action"
    )]
    NoActionValues,
}

/// An error of the solver, with the option that goes with it.
fn solve_error(error: &SolveError) -> String {
    match error {
        SolveError::Memory { .. } => format!("{error} with --memory"),
        _ => error.to_string(),
    }
}

/// An I/O error without its number.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

impl Error {
    /// 2 for bad input, 1 for a failure.
    fn code(&self) -> u8 {
        match self {
            // These values were asked for.
            Self::Pack(PackError::Value { .. }) => 2,
            Self::Write { .. }
            | Self::Solve(_)
            | Self::Pack(_)
            | Self::Verify(_)
            | Self::Unverified { .. }
            | Self::Print(_) => 1,
            _ => 2,
        }
    }

    /// Says what is wrong and gives the exit code of the process.
    pub(crate) fn exit(&self) -> ExitCode {
        // Whoever reads the output has seen enough of it.
        if matches!(self, Self::Print(source) if source.kind() == io::ErrorKind::BrokenPipe) {
            return ExitCode::SUCCESS;
        }
        complain(&self.to_string());
        ExitCode::from(self.code())
    }
}

/// Writes one line to standard error.
pub(crate) fn complain(message: &str) {
    // There is nowhere left to report that standard error is closed.
    let _ = writeln!(io::stderr(), "mdp2048: {message}");
}

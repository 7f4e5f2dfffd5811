//! What can be asked for on the command line.

use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand, ValueEnum};
use mdp2048_model::{Game, GameError, Objective, Seed};
use mdp2048_policy::ValuesHeld;
use mdp2048_rules::{Board, Shape};
use mdp2048_solve::Precision;

use crate::commands::evaluate::EvaluateArgs;
use crate::commands::export::ExportArgs;
use crate::commands::verify::VerifyArgs;
use crate::errors::Error;
use crate::input::text::TextGame;

/// Solve small games of 2048 exactly, and pack, query and replay their optimal policies.
#[derive(Debug, Parser)]
#[command(name = "mdp2048", version, disable_help_subcommand = true)]
#[command(after_help = "\
For example:
  mdp2048 solve --board 3x3 --target 512 --out 512.solution
  mdp2048 query 512.solution --position \"0 2 0/0 64 4/0 8 8\"
  mdp2048 pack 512.solution --threshold 1e-7 --out 512.policy
  mdp2048 play 512.policy --seed 42")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Verb,

    /// Print one line of JSON instead of text
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Solve a game: the value of every reachable state
    Solve(SolveArgs),
    /// Make a small policy file from a solution
    Pack(PackArgs),
    /// Ask for the values and the best actions of a position
    Query(QueryArgs),
    /// Play seeded games: one replay, or statistics over many
    Play(PlayArgs),
    /// Tell what a solution or a policy holds
    Inspect(InspectArgs),
    /// Check every value of a solution anew, or the entries of a policy
    Verify(VerifyArgs),
    /// Tell what a solution's policy is worth under another objective, or how its games end
    Evaluate(EvaluateArgs),
    /// Write a solution for other tools, or draw a small game or one state of any game
    Export(ExportArgs),
}

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    /// Rows x columns, 2x2 to 4x4
    #[arg(long, value_name = "ROWSxCOLUMNS")]
    board: Shape,

    /// The tile that ends the game, a power of two from 8; leave it out for no target
    #[arg(long, value_name = "TILE", value_parser = tile)]
    target: Option<u32>,

    /// What is maximised; of fewest, what is minimised
    #[arg(long, value_enum, default_value_t = ObjectiveName::Win)]
    objective: ObjectiveName,

    /// The factor per move, above 0 and at most 1: winning after n moves is worth DISCOUNT^n
    #[arg(long, default_value_t = 1.0, allow_negative_numbers = true, value_parser = number)]
    discount: f64,

    /// The probability that a random tile is a 4
    #[arg(
        long,
        value_name = "PROBABILITY",
        default_value_t = 0.1,
        allow_negative_numbers = true,
        value_parser = number
    )]
    spawn_four: f64,

    /// How many threads to use [default: as many as the machine has]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads)]
    pub(crate) threads: Option<usize>,

    /// How values are held: single takes half the memory and is a little less exact
    #[arg(long, value_enum, default_value_t = PrecisionName::Double)]
    precision: PrecisionName,

    /// How much memory may be taken, for example 2GiB [default: as much as is free]
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true, value_parser = size)]
    pub(crate) memory: Option<u64>,

    /// The solution file to write; without it the results are only printed
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

impl SolveArgs {
    /// The game asked for.
    pub(crate) fn game(&self) -> Result<Game, GameError> {
        Game::new(self.board, self.objective.into(), self.target, self.discount, self.spawn_four)
    }

    /// The precision that values are to be held in.
    pub(crate) const fn precision(&self) -> Precision {
        match self.precision {
            PrecisionName::Double => Precision::Double,
            PrecisionName::Single => Precision::Single,
        }
    }
}

/// A precision that can be asked for by name.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum PrecisionName {
    /// Eight bytes a value, exact to rounding
    Double,
    /// Four bytes a value, rounded to 24 bits
    Single,
}

/// An objective that can be asked for by name.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ObjectiveName {
    /// The probability of reaching the target
    Win,
    /// The expected score
    Score,
    /// The expected number of moves
    Moves,
    /// The expected number of moves to the target, where it is certain to be reached
    Fewest,
}

impl From<ObjectiveName> for Objective {
    fn from(name: ObjectiveName) -> Self {
        match name {
            ObjectiveName::Win => Self::Win,
            ObjectiveName::Score => Self::Score,
            ObjectiveName::Moves => Self::Moves,
            ObjectiveName::Fewest => Self::Fewest,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct PackArgs {
    /// The solution
    pub(crate) file: PathBuf,

    /// Keep the states whose occupancy, in the walk through kept states only, is at least this
    /// [default: 0, every reachable state]
    #[arg(
        long,
        value_name = "OCCUPANCY",
        allow_negative_numbers = true,
        value_parser = share,
        conflicts_with = "max_leave"
    )]
    pub(crate) threshold: Option<f64>,

    /// Keep as few states as leave a game with at most this probability to run out of them
    #[arg(
        long,
        value_name = "PROBABILITY",
        allow_negative_numbers = true,
        value_parser = share
    )]
    pub(crate) max_leave: Option<f64>,

    /// Which values to hold beside the actions [default: state; none for the fewest moves]
    #[arg(long, value_enum)]
    pub(crate) values: Option<ValuesName>,

    /// How far a value may be off: a probability, points or moves [default: 1e-4, 0.5 or 0.05; 0.6
    /// of that with the values of actions]
    #[arg(long, value_name = "VALUE", allow_negative_numbers = true, value_parser = value_error)]
    pub(crate) value_error: Option<f64>,

    /// How to write the policy
    #[arg(long, value_enum, default_value_t = FormatName::Mdp2048)]
    pub(crate) format: FormatName,

    /// The policy file to write
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
}

/// A way to write a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormatName {
    /// The small file that the page loads
    Mdp2048,
    /// The text that pages of the published player load, with values in whole percent
    Twenty48,
}

/// Which values a policy is to hold.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ValuesName {
    /// Actions only
    None,
    /// The value of every state
    State,
    /// The value of every allowed action of every state
    Action,
}

impl From<ValuesName> for ValuesHeld {
    fn from(name: ValuesName) -> Self {
        match name {
            ValuesName::None => Self::None,
            ValuesName::State => Self::State,
            ValuesName::Action => Self::Action,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct QueryArgs {
    /// A solution or a policy
    pub(crate) file: PathBuf,

    /// The tiles row by row, 0 for an empty cell: "0 2 0/0 64 4/0 8 8"
    #[arg(long, value_name = "TILES")]
    pub(crate) position: Board,

    /// Also list every action within this of the best one
    #[arg(long, value_name = "VALUE", allow_negative_numbers = true, value_parser = tolerance)]
    pub(crate) tolerance: Option<f64>,

    #[command(flatten)]
    pub(crate) text: TextGame,
}

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// A solution or a policy
    pub(crate) file: PathBuf,

    /// The seed of the game, or of the first of several
    #[arg(long, default_value = "0", allow_negative_numbers = true, value_parser = seed)]
    pub(crate) seed: Seed,

    /// Play this many games with consecutive seeds and print statistics
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = games)]
    pub(crate) games: Option<u64>,

    #[command(flatten)]
    pub(crate) text: TextGame,
}

#[derive(Debug, Args)]
pub(crate) struct InspectArgs {
    /// A solution or a policy
    pub(crate) file: PathBuf,

    #[command(flatten)]
    pub(crate) text: TextGame,
}

impl Cli {
    /// Reads the arguments of the process; help and version are printed here and end it.
    pub(crate) fn read() -> Result<Self, Error> {
        Self::try_parse().map_err(|error| match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => error.exit(),
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => Error::Arguments(
                "say what to do: solve, pack, query, play, inspect, verify, evaluate or export; mdp2048 --help tells more"
                    .to_owned(),
            ),
            kind => Error::Arguments(one_line(kind, &error.render().to_string())),
        })
    }
}

/// The first paragraph of a message of the argument parser, and its tip, on one line.
fn one_line(kind: ErrorKind, message: &str) -> String {
    let usage = message.lines().find_map(|line| line.strip_prefix("Usage: "));
    let words = |paragraph: &str| paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut paragraphs = message.split("\n\n").map(words).filter(|text| !text.is_empty());
    let first = paragraphs.next().unwrap_or_default();
    let mut line = first.strip_prefix("error: ").unwrap_or(&first).to_owned();
    if let Some(tip) = paragraphs.find_map(|text| text.strip_prefix("tip: ").map(str::to_owned)) {
        line = format!("{line}; {tip}");
    }
    // These say what would do already.
    if matches!(kind, ErrorKind::ValueValidation | ErrorKind::InvalidValue) {
        return line;
    }
    let verb = usage
        .and_then(|usage| usage.split_whitespace().nth(1))
        .filter(|word| word.chars().all(char::is_alphabetic))
        .map(|verb| format!("{verb} "))
        .unwrap_or_default();
    format!("{line}; see mdp2048 {verb}--help")
}

pub(crate) fn tile(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "choose a power of two from 8, for example 512".to_owned())
}

pub(crate) fn number(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| "write a number, for example 0.1".to_owned())
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "write a number from 0 to 1, for example 1e-7".to_owned())
}

fn tolerance(text: &str) -> Result<f64, String> {
    let tolerance = text.parse().ok().filter(|tolerance: &f64| *tolerance >= 0.0);
    tolerance.ok_or_else(|| "write a number from 0, for example 0.001".to_owned())
}

fn value_error(text: &str) -> Result<f64, String> {
    let error = text.parse().ok().filter(|error| (1e-9..=1e6).contains(error));
    error.ok_or_else(|| "write a number from 1e-9, for example 1e-4".to_owned())
}

pub(crate) fn threads(text: &str) -> Result<usize, String> {
    let threads = text.parse().ok().filter(|threads| (1..=1024).contains(threads));
    threads.ok_or_else(|| "write a whole number from 1 to 1024".to_owned())
}

/// A number of bytes: `512MiB`, `2GiB`; a unit without the `iB` is the same.
fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let (number, unit) = (digits.trim_end().parse::<f64>(), &text[digits.len()..]);
    let shift = match unit.to_ascii_lowercase().as_str() {
        "b" => Some(0),
        "k" | "kib" => Some(10),
        "m" | "mib" => Some(20),
        "g" | "gib" => Some(30),
        "t" | "tib" => Some(40),
        _ => None,
    };
    let bytes = number.ok().zip(shift).map(|(number, shift)| number * (1u64 << shift) as f64);
    let bytes = bytes.filter(|bytes| *bytes >= 1.0 && *bytes < 1e18);
    bytes.map(|bytes| bytes as u64).ok_or_else(|| "write a size, for example 512MiB or 2GiB".into())
}

fn seed(text: &str) -> Result<Seed, String> {
    text.parse().map_err(|_| "a seed is a whole number from 0 to 4294967295".to_owned())
}

fn games(text: &str) -> Result<u64, String> {
    let games = text.parse().ok().filter(|games| (1..=1 << 32).contains(games));
    games.ok_or_else(|| "write a whole number from 1 to 4294967296".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_arguments_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn parser_messages_fit_on_a_line() {
        let check = |arguments: &[&str], message: &str| {
            let error = Cli::try_parse_from(arguments).unwrap_err();
            assert_eq!(one_line(error.kind(), &error.render().to_string()), message);
        };
        check(
            &["mdp2048", "solve"],
            "the following required arguments were not provided: --board <ROWSxCOLUMNS>; see mdp2048 solve --help",
        );
        check(
            &["mdp2048", "slove"],
            "unrecognized subcommand 'slove'; a similar subcommand exists: 'solve'; see mdp2048 --help",
        );
        check(
            &["mdp2048", "play", "x", "--seed", "-1"],
            "invalid value '-1' for '--seed <SEED>': a seed is a whole number from 0 to 4294967295",
        );
    }
}

//! The command line: its commands, what runs each of them, and messages for arguments that cannot
//! be parsed.

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::Path;
use std::{env, slice};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueHint};
use mdp2048_model::alternatives;

use crate::command_files::CommandFiles;
use crate::commands::arena::{self, ArenaArgs};
use crate::commands::bag::{self, BagArgs};
use crate::commands::certify::{self, CertifyArgs};
use crate::commands::completions::{self, CompletionsArgs};
use crate::commands::count::{self, CountArgs};
use crate::commands::evaluate::{self, EvaluateArgs};
use crate::commands::export::{self, ExportArgs};
use crate::commands::inspect::{self, InspectArgs};
use crate::commands::pack::{self, PackArgs};
use crate::commands::play::{self, PlayArgs};
use crate::commands::query::{self, QueryArgs};
use crate::commands::review::{self, ReviewArgs};
use crate::commands::solve::{self, SolveArgs};
use crate::commands::verify::{self, VerifyArgs};
use crate::error::Error;
use crate::output::print::Printer;
use crate::paths::shown;

/// Solve small games of 2048 exactly, and pack, query and replay their optimal policies.
#[derive(Debug, Parser)]
#[command(name = "mdp2048", version)]
#[command(after_help = "\
Examples:
  mdp2048 solve --board 3x3 --target 512 --out 512.solution
  mdp2048 query 512.solution --position \"0 2 0/0 64 4/0 8 8\"
  mdp2048 pack 512.solution --threshold 1e-7 --out 512.policy
  mdp2048 play 512.policy --seed 42")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,

    /// Print one line of JSON instead of text
    #[arg(long, global = true)]
    json: bool,

    #[arg(skip)]
    files: CommandFiles,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Solve a game: compute the value of every reachable state
    Solve(SolveArgs),
    /// Make a small policy file from a solution
    Pack(PackArgs),
    /// Print the values and the best actions of a position
    Query(QueryArgs),
    /// Play seeded games, one or many, or a game whose random tiles you enter
    Play(PlayArgs),
    /// Review a game move by move against a solution
    Review(ReviewArgs),
    /// Describe the contents of a solution or a policy
    Inspect(InspectArgs),
    /// Check every value of a solution independently, or the entries of a policy
    Verify(VerifyArgs),
    /// Evaluate the policy of a solution under another objective, or the distribution of its games
    Evaluate(EvaluateArgs),
    /// Count the reachable states and the lost boards of each layer of a game
    Count(CountArgs),
    /// Write a solution for other tools, or draw a small game or one state of any game
    Export(ExportArgs),
    /// Compute how many moves a tile takes in a bag: who always makes it is no faster on average
    Bag(BagArgs),
    /// Let approximate agents play the same seeded games, and compare them
    Arena(ArenaArgs),
    /// Prove a lower bound of the probability of winning a game
    Certify(CertifyArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
}

impl Arguments {
    /// Parses the arguments of the process; `None` if they ask for help or the version, which is
    /// printed here.
    pub(crate) fn read() -> Result<Option<Self>, Error> {
        let words: Vec<OsString> = env::args_os().collect();
        let error = match Self::parse_words(words.iter().cloned()) {
            Ok(arguments) => return Ok(Some(arguments)),
            Err(error) => error,
        };
        match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                let printed = error.print().and_then(|()| io::stdout().flush());
                printed.map(|()| None).map_err(Error::Print)
            }
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
                Err(Error::Arguments(missing_command()))
            }
            kind => {
                let hint = value_hint(&words, &error);
                Err(Error::Arguments(one_line(kind, &error.render().to_string(), hint)))
            }
        }
    }

    /// Parses the words of a command line, the first of which is the name of the program.
    fn parse_words(words: impl Iterator<Item = OsString>) -> Result<Self, clap::Error> {
        let mut line = command_line();
        let matches = line.try_get_matches_from_mut(words)?;
        let verb = matches.subcommand();
        let files = verb
            .and_then(|(name, found)| Some(CommandFiles::of(line.find_subcommand(name)?, found)));
        let arguments = Self::from_arg_matches(&matches)?;
        Ok(Self { files: files.unwrap_or_default(), ..arguments })
    }

    /// Runs the command and prints its result.
    pub(crate) fn run(self) -> Result<(), Error> {
        self.files.check()?;
        let printer =
            Printer { is_json: self.json, to_standard_error: self.files.has_standard_output() };
        match &self.command {
            Command::Solve(args) => printer.print(&solve::run(args)?),
            Command::Pack(args) => printer.print(&pack::run(args)?),
            Command::Query(args) => printer.print(&query::run(args)?),
            Command::Play(args) => play::run(args, printer),
            Command::Review(args) => printer.print(&review::run(args)?),
            Command::Inspect(args) => printer.print(&inspect::run(args)?),
            Command::Verify(args) => {
                let verified = verify::run(args)?;
                printer.print(&verified)?;
                verified.verdict()
            }
            Command::Evaluate(args) => printer.print(&evaluate::run(args)?),
            Command::Count(args) => printer.print(&count::run(args)?),
            Command::Export(args) => printer.print(&export::run(args)?),
            Command::Bag(args) => printer.print(&bag::run(args)?),
            Command::Arena(args) => {
                let compared = arena::run(args)?;
                printer.print(&compared)?;
                compared.verdict()
            }
            Command::Certify(args) => printer.print(&certify::run(args)?),
            Command::Completions(args) => printer.print(&completions::run(args, Self::command())?),
        }
    }
}

/// The command line. A negative number after an option is its value, so that the option's parser
/// says what to write instead.
fn command_line() -> clap::Command {
    let is_number = |arg: &Arg| {
        let is_option = arg.get_long().is_some() && arg.get_action().takes_values();
        is_option && arg.get_value_hint() == ValueHint::Unknown
    };
    let allow = |arg: Arg| if is_number(&arg) { arg.allow_negative_numbers(true) } else { arg };
    Arguments::command().mut_subcommands(|command| command.mut_args(allow))
}

/// The message of a command line without a command.
fn missing_command() -> String {
    let command = Arguments::command();
    let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    format!("choose a command: {}; see mdp2048 --help", alternatives(&names))
}

/// How to give an unknown argument of a command line as a value, if it was to be one: the line with
/// the hint has no such error.
fn value_hint(words: &[OsString], error: &clap::Error) -> Option<String> {
    let (ErrorKind::UnknownArgument, Some(ContextValue::String(unknown))) =
        (error.kind(), error.get(ContextKind::InvalidArg))
    else {
        return None;
    };
    let is_parsed = |words: &[OsString]| match command_line().try_get_matches_from(words) {
        Ok(_) => true,
        Err(error) => error.kind() == ErrorKind::MissingRequiredArgument,
    };
    let begins =
        |word: &OsString, start: &str| word.as_encoded_bytes().starts_with(start.as_bytes());
    (1..words.len()).filter(|&at| begins(&words[at], unknown)).find_map(|at| {
        let (before, from) = words.split_at(at);
        let (value, after) = from.split_first()?;
        let (option, first) = before.split_last()?;
        if begins(option, "--") {
            let mut joined = option.clone();
            joined.push("=");
            joined.push(value);
            let joined_at_once = [first, slice::from_ref(&joined), after].concat();
            if is_parsed(&joined_at_once) {
                let [value, joined] = [value, &joined].map(|word| shown(Path::new(word)));
                return Some(format!("to give {value} as a value, write {joined}"));
            }
        }
        let last = ["--".into(), value.clone()];
        let value = shown(Path::new(value));
        is_parsed(&[before, after, &last].concat())
            .then(|| format!("to give {value} as a value, write -- {value} at the end"))
    })
}

/// The first paragraph of a message of the argument parser and its tip, on one line. `hint` is how
/// to give a value that begins with a hyphen, in place of the parser's tip, which is only sometimes
/// right.
fn one_line(kind: ErrorKind, message: &str, hint: Option<String>) -> String {
    let usage = message.lines().find_map(|line| line.strip_prefix("Usage: "));
    let join = |paragraph: &str| paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut paragraphs = message.split("\n\n").map(join).filter(|text| !text.is_empty());
    let first = paragraphs.next().unwrap_or_default();
    let mut line = first.strip_prefix("error: ").unwrap_or(&first).to_owned();
    let tip = paragraphs.find_map(|text| text.strip_prefix("tip: ").map(str::to_owned));
    let is_of_value = |tip: &String| tip.starts_with("to pass '") && tip.contains(" as a value, ");
    if let Some(tip) = tip.filter(|tip| !is_of_value(tip)).or(hint) {
        line = format!("{line}; {tip}");
    }
    let command = usage
        .and_then(|usage| usage.split_whitespace().nth(1))
        .filter(|word| word.chars().all(char::is_alphabetic));
    match kind {
        // These messages say what to write already.
        ErrorKind::ValueValidation => return line,
        ErrorKind::InvalidValue if line.contains("[possible values: ") => return line,
        ErrorKind::ArgumentConflict => line += "; leave one of them out",
        ErrorKind::MissingRequiredArgument => {
            if let Some(example) = command.and_then(example) {
                line += &format!("; for example {example}");
            }
        }
        _ => {}
    }
    let command = command.map(|command| format!("{command} ")).unwrap_or_default();
    format!("{line}; see mdp2048 {command}--help")
}

/// The first example in the help of a command.
fn example(command: &str) -> Option<String> {
    let arguments = Arguments::command();
    let help = arguments.find_subcommand(command)?.get_after_help()?.to_string();
    let start = format!("mdp2048 {command} ");
    let line = help.lines().find(|line| line.contains(&start))?;
    line.find(&start).map(|at| line[at..].to_owned())
}

#[cfg(test)]
mod tests {
    use std::any::TypeId;
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn every_command_has_an_example() {
        for command in Arguments::command().get_subcommands() {
            let example = example(command.get_name()).unwrap();
            let words = example.split(['>', '|']).next().unwrap().split_whitespace();
            let words = words.map(|word| word.trim_matches('"'));
            if !example.contains('"') {
                Arguments::try_parse_from(words).unwrap();
            }
        }
    }

    /// Command lines with every argument that names a file: `<` begins one that is read, `>` one
    /// that is written, `=` a folder.
    const LINES: [&str; 15] = [
        "solve --board 2x2 --target 8 --out >a",
        "solve --board 2x2 --target 8 --work =a",
        "pack <a --out >b",
        "query <a --position 2_2/0_0",
        "play <a",
        "review <a <b",
        "inspect <a",
        "verify <a --against <b",
        "evaluate <a --distribution score --out >b",
        "evaluate <a --agent learned --network <b --policy <c",
        "count --board 2x2 --work =a --out >b",
        "export <a --format csv --out >b",
        "bag --target 8 --out >a",
        "arena --agents optimal,learned --network <a --policy <b --out >c",
        "certify --agent learned --join 0.1 --network <a --policy <b --work =c --out >d",
    ];

    /// The words of a line without marks.
    fn words(line: &[&str]) -> Vec<OsString> {
        let words = line.iter().map(|word| word.trim_start_matches(['<', '>', '=']));
        ["mdp2048"].into_iter().chain(words).map(|word| word.replace('_', " ").into()).collect()
    }

    #[test]
    fn no_command_writes_to_its_other_files() {
        let check =
            |line: &[&str]| Arguments::parse_words(words(line).into_iter()).unwrap().files.check();
        for line in LINES.map(|line| line.split(' ').collect::<Vec<_>>()) {
            check(&line).unwrap();
            for out in (0..line.len()).filter(|&out| line[out].starts_with('>')) {
                let is_other = |&other: &usize| other != out && line[other].starts_with(['<', '>']);
                for other in (0..line.len()).filter(is_other) {
                    let mut line = line.clone();
                    line[other] = line[out];
                    let refused = check(&line).unwrap_err().to_string();
                    assert!(refused.contains(": choose another --"), "{line:?}: {refused}");
                }
            }
        }
    }

    #[test]
    fn the_files_of_every_argument_are_checked() {
        let command = Arguments::command();
        let matches = LINES.map(|line| {
            let words = words(&line.split(' ').collect::<Vec<_>>());
            command.clone().try_get_matches_from(words).unwrap()
        });
        for verb in command.get_subcommands() {
            let is_file =
                |argument: &&Arg| argument.get_value_parser().type_id() == TypeId::of::<PathBuf>();
            for argument in verb.get_arguments().filter(is_file) {
                let (verb, argument) = (verb.get_name(), argument.get_id().as_str());
                let lines = matches.iter().filter_map(|line| line.subcommand_matches(verb));
                let mut given = lines.map(|line| line.contains_id(argument));
                assert!(given.any(|is_given| is_given), "{argument} of {verb} is in no line");
            }
        }
    }
}

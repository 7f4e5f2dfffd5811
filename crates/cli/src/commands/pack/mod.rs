//! `pack`: makes a packed policy, or a text policy of the published player, from a solution or a
//! work folder.

mod folder;

use std::fmt::{self, Display};
use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use mdp2048_display::{duration, percent};
use mdp2048_model::{Game, Objective, Values};
use mdp2048_policy::{
    PackError, PackOptions, PackedPolicy, TextError, TextPolicy, ValuesHeld, pack,
};
use mdp2048_solve::Solution;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde::Serialize;

use crate::error::Error;
use crate::input::InputFile;
use crate::input::solution::SolutionFile;
use crate::input::text::SizedTextPolicy;
use crate::output::file::OutputFile;
use crate::output::progress::ProgressReporter;
use crate::parse;
use crate::paths::ResultPath;
use crate::same_file::input_name;
use crate::summary::packed::PackedSummary;
use crate::summary::text::TextSummary;
use crate::work::folder::WorkFolder;

use self::folder::FolderSummary;

/// A threshold that was searched for is the occupancy of a state to keep; it is lowered by this
/// factor, so that rounding does not drop that state.
const THRESHOLD_MARGIN: f64 = 1.0 - 1e-12;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mdp2048 pack 512.solution --threshold 1e-7 --out 512.policy
  mdp2048 pack 512.solution --max-leave 0.01 --values action --out 512.policy
  mdp2048 pack 4x4_32 --threshold 1e-7 --out 4x4_32.policy")]
pub(crate) struct PackArgs {
    /// The solution, or the work folder of a solve; - is standard input
    file: PathBuf,

    /// Keep the states of at least this occupancy, counting games through kept states only
    /// [default: 0, every reachable state]
    #[arg(
        long,
        value_name = "OCCUPANCY",
        allow_negative_numbers = true,
        value_parser = parse::probability,
        conflicts_with = "max_leave"
    )]
    threshold: Option<f64>,

    /// Keep as few states as possible such that a game leaves them with at most this probability
    #[arg(
        long,
        value_name = "PROBABILITY",
        allow_negative_numbers = true,
        value_parser = parse::max_leave
    )]
    max_leave: Option<f64>,

    /// Which values to hold beside the actions [default: state; none for the fewest moves]
    #[arg(long, value_parser = parse::values_held())]
    values: Option<ValuesHeld>,

    /// The largest error of a value: a probability, points or moves [default: 1e-4, 0.5 or 0.05; a
    /// hundredth of the probability of losing where that is below 1e-3; with the values of actions
    /// 0.6 of that]
    #[arg(
        long,
        value_name = "VALUE",
        allow_negative_numbers = true,
        value_parser = parse::value_error
    )]
    value_error: Option<f64>,

    /// The format of the policy
    #[arg(long, value_enum, default_value_t = PolicyFormat::Mdp2048)]
    format: PolicyFormat,

    /// The policy file to write; - is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
}

impl PackArgs {
    /// The values to hold.
    fn values_held(&self, game: &Game) -> ValuesHeld {
        self.values.unwrap_or_else(|| match game.objective() {
            // States from which the target is not certain to be reached have infinite values.
            Objective::Fewest => ValuesHeld::None,
            _ => ValuesHeld::State,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PolicyFormat {
    /// The packed policy that the page loads
    Mdp2048,
    /// The text that pages of the published player load, with values in whole percent
    Twenty48,
}

/// The result of packing.
#[derive(Debug, Serialize)]
pub(crate) struct Packed {
    #[serde(flatten)]
    policy: PackedContents,
    #[serde(skip)]
    threshold: f64,
    /// The bound from which the threshold was found; `None` if the threshold was given.
    max_leave: Option<f64>,
    /// How many forward passes the search for the threshold made.
    walks: u32,
    /// What is known of a policy that was made from a work folder; `None` for others.
    folder: Option<FolderSummary>,
    wall_seconds: f64,
    file: ResultPath,
}

/// The contents of the file.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum PackedContents {
    Packed(PackedSummary),
    Text(TextSummary),
}

/// Packs the policy of a solution or of a work folder.
pub(crate) fn run(args: &PackArgs) -> Result<Packed, Error> {
    let start = Instant::now();
    if WorkFolder::is_at(&args.file) {
        return folder::run(args, start);
    }
    let mut file = open_solution(args)?;
    let game = *file.game();
    check_text_options(args, &game)?;
    let out = OutputFile::check(&args.out, Some(&args.file))?;
    let mut reporter = ProgressReporter::new();
    reporter.note("reading the solution");
    let solution = file.read_all()?;
    let path = file.path();
    let (threshold, walks) =
        threshold(args, &solution, &mut reporter).map_err(|error| error.of_solution(path))?;
    reporter.note("computing the occupancies");
    let visits = if threshold > 0.0 { solution.visits() } else { Ok(0.0) };
    let visits = visits.map_err(|error| Error::from(error).of_solution(path))?;
    let bytes = pack_values(args, threshold, visits, &solution, &mut reporter);
    let bytes = bytes.map_err(|error| match error {
        Error::Pack(PackError::Value { state }) => match solution.check_state(state) {
            Err(source) => Error::Solve(source.into()).of_solution(path),
            // The state has an infinite value.
            Ok(()) => error,
        },
        other => other,
    })?;
    Ok(Packed {
        policy: write(args, out, bytes, &solution)?,
        threshold,
        max_leave: args.max_leave,
        walks,
        folder: None,
        wall_seconds: start.elapsed().as_secs_f64(),
        file: (&args.out).into(),
    })
}

fn open_solution(args: &PackArgs) -> Result<SolutionFile, Error> {
    let file = match InputFile::open(&args.file)? {
        InputFile::Solution(file) => file,
        InputFile::Packed(policy) => {
            let (path, game) = (input_name(&args.file).to_owned(), Box::new(*policy.game()));
            return Err(Error::AlreadyPacked { path, game });
        }
        InputFile::Text(text) => {
            return Err(text.unsupported("a solution, made by mdp2048 solve --out"));
        }
    };
    if file.relative_error() > 0.0 {
        return Err(Error::SinglePrecision(input_name(&args.file).to_owned()));
    }
    Ok(file)
}

/// The threshold that is given or found, and the number of forward passes to find it.
fn threshold(
    args: &PackArgs,
    solution: &Solution,
    reporter: &mut ProgressReporter,
) -> Result<(f64, u32), Error> {
    let Some(max_leave) = args.max_leave else {
        return Ok((args.threshold.unwrap_or(0.0), 0));
    };
    let mut walks = 0;
    let largest = solution.largest_threshold(max_leave, &mut |passes| {
        walks = passes;
        reporter.note(&format!("searching for the threshold: pass {passes}"));
        ControlFlow::Continue(())
    })?;
    Ok((largest * THRESHOLD_MARGIN, walks))
}

/// The bytes of the packed policy. `visits` are the expected visits to all states.
fn pack_values(
    args: &PackArgs,
    threshold: f64,
    visits: f64,
    values: &(impl Values + Sync),
    reporter: &mut ProgressReporter,
) -> Result<Vec<u8>, Error> {
    // The values of a text policy are added later.
    let packed_values = match args.format {
        PolicyFormat::Mdp2048 => args.values_held(values.game()),
        PolicyFormat::Twenty48 => ValuesHeld::None,
    };
    let options = PackOptions {
        threshold,
        visits,
        tolerance: args.value_error,
        ..PackOptions::all(packed_values, values.start_value())
    };
    reporter.note("packing");
    let bytes = pack(values.valued_game(), &options, |states| {
        states.par_iter().map(|&state| values.action_values(state)).collect()
    });
    bytes.map_err(|error| match error {
        PackError::NothingKept => Error::NothingKept(threshold),
        other => Error::Pack(other),
    })
}

/// Writes the packed policy in the format that is asked for. The contents are read back from the
/// bytes that are written.
fn write(
    args: &PackArgs,
    out: OutputFile,
    bytes: Vec<u8>,
    values: &impl Values,
) -> Result<PackedContents, Error> {
    let policy = PackedPolicy::from_bytes(&bytes)
        .map_err(|source| Error::Policy { path: args.out.clone(), source })?;
    let (policy, bytes) = match args.format {
        PolicyFormat::Mdp2048 => (PackedContents::Packed(PackedSummary::of(&policy)), bytes),
        PolicyFormat::Twenty48 => {
            let text = text(args, &policy, values)?;
            let read = SizedTextPolicy::parse(&args.out, text.as_bytes(), values.game())?;
            let summary = TextSummary::of_packed(&read, policy.header());
            (PackedContents::Text(summary), text.into_bytes())
        }
    };
    out.write(|file| io::Write::write_all(file, &bytes))?;
    Ok(policy)
}

/// The text of a text policy.
fn text(args: &PackArgs, policy: &PackedPolicy, values: &impl Values) -> Result<String, Error> {
    let text = TextPolicy::of(policy).and_then(|text| match args.values_held(values.game()) {
        ValuesHeld::None => Ok(text),
        _ => text.with_values(|state| values.valued_game().objective_value(values.value(state)?)),
    });
    let text = text.map_err(|source| Error::Text { path: args.out.clone(), source })?;
    Ok(text.to_text())
}

/// Checks, before any work, that the text format can hold what is asked for.
fn check_text_options(args: &PackArgs, game: &Game) -> Result<(), Error> {
    if args.format != PolicyFormat::Twenty48 {
        return Ok(());
    }
    let reason = if game.objective() != Objective::Win {
        TextError::Objective { game: Box::new(*game) }.to_string()
    } else if args.values_held(game) == ValuesHeld::Action {
        "the text format holds no values of actions: choose --values state or none".to_owned()
    } else if args.value_error.is_some() {
        "the text format holds whole percent: leave --value-error out".to_owned()
    } else {
        return Ok(());
    };
    Err(Error::Arguments(format!("{reason}, or --format mdp2048")))
}

impl Display for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = match &self.policy {
            PackedContents::Packed(summary) => summary.lines(),
            PackedContents::Text(summary) => summary.lines(),
        };
        if let Some(max_leave) = self.max_leave {
            let most = percent(max_leave);
            let passes = match self.walks {
                1 => "1 pass".to_owned(),
                passes => format!("{passes} passes"),
            };
            lines.add(
                "threshold",
                format!(
                    "{:e}, the largest with a leave probability of at most {most} (found in \
                     {passes})",
                    self.threshold,
                ),
            );
        }
        if let Some(folder) = &self.folder {
            folder.add_to(&mut lines);
        }
        let time = duration(Duration::from_secs_f64(self.wall_seconds));
        lines.add("written", format!("{} in {time}", self.file));
        lines.fmt(f)
    }
}

//! `train`: trains the network of the agent `learned`.

mod curve;

use std::fmt::{self, Display};
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use mdp2048_agents::{Trainer, TrainingOptions};
use mdp2048_display::{count, file_size};
use mdp2048_model::Seed;
use serde::Serialize;

use self::curve::Curve;
use crate::command_files::CommandFiles;
use crate::error::Error;
use crate::output::file::OutputFile;
use crate::output::progress::ProgressReporter;
use crate::output::table::NamedLines;
use crate::parse;
use crate::paths::ResultPath;

/// The time between two saves of the checkpoint.
const INTERVAL: Duration = Duration::from_secs(300);

#[derive(Debug, Args)]
#[command(after_help = "\
The network estimates the points that follow an afterstate of 4x4. It learns by temporal \
differences from games that the trainer plays with it, on one thread and in 120 MB. The same seed \
gives the same network, also if the training is stopped and resumed.

Examples:
  mdp2048 train --moves 1000000 --checkpoint c.checkpoint --out small.network
  mdp2048 train --moves 1e9 --checkpoint c.checkpoint --curve c.csv --out learned.network
  mdp2048 arena --agents learned:plies=2 --network learned.network --games 20")]
pub(crate) struct TrainArgs {
    /// The number of moves to train for, those in the checkpoint included
    #[arg(long, value_name = "N", value_parser = parse::moves)]
    moves: u64,

    /// The file that the training resumes from, if it exists, and is saved to every 5 minutes and
    /// at the end
    #[arg(long, value_name = "FILE")]
    checkpoint: PathBuf,

    /// The file of the network
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// A CSV file for the learning curve, with a row for each 5 million moves
    #[arg(long, value_name = "FILE")]
    curve: Option<PathBuf>,

    /// The unit in points that the weights of the network are rounded to
    #[arg(
        long,
        value_name = "POINTS",
        default_value = "16",
        allow_negative_numbers = true,
        value_parser = parse::step
    )]
    step: f32,

    /// The seed of the games [default: that of the checkpoint, or 1]
    #[arg(long, allow_negative_numbers = true, value_parser = parse::seed)]
    seed: Option<Seed>,

    /// The weight of later returns, from 0 to 1 [default: that of the checkpoint, or 0.5]
    #[arg(long, allow_negative_numbers = true, value_parser = parse::share)]
    lambda: Option<f32>,

    /// The value of every board at first, in points [default: that of the checkpoint, or 0]
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, value_parser = parse::points)]
    optimism: Option<f32>,
}

impl TrainArgs {
    /// The files that the command reads and writes.
    pub(crate) fn files(&self) -> CommandFiles {
        CommandFiles::default()
            .output("--checkpoint", self.checkpoint.as_path())
            .output("--out", self.out.as_deref())
            .output("--curve", self.curve.as_deref())
    }
}

/// A training.
#[derive(Debug, Serialize)]
pub(crate) struct Trained {
    moves: u64,
    rounds: u64,
    /// Of the games of the last 5 million moves; 0 before.
    mean_score: u64,
    checkpoint: ResultPath,
    file: Option<ResultPath>,
    bytes: Option<u64>,
}

/// Trains, and writes the network if a file is given.
pub(crate) fn run(args: &TrainArgs) -> Result<Trained, Error> {
    let out = args.out.as_deref().map(|out| OutputFile::check("--out", out)).transpose()?;
    let checkpoint = OutputFile::check("--checkpoint", &args.checkpoint)?;
    let curve_file = args.curve.as_deref().map(|out| OutputFile::check("--curve", out));
    let curve_file = curve_file.transpose()?;
    let mut trainer = trainer(args)?;
    let curve = args.curve.as_deref().map(|path| Curve::read(path, trainer.moves())).transpose()?;
    let mut curve = curve.unwrap_or(Curve::new());
    let save = |trainer: &Trainer, curve: &Curve| -> Result<(), Error> {
        checkpoint.write(|out| trainer.save(out))?;
        curve_file.iter().try_for_each(|file| file.write(|out| curve.write(out)).map(drop))
    };
    let mut reporter = ProgressReporter::new();
    let started = Instant::now();
    let (mut saved, mut is_saved) = (started, args.checkpoint.is_file());
    while trainer.moves() < args.moves {
        let before = trainer.moves();
        let game = trainer.round();
        is_saved = false;
        let seconds = started.elapsed().as_secs_f64();
        // Rows do not go over the end of a run, so the curve is the same if the training resumes.
        if curve.add(&trainer, game, before, seconds) && saved.elapsed() >= INTERVAL {
            save(&trainer, &curve)?;
            (saved, is_saved) = (Instant::now(), true);
        }
        let (moves, all, mean) = (trainer.moves(), args.moves, curve.last_mean());
        let percent = 100 * moves.min(all) / all;
        reporter.note(&format!("{} moves ({percent} %), mean score {mean}", count(moves)));
    }
    if !is_saved {
        save(&trainer, &curve)?;
    }
    let write = |out: &OutputFile| {
        let bytes = trainer.network(args.step).to_bytes();
        out.write(|out| out.write_all(&bytes))
    };
    let bytes = out.as_ref().map(write).transpose()?;
    Ok(Trained {
        moves: trainer.moves(),
        rounds: trainer.rounds(),
        mean_score: curve.last_mean(),
        checkpoint: (&args.checkpoint).into(),
        file: args.out.as_ref().map(Into::into),
        bytes,
    })
}

/// The training of the checkpoint, or a new one.
fn trainer(args: &TrainArgs) -> Result<Trainer, Error> {
    let path = &args.checkpoint;
    let trainer = if path.is_file() { resume(path)? } else { Trainer::new(options(args)) };
    let (begun, asked) = (trainer.options(), options(args));
    let differs = [
        ("seed", args.seed.is_some() && begun.seed != asked.seed),
        ("lambda", args.lambda.is_some() && begun.lambda != asked.lambda),
        ("optimism", args.optimism.is_some() && begun.optimism != asked.optimism),
    ];
    match differs.iter().find(|(_, differs)| *differs) {
        Some((option, _)) => Err(Error::Arguments(format!(
            "the checkpoint was begun with another --{option}: leave the option out, or choose \
             another --checkpoint"
        ))),
        None => Ok(trainer),
    }
}

/// What was asked for, and the defaults.
fn options(args: &TrainArgs) -> TrainingOptions {
    let default = TrainingOptions::default();
    TrainingOptions {
        seed: args.seed.map_or(default.seed, Seed::get),
        lambda: args.lambda.unwrap_or(default.lambda),
        optimism: args.optimism.unwrap_or(default.optimism),
        ..default
    }
}

fn resume(path: &Path) -> Result<Trainer, Error> {
    let read = |source| Error::Read { path: path.to_owned(), source };
    let mut file = BufReader::new(File::open(path).map_err(read)?);
    Trainer::resume(&mut file).map_err(|source| Error::Checkpoint { path: path.to_owned(), source })
}

impl Display for Trained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = NamedLines::default();
        lines.add("moves", count(self.moves));
        lines.add("rounds", count(self.rounds));
        lines.add("mean score", count(self.mean_score));
        lines.add("checkpoint", &self.checkpoint);
        if let (Some(file), Some(bytes)) = (&self.file, self.bytes) {
            lines.add("network", format!("{file} ({})", file_size(bytes)));
        }
        lines.fmt(f)
    }
}

//! `train`: trains the network of the agent `learned`.

mod curve;

use std::fmt::{self, Display};
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use mdp2048_agents::{CurveRow, Trainer, TrainingOptions};
use mdp2048_display::{count, file_size};
use mdp2048_model::Seed;
use serde::Serialize;

use crate::command_files::CommandFiles;
use crate::error::Error;
use crate::output::file::{OutputFile, commit};
use crate::output::interrupts::HeldSignal;
use crate::output::progress::ProgressReporter;
use crate::output::table::NamedLines;
use crate::parse;
use crate::paths::{ResultPath, shown};

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
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = parse::training_moves
    )]
    moves: u64,

    /// The file that the training resumes from, if it exists, and is saved to every 5 minutes, at
    /// the end and when a signal ends the run
    #[arg(long, value_name = "FILE")]
    checkpoint: PathBuf,

    /// The file of the network
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// A CSV file for the learning curve of the whole training, with a row for each 5 million
    /// moves; plain text without a checksum
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
    let checkpoint = OutputFile::check("--checkpoint", &args.checkpoint)?.locked()?;
    let curve_file = args.curve.as_deref().map(|out| OutputFile::check("--curve", out));
    let curve_file = curve_file.transpose()?;
    let mut trainer = trainer(args)?;
    let mut saved_rounds = args.checkpoint.is_file().then(|| trainer.rounds());
    let mut save = |trainer: &Trainer| -> Result<(), Error> {
        let mut files = Vec::new();
        if saved_rounds != Some(trainer.rounds()) {
            files.push(checkpoint.stage(|out| trainer.save(out))?);
            saved_rounds = Some(trainer.rounds());
        }
        if let Some(file) = &curve_file {
            files.push(file.stage(|out| curve::write(trainer.curve(), out))?);
        }
        commit(files).map(drop)
    };
    let mut reporter = ProgressReporter::new();
    let (started, before) = (Instant::now(), trainer.seconds());
    let (mut saved, signal) = (started, HeldSignal::new());
    while trainer.moves() < args.moves && !signal.is_held() {
        trainer.set_seconds(before + started.elapsed().as_secs_f64());
        trainer.round();
        if saved.elapsed() >= INTERVAL {
            save(&trainer)?;
            saved = Instant::now();
        }
        let (moves, all, mean) = (trainer.moves(), args.moves, last_mean(&trainer));
        let percent = 100 * moves.min(all) / all;
        reporter.note(&format!("{} moves ({percent} %), mean score {mean}", count(moves)));
    }
    save(&trainer)?;
    signal.check(&args.checkpoint, "give the same command to go on")?;
    let write = |out: &OutputFile| {
        let bytes = trainer.network(args.step).to_bytes();
        out.write(|out| out.write_all(&bytes))
    };
    let bytes = out.as_ref().map(write).transpose()?;
    Ok(Trained {
        moves: trainer.moves(),
        rounds: trainer.rounds(),
        mean_score: last_mean(&trainer),
        checkpoint: (&args.checkpoint).into(),
        file: args.out.as_ref().map(Into::into),
        bytes,
    })
}

/// The mean score of the games of the last complete row of the learning curve; 0 without rows.
fn last_mean(trainer: &Trainer) -> u64 {
    trainer.curve().rows().last().map_or(0, CurveRow::mean_score)
}

/// The training of the checkpoint, or a new one.
fn trainer(args: &TrainArgs) -> Result<Trainer, Error> {
    let path = &args.checkpoint;
    let trainer = if path.is_file() { resume(path)? } else { Trainer::new(options(args)) };
    let (begun, asked) = (trainer.options(), options(args));
    let seeds = args.seed.map(|_| [begun.seed, asked.seed].map(|seed| seed.to_string()));
    let numbers = |given: Option<f32>, begun: f32, asked: f32| {
        given.map(|_| [begun, asked].map(|number| number.to_string()))
    };
    let options = [
        ("seed", seeds),
        ("lambda", numbers(args.lambda, begun.lambda, asked.lambda)),
        ("optimism", numbers(args.optimism, begun.optimism, asked.optimism)),
    ];
    for (option, values) in options {
        if let Some([begun, asked]) = values
            && begun != asked
        {
            return Err(Error::Arguments(format!(
                "{} was begun with --{option} {begun}, and this run has --{option} {asked}: leave \
                 the option out, or choose another --checkpoint",
                shown(path)
            )));
        }
    }
    Ok(trainer)
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

//! Trains a network for the agent `learned`. It learns by temporal differences from games that the
//! trainer plays with it, on one thread and in 120 MB. The same seed gives the same network, also
//! if the training is stopped and resumed.
//!
//! ```sh
//! cargo run --release -p mdp2048-agents --example train -- \
//!   --moves 1000000000 --checkpoint c.checkpoint --curve c.csv --out learned.network
//! mdp2048 arena --agents learned:plies=2 --network learned.network --games 20
//! ```

#![allow(clippy::print_stderr, reason = "the program reports its progress")]

use std::error::Error;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Parser;
use mdp2048::files::OutputFile;
use mdp2048_agents::{CurveRow, LearningCurve, Trainer, TrainingOptions};

/// The time between two saves of the checkpoint.
const INTERVAL: Duration = Duration::from_secs(300);

/// Train a network for the agent `learned`.
#[derive(Parser)]
struct Arguments {
    /// The number of moves to train for, those in the checkpoint included
    #[arg(long)]
    moves: u64,

    /// The file that the training resumes from, if it exists, and is saved to every 5 minutes and
    /// at the end
    #[arg(long)]
    checkpoint: PathBuf,

    /// The file of the network
    #[arg(long)]
    out: PathBuf,

    /// A CSV file for the learning curve of the whole training, with a row for each 5 million moves
    #[arg(long)]
    curve: Option<PathBuf>,

    /// The unit in points that the weights of the network are rounded to
    #[arg(long, default_value_t = 16.0)]
    step: f32,

    /// The seed of the games
    #[arg(long, default_value_t = TrainingOptions::default().seed)]
    seed: u32,

    /// The weight of later returns, from 0 to 1
    #[arg(long, default_value_t = TrainingOptions::default().lambda)]
    lambda: f32,

    /// The value of every board at first, in points
    #[arg(long, default_value_t = TrainingOptions::default().optimism)]
    optimism: f32,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let Arguments { moves, checkpoint, seed, lambda, optimism, .. } = &arguments;
    let options = TrainingOptions {
        seed: *seed,
        lambda: *lambda,
        optimism: *optimism,
        ..TrainingOptions::default()
    };
    let file = OutputFile::check(checkpoint)?.locked()?;
    let out = OutputFile::check(&arguments.out)?;
    let curve = arguments.curve.as_deref().map(OutputFile::check).transpose()?;
    let mut trainer = if checkpoint.is_file() {
        Trainer::resume(&mut BufReader::new(File::open(checkpoint)?))?
    } else {
        Trainer::new(options)
    };
    if trainer.options() != options {
        let begun = trainer.options();
        return Err(format!("the training was begun with {begun:?}, not {options:?}").into());
    }
    let (started, before) = (Instant::now(), trainer.seconds());
    let mut saved = started;
    while trainer.moves() < *moves {
        trainer.set_seconds(before + started.elapsed().as_secs_f64());
        let rows = trainer.curve().rows().len();
        trainer.round();
        if let Some(row) = trainer.curve().rows().get(rows) {
            eprintln!("{} of {moves} moves, mean score {}", row.moves, row.mean_score());
        }
        if saved.elapsed() >= INTERVAL {
            file.write(|out| trainer.save(out))?;
            saved = Instant::now();
        }
    }
    file.write(|out| trainer.save(out))?;
    if let Some(curve) = curve {
        curve.write(|out| write_curve(trainer.curve(), out))?;
    }
    out.write(|out| out.write_all(&trainer.network(arguments.step).to_bytes()))?;
    eprintln!("{} moves, {} rounds", trainer.moves(), trainer.rounds());
    Ok(())
}

/// Writes the learning curve as CSV.
fn write_curve(curve: &LearningCurve, out: &mut dyn Write) -> io::Result<()> {
    let tiles = "made 2048,made 4096,made 8192,made 16384,made 32768";
    writeln!(out, "moves,rounds,games,mean score,{tiles},seconds")?;
    curve.rows().iter().try_for_each(|row| {
        let CurveRow { moves, rounds, games, made, seconds, .. } = row;
        let made = made.map(|made| made.to_string()).join(",");
        writeln!(out, "{moves},{rounds},{games},{},{made},{seconds:.0}", row.mean_score())
    })
}

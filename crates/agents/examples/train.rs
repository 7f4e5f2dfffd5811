//! Trains a network for the agent `learned`. It learns by temporal differences from games that the
//! trainer plays with it, on one thread and in 120 MB. The same seed gives the same network. It
//! prints the mean score of the games of each 5 million moves. At the end it plays games at one and
//! at two plies, which takes about as long, to measure how many times the points follow that the
//! network expects.
//!
//! ```sh
//! cargo run --release -p mdp2048-agents --example train -- --moves 100000000 --out learned.network
//! mdp2048 arena --agents learned:plies=2 --network learned.network --games 20
//! ```

#![allow(clippy::print_stderr, reason = "the program reports its progress")]

use std::error::Error;
use std::path::PathBuf;

use clap::Parser;
use mdp2048::files::OutputFile;
use mdp2048_agents::{Trainer, TrainingOptions};

/// The moves between two lines about the games.
const MOVES_OF_LINE: u64 = 5_000_000;

/// The games that are measured at one ply and at two, whose scores differ more.
const MEASURED: [u32; 2] = [1_000, 3_000];

/// Train a network for the agent `learned`.
#[derive(Parser)]
struct Arguments {
    /// The number of moves to train for
    #[arg(long)]
    moves: u64,

    /// The file of the network
    #[arg(long)]
    out: PathBuf,

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
    let Arguments { moves, out, step, seed, lambda, optimism } = Arguments::parse();
    let mut options = TrainingOptions::default();
    (options.seed, options.lambda, options.optimism) = (seed, lambda, optimism);
    let out = OutputFile::check(&out)?;
    let mut trainer = Trainer::new(options);
    let (mut games, mut points) = (0, 0);
    while trainer.moves() < moves {
        let before = trainer.moves();
        points += trainer.round();
        games += 1;
        if trainer.moves() / MOVES_OF_LINE > before / MOVES_OF_LINE {
            eprintln!("{} of {moves} moves, mean score {}", trainer.moves(), points / games);
            (games, points) = (0, 0);
        }
    }
    eprintln!("{} moves, {} rounds", trainer.moves(), trainer.rounds());
    let network = trainer.network(step).calibrated(MEASURED);
    out.write(|out| out.write_all(&network.to_bytes()))?;
    Ok(())
}

//! `play`: plays seeded games under a policy, one by one or many at once.

mod player;
mod replay;
mod statistics;

use std::fmt::{self, Display};
use std::path::PathBuf;

use clap::Args;
use mdp2048_model::Seed;
use serde::Serialize;

use self::player::PolicyPlayer;
use self::replay::PlayedGame;
use self::statistics::Statistics;
pub(super) use self::statistics::check_seeds;
use crate::error::Error;
use crate::input::text::TextGameArgs;
use crate::output::progress::ProgressReporter;
use crate::parse;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mdp2048 play 512.policy --seed 42
  mdp2048 play 512.policy --games 10000")]
pub(crate) struct PlayArgs {
    /// A solution, a policy or a work folder; - is standard input
    file: PathBuf,

    /// The seed of the game, or of the first of several
    #[arg(long, default_value = "0", value_parser = parse::seed)]
    seed: Seed,

    /// Play this many games with consecutive seeds and print statistics
    #[arg(long, value_name = "N", value_parser = parse::games)]
    games: Option<u64>,

    #[command(flatten)]
    text_game: TextGameArgs,
}

/// The result of playing.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Played {
    Game(Box<PlayedGame>),
    Statistics(Statistics),
}

/// Plays one game, or many.
pub(crate) fn run(args: &PlayArgs) -> Result<Played, Error> {
    let Some(games) = args.games else {
        let player = PolicyPlayer::open(&args.file, &args.text_game)?;
        return Ok(Played::Game(Box::new(PlayedGame::play(&player, args.seed)?)));
    };
    check_seeds(args.seed, games)?;
    let mut reporter = ProgressReporter::new();
    reporter.note("reading the policy");
    let player = PolicyPlayer::open(&args.file, &args.text_game)?;
    player.check_games()?;
    Ok(Played::Statistics(Statistics::play(&player, args.seed, games, &mut reporter)?))
}

impl Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(game) => game.fmt(f),
            Self::Statistics(statistics) => statistics.fmt(f),
        }
    }
}

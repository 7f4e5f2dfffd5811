//! `play`: plays seeded games under a policy, one by one or many at once, and games whose random
//! tiles the user enters.

mod interactive;
mod player;
mod replay;
mod statistics;
mod turn;

use std::path::PathBuf;

use clap::Args;
use mdp2048_model::Seed;
use mdp2048_rules::Board;

use self::player::PolicyPlayer;
use self::replay::PlayedGame;
use self::statistics::Statistics;
pub(super) use self::statistics::check_seeds;
use crate::error::Error;
use crate::input::text::TextGameArgs;
use crate::output::print::Printer;
use crate::output::progress::ProgressReporter;
use crate::parse;

#[derive(Debug, Args)]
#[command(after_help = "\
With --interactive, each line on standard input is a random tile, CELL TILE: 1,3 2 is a 2 in row 1, \
column 3, where row 1 is at the top and column 1 on the left. Without TILE it is a 2. The line undo, \
or u, takes the last tile back; quit, or q, a tile that loses, and the end of the input end the \
game. Questions are on standard error. With --json there is a line for each move, and one for the end.

Examples:
  mdp2048 play 512.policy --seed 42
  mdp2048 play 512.policy --games 10000
  mdp2048 play score.solution --interactive --position \"256 32 16/128 16 8/4 2 0\" --score 2712")]
pub(crate) struct PlayArgs {
    /// A solution, a policy or a work folder; - is standard input
    file: PathBuf,

    /// The seed of the game, or of the first of several
    #[arg(long, default_value = "0", value_parser = parse::seed)]
    seed: Seed,

    /// Play this many games with consecutive seeds and print statistics
    #[arg(long, value_name = "N", value_parser = parse::games)]
    games: Option<u64>,

    /// Make the moves of the policy, and ask for each random tile
    #[arg(long, conflicts_with = "games")]
    interactive: bool,

    /// Where an interactive game begins; else with the first board of the seed
    #[arg(long, value_name = "TILES", requires = "interactive")]
    position: Option<Board>,

    /// The score with which an interactive game begins
    #[arg(long, value_name = "POINTS", requires = "interactive", value_parser = parse::score)]
    score: Option<u32>,

    #[command(flatten)]
    text_game: TextGameArgs,
}

/// Plays one game, or many, and prints them.
pub(crate) fn run(args: &PlayArgs, printer: Printer) -> Result<(), Error> {
    if args.interactive {
        return interactive::run(args, printer);
    }
    let Some(games) = args.games else {
        let player = PolicyPlayer::open(&args.file, &args.text_game)?;
        return printer.print(&PlayedGame::play(&player, args.seed)?);
    };
    check_seeds(args.seed, games)?;
    let mut reporter = ProgressReporter::new();
    reporter.note("reading the policy");
    let player = PolicyPlayer::open(&args.file, &args.text_game)?;
    // Each game would read the layers of a large folder.
    if player.input.is_folder {
        return Err(Error::FolderGames(player.input.path));
    }
    printer.print(&Statistics::play(&player, args.seed, games, &mut reporter)?)
}

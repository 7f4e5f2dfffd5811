//! `arena`: approximate agents play the same seeded games.

mod compared;
mod game_args;
mod games;
mod games_file;
mod habits;

use std::path::PathBuf;

use clap::Args;
use mdp2048_agents::AgentSpec;
use mdp2048_model::Seed;

use self::compared::Compared;
pub(crate) use self::game_args::AgentGameArgs;
use self::games::{Games, GamesAsked};
use self::games_file::write_csv;
use super::play::check_seeds;
use crate::error::Error;
use crate::output::file::OutputFile;
use crate::output::interrupts::HeldSignal;
use crate::output::progress::ProgressReporter;
use crate::parse;

#[derive(Debug, Args)]
#[command(after_help = after_help())]
pub(crate) struct ArenaArgs {
    /// The agents, separated by commas
    #[arg(long, value_name = "AGENTS", required = true, value_delimiter = ',')]
    agents: Vec<AgentSpec>,

    /// The number of games of each agent
    #[arg(long, value_name = "N", default_value = "100", value_parser = parse::games)]
    games: u64,

    /// The seed of the first game; the others have the seeds after it
    #[arg(long, default_value = "0", value_parser = parse::seed)]
    seed: Seed,

    /// Measure where the large tiles of each agent lie, and whether it puts off the merge of the
    /// largest
    #[arg(long)]
    habits: bool,

    #[command(flatten)]
    game: AgentGameArgs,

    /// A CSV file with a row for each game, which is also written when a signal ends the run; -
    /// for standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The agents, what they play and examples.
fn after_help() -> String {
    format!(
        "\
Agents and their parameters, with what they are by default in brackets:

{}
Parameters follow the name: expectimax:depth=3:pruned, learned:plies=1:tolerance=0.1. Every agent \
has the parameter canonical: it is asked for the canonical image of a board.

Every agent plays the games of the same seeds, in which the n-th random tile is the same draw, so \
two agents are compared game by game.

The policy of some agents is no function of the board: they play random games or look at the \
points so far. The parameter by-board makes one of it: monte-carlo:by-board takes its random \
numbers from the board. In mdp2048 certify and mdp2048 evaluate, only agents with such a policy are \
allowed.

Examples:
  mdp2048 arena --agents greedy,expectimax:depth=2 --games 20
  mdp2048 arena --agents learned:plies=1,greedy --games 300 --habits
  mdp2048 arena --agents monte-carlo:games=200 --games 100 --out games.csv",
        AgentSpec::help()
    )
}

impl ArenaArgs {
    /// Checks that all agents are different.
    fn check_agents(&self) -> Result<(), Error> {
        for (index, agent) in self.agents.iter().enumerate() {
            if let Some(same) = self.agents[..index].iter().find(|it| it.is_same_agent(agent)) {
                return Err(Error::Arguments(format!(
                    "{same} and {agent} are the same agent: leave one of them out"
                )));
            }
        }
        Ok(())
    }
}

/// Plays the games and compares the agents.
pub(crate) fn run(args: &ArenaArgs) -> Result<Compared, Error> {
    check_seeds(args.seed, args.games)?;
    args.check_agents()?;
    let game = args.game.game()?;
    let out = args.out.as_deref().map(OutputFile::check).transpose()?;
    let seeds = args.seed.get()..=args.seed.get() + (args.games - 1) as u32;
    let inputs = args.game.read(&args.agents)?;
    let signal = HeldSignal::new(out.is_some());
    let mut reporter = ProgressReporter::new();
    let games = Games::play(
        GamesAsked { game, seeds, threads: args.game.threads.count(), habits: args.habits },
        &args.agents,
        &inputs.resources,
        || signal.is_held(),
        |done, all| reporter.note(&format!("played {done} of {all} games")),
    )?;
    let written = out.map(|out| out.write(|out| write_csv(out, &games))).transpose();
    let written = match written {
        // Not all games were played, so there is nothing to compare.
        Err(error) if signal.is_held() => return Err(error),
        written => written,
    };
    if let (Some(out), Ok(_)) = (&args.out, &written) {
        signal.check(out, "give the same command to play all games")?;
    }
    Ok(Compared::new(&games, args.out.as_deref(), written))
}

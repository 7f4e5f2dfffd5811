//! `calibrate`: the scores that an agent expects, against the scores that follow.

mod drawing;
mod predictions;
mod report;

use std::path::PathBuf;

use clap::Args;
use mdp2048_agents::{AgentSpec, Simulator};
use mdp2048_model::{Game, Objective, Probability, Seed};
use mdp2048_rules::Shape;

use self::report::Calibrated;
use super::play::check_seeds;
use crate::command_files::CommandFiles;
use crate::error::Error;
use crate::input::network::AgentInputs;
use crate::output::file::OutputFile;
use crate::parse;
use crate::threads::ThreadsArgs;

#[derive(Debug, Args)]
#[command(after_help = "\
The agent plays seeded games on 4x4. After some numbers of moves its expected score is kept, and \
compared with the score at the end: as the network estimates it, and corrected by what followed \
such estimates in other games.

Examples:
  mdp2048 calibrate --agent learned:plies=1 --games 1000 --seed 1000000 --chart calibration.svg
  mdp2048 calibrate --agent learned:plies=2 --games 1000 --seed 2000000 --every 100")]
pub(crate) struct CalibrateArgs {
    /// The agent, which is learned with its parameters
    #[arg(
        long,
        value_name = "AGENT",
        default_value = "learned:plies=1",
        value_parser = parse::agent
    )]
    agent: AgentSpec,

    /// The number of games
    #[arg(
        long,
        value_name = "N",
        default_value = "1000",
        allow_negative_numbers = true,
        value_parser = parse::games
    )]
    games: u64,

    /// The seed of the first game; the others have the seeds after it
    #[arg(long, default_value = "0", allow_negative_numbers = true, value_parser = parse::seed)]
    seed: Seed,

    /// The numbers of moves after which the expected score is kept
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "100,500,2000",
        value_delimiter = ',',
        conflicts_with = "every",
        allow_negative_numbers = true,
        value_parser = parse::moves
    )]
    after: Vec<u32>,

    /// Keep the expected score after every so many moves instead, and print how many times the
    /// expected points followed, by the sum of the tiles
    #[arg(
        long,
        value_name = "MOVES",
        allow_negative_numbers = true,
        value_parser = parse::moves_apart
    )]
    every: Option<u32>,

    /// The network of the agent learned, made by mdp2048 train [default: that of the program]
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,

    #[command(flatten)]
    threads: ThreadsArgs,

    /// A CSV file with a row for each expected score
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// An SVG file with a chart of the corrected scores
    #[arg(long, value_name = "FILE", conflicts_with = "every")]
    chart: Option<PathBuf>,
}

impl CalibrateArgs {
    /// The files that the command reads and writes.
    pub(crate) fn files(&self) -> CommandFiles {
        CommandFiles::default()
            .input(&self.network)
            .output("--out", self.out.as_deref())
            .output("--chart", self.chart.as_deref())
    }
}

/// Plays the games and compares the expected scores with what followed.
pub(crate) fn run(args: &CalibrateArgs) -> Result<Calibrated, Error> {
    check_seeds(args.seed, args.games)?;
    let Some(plies) = args.agent.plies() else {
        return Err(Error::Arguments(format!(
            "the agent {} expects no score after a number of plies: choose learned:plies=1",
            args.agent
        )));
    };
    let out = args.out.as_ref().map(|path| OutputFile::check("--out", path)).transpose()?;
    let chart = args.chart.as_ref().map(|path| OutputFile::check("--chart", path)).transpose()?;
    let game =
        Game::new(Shape::FOUR_BY_FOUR, Objective::Score, None, 1.0, Probability::SPAWN_FOUR.get())?;
    let agents = std::slice::from_ref(&args.agent);
    let resources = AgentInputs::read(agents, args.network.as_deref(), None)?.resources;
    let simulator = Simulator::new(game);
    let agent = args.agent.build(&simulator, &resources)?;
    let seeds = args.seed.get()..=args.seed.get() + (args.games - 1) as u32;
    let after = match args.every {
        Some(every) => predictions::every(every),
        None => args.after.clone(),
    };
    let threads = args.threads.count();
    let games = predictions::play(&simulator, &*agent, seeds, &after, threads)?;
    let rows = args.every.is_none().then_some(&after[..]);
    let mut report = Calibrated::new(&args.agent, plies, rows, &games);
    report.file = args.out.as_ref().map(Into::into);
    report.chart = args.chart.as_ref().map(Into::into);
    if let Some(out) = out {
        out.write(|out| predictions::write(out, &args.agent, &games))?;
    }
    if let Some(chart) = chart {
        let drawing = drawing::svg_of(&report);
        chart.write(|out| out.write_all(drawing.as_bytes()))?;
    }
    Ok(report)
}

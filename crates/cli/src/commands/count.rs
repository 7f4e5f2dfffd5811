//! `count`: counts the reachable states and lost boards of each layer.

use std::fmt::{self, Display};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use mdp2048::files::LOG_OF_COUNTS;
use mdp2048_display::{count, file_size};
use mdp2048_rules::TileSum;
use mdp2048_solve::{LayerCount, Solver};
use serde::Serialize;

use crate::error::Error;
use crate::game_args::GameArgs;
use crate::output::file::OutputFile;
use crate::output::progress::ProgressReporter;
use crate::output::table::NamedLines;
use crate::parse;
use crate::paths::ResultPath;
use crate::summary::resources::Resources;
use crate::threads::ThreadsArgs;
use crate::work_log::WorkLog;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mdp2048 count --board 3x3 --work 3x3_counts --out 3x3_layers.csv
  mdp2048 count --board 4x3 --up-to 1022 --work 4x3_counts --out 4x3_layers.csv
  mdp2048 count --board 4x3 --up-to 1022 --work 4x3_counts --out 4x3_layers.csv --resume")]
pub(crate) struct CountArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The largest tile sum to count; leave it out for all
    #[arg(long, value_name = "SUM", value_parser = parse::tile_sum)]
    up_to: Option<TileSum>,

    #[command(flatten)]
    threads: ThreadsArgs,

    /// Keep in this folder what a later run needs to go on
    #[arg(long, value_name = "FOLDER")]
    work: PathBuf,

    /// Go on with the count of the work folder
    #[arg(long)]
    resume: bool,

    /// A CSV file for the counts of each layer, - for standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The counts of a game.
#[derive(Debug, Serialize)]
pub(crate) struct Counted {
    game: String,
    up_to: Option<u32>,
    states: u64,
    lost: u64,
    layers: usize,
    /// The most reachable boards of a layer, lost ones included, and its tile sum.
    largest_layer: u64,
    largest_layer_sum: u32,
    #[serde(flatten)]
    resources: Resources,
    threads: usize,
    file: Option<ResultPath>,
    bytes: Option<u64>,
}

/// Counts the boards of each layer and writes the counts if a file is given.
pub(crate) fn run(args: &CountArgs) -> Result<Counted, Error> {
    let (start, threads) = (Instant::now(), args.threads.count());
    let game = args.game.usual()?;
    let (mut folder, mut log) = WorkLog::open(&args.work, args.resume, LOG_OF_COUNTS)?;
    // It may be in the work folder.
    let out = args.out.as_deref().map(OutputFile::check).transpose()?;
    let mut reporter = ProgressReporter::new();
    let solver = Solver::new(&game).threads(threads).resume(args.resume).on_progress(|progress| {
        log.add(progress);
        reporter.layer_done(progress);
        ControlFlow::Continue(())
    });
    let layers = solver.count_in(&mut folder, args.up_to)?;
    drop(reporter);
    let bytes = out.map(|out| out.write(|file| write_csv(file, &layers))).transpose()?;
    let boards = |layer: &LayerCount| layer.states + layer.lost;
    let largest = layers.iter().max_by_key(|layer| boards(layer));
    Ok(Counted {
        // The counts do not depend on the objective.
        game: game.to_string().replacen(", highest score", "", 1),
        up_to: args.up_to.map(TileSum::get),
        states: layers.iter().map(|layer| layer.states).sum(),
        lost: layers.iter().map(|layer| layer.lost).sum(),
        layers: layers.len(),
        largest_layer: largest.map_or(0, boards),
        largest_layer_sum: largest.map_or(0, |layer| layer.sum.get()),
        resources: Resources::since(start),
        threads,
        file: args.out.as_ref().map(ResultPath::from),
        bytes,
    })
}

/// Writes a row for each layer.
fn write_csv(mut file: impl Write, layers: &[LayerCount]) -> io::Result<()> {
    writeln!(file, "tile_sum,states,lost")?;
    for LayerCount { sum, states, lost } in layers {
        writeln!(file, "{},{states},{lost}", sum.get())?;
    }
    Ok(())
}

impl Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = NamedLines::default();
        lines.add("game", &self.game);
        lines.add("states", count(self.states));
        lines.add("lost boards", count(self.lost));
        lines.add("boards", count(self.states + self.lost));
        let largest = count(self.largest_layer);
        lines.add(
            "layers",
            format!(
                "{}, the largest of {largest} boards at {}",
                self.layers, self.largest_layer_sum
            ),
        );
        self.resources.add_to(&mut lines, self.threads);
        if let (Some(file), Some(bytes)) = (&self.file, self.bytes) {
            lines.add("written", format!("{} ({})", file, file_size(bytes)));
        }
        lines.fmt(f)
    }
}

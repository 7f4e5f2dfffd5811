//! `solve`: computes the value of every reachable state of a game.

use std::fmt::{self, Display};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use mdp2048_display::file_size;
use mdp2048_model::{Game, GameError, Objective};
use mdp2048_rules::Shape;
use mdp2048_solve::{FileError, MemoryNeed, Precision, Solution, SolveOptions};
use serde::Serialize;

use crate::error::{Error, memory_range};
use crate::output::file::OutputFile;
use crate::output::progress::ProgressReporter;
use crate::output::table::NamedLines;
use crate::paths::ResultPath;
use crate::summary::resources::Resources;
use crate::summary::solution::SolutionSummary;
use crate::threads::ThreadsArgs;
use crate::{machine, parse};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mdp2048 solve --board 3x3 --target 512 --out 512.solution
  mdp2048 solve --board 2x3 --objective score")]
pub(crate) struct SolveArgs {
    /// Rows x columns, 2x2 to 4x4
    #[arg(long, value_name = "ROWSxCOLUMNS")]
    board: Shape,

    /// The tile that ends the game, a power of two from 8; leave it out for no target
    #[arg(long, value_name = "TILE", value_parser = parse::tile)]
    target: Option<u32>,

    /// What is maximised; the objective fewest is minimised
    #[arg(long, default_value_t = Objective::Win, value_parser = parse::objective())]
    objective: Objective,

    /// The discount factor, above 0 and at most 1: a win after n moves has the value DISCOUNT^n
    #[arg(
        long,
        default_value_t = 1.0,
        allow_negative_numbers = true,
        value_parser = parse::number
    )]
    discount: f64,

    /// The probability that a random tile is a 4
    #[arg(
        long,
        value_name = "PROBABILITY",
        default_value_t = 0.1,
        allow_negative_numbers = true,
        value_parser = parse::number
    )]
    spawn_four: f64,

    #[command(flatten)]
    threads: ThreadsArgs,

    /// How values are stored: single needs half the memory and is slightly less exact
    #[arg(long, default_value_t = Precision::Double, value_parser = parse::precision())]
    precision: Precision,

    /// The most memory to use, for example 2GiB [default: all that is free]
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true, value_parser = parse::memory)]
    memory: Option<u64>,

    /// The solution file to write, - for standard output; without it the results are only printed
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

impl SolveArgs {
    fn game(&self) -> Result<Game, GameError> {
        Game::new(self.board, self.objective, self.target, self.discount, self.spawn_four)
    }
}

/// The result of a solve.
#[derive(Debug, Serialize)]
pub(crate) struct Solved {
    #[serde(flatten)]
    solution: SolutionSummary,
    #[serde(flatten)]
    resources: Resources,
    /// An upper bound of the peak memory, estimated before the states were valued.
    estimated_bytes: u64,
    threads: usize,
    file: Option<ResultPath>,
    bytes: Option<u64>,
}

/// Solves a game and writes the solution if a file is given.
pub(crate) fn run(args: &SolveArgs) -> Result<Solved, Error> {
    let game = args.game()?;
    let out = args.out.as_deref().map(|out| OutputFile::check(out, None)).transpose()?;
    let threads = args.threads.count();
    let memory_limit = args.memory.or_else(machine::available_memory);
    let options = SolveOptions { threads: Some(threads), memory_limit, precision: args.precision };
    let start = Instant::now();
    let mut estimated_bytes = 0;
    let solution = {
        let mut reporter = ProgressReporter::new();
        reporter.note("preparing the tables");
        let mut is_first = true;
        Solution::solve(&game, &options, &mut |progress| {
            if let Some(need) = progress.memory {
                if is_first && memory_limit.is_some_and(|limit| need.most > limit) {
                    reporter.remark(&memory_remark(need));
                }
                is_first = false;
                estimated_bytes = need.most;
            }
            reporter.layer_done(progress);
            ControlFlow::Continue(())
        })?
    };
    let bytes =
        out.map(|out| out.write(|file| solution.write(file).map_err(io_error))).transpose()?;
    Ok(Solved {
        solution: SolutionSummary::of(&solution),
        resources: Resources::since(start),
        estimated_bytes,
        threads,
        file: args.out.as_ref().map(ResultPath::from),
        bytes,
    })
}

/// A remark on a game that may need more memory than may be used.
fn memory_remark(need: MemoryNeed) -> String {
    format!(
        "note: this game needs {} of memory, which may be more than there is; the first pass finds \
         the exact amount",
        memory_range(need)
    )
}

/// The I/O error of writing a solution, which has no other errors.
fn io_error(error: FileError) -> std::io::Error {
    match error {
        FileError::Io(error) => error,
        other => std::io::Error::other(other),
    }
}

impl Display for Solved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = NamedLines::default();
        lines.add("game", self.solution.game.game);
        self.solution.add_to(&mut lines);
        self.resources.add_to(&mut lines, self.threads);
        if let (Some(file), Some(bytes)) = (&self.file, self.bytes) {
            lines.add("written", format!("{} ({})", file, file_size(bytes)));
        }
        lines.fmt(f)
    }
}

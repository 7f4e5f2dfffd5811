//! `solve`: computes the value of every reachable state of a game.

use std::fmt::{self, Display};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::Args;
use mdp2048::files::{LOG, machine};
use mdp2048_display::{count, counted, duration, file_size};
use mdp2048_model::Objective;
use mdp2048_solve::{
    FileError, MemoryNeed, Precision, Progress, STATES_OF_CHECKPOINT, SolutionTotals, SolveError,
    Solver, WorkEstimate,
};
use serde::Serialize;

use crate::error::{Error, memory_range};
use crate::game_args::GameArgs;
use crate::output::file::OutputFile;
use crate::output::progress::ProgressReporter;
use crate::output::table::NamedLines;
use crate::parse;
use crate::paths::ResultPath;
use crate::summary::resources::Resources;
use crate::summary::solution::SolutionSummary;
use crate::threads::ThreadsArgs;
use crate::work_log::WorkLog;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mdp2048 solve --board 3x3 --target 512 --out 512.solution
  mdp2048 solve --board 2x3 --objective score
  mdp2048 solve --formation L3 --target 64
  mdp2048 solve --board 4x4 --target 32 --discount 0.99 --precision single --work 4x4_32")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    game: GameArgs,

    /// What is maximised; the objective fewest is minimised
    #[arg(long, default_value_t = Objective::Win, value_parser = parse::objective())]
    objective: Objective,

    /// The discount factor, above 0 and at most 1: a win after n moves has the value DISCOUNT^n
    #[arg(long, default_value_t = 1.0, value_parser = parse::discount)]
    discount: f64,

    #[command(flatten)]
    threads: ThreadsArgs,

    /// How values are stored: single needs half the memory and is slightly less exact
    #[arg(long, default_value_t = Precision::Double, value_parser = parse::precision())]
    precision: Precision,

    /// The most memory to use, for example 2GiB [default: all that is free]
    #[arg(long, value_name = "SIZE", value_parser = parse::memory)]
    memory: Option<u64>,

    /// The solution file to write, - for standard output; without it the results are only printed
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Hold the layers in this folder instead of memory; a run that is stopped can be resumed
    #[arg(long, value_name = "FOLDER", conflicts_with = "out")]
    work: Option<PathBuf>,

    /// Go on with the run of the work folder
    #[arg(long, requires = "work")]
    resume: bool,

    /// Write layers to the work folder after this many states or less, 0 for each layer alone; a
    /// run that is stopped computes the states since then again [default: 16777216]
    #[arg(long, value_name = "STATES", requires = "work", value_parser = parse::checkpoint_states)]
    checkpoint: Option<u64>,
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
    /// The work folder, whose size is `bytes`.
    work: Option<ResultPath>,
}

/// Solves a game and writes the solution if a file is given.
pub(crate) fn run(args: &SolveArgs) -> Result<Solved, Error> {
    let game = args.game.game(args.objective, args.discount)?;
    let out = args.out.as_deref().map(OutputFile::check).transpose()?;
    let threads = args.threads.count();
    let memory_limit = machine::memory_limit(args.memory, threads);
    let solver = Solver::new(&game).threads(threads).precision(args.precision);
    let solver = solver.memory_limit(memory_limit.unwrap_or(u64::MAX));
    if let Some(work) = &args.work {
        return solve_in_work(args, solver, threads, work);
    }
    let start = Instant::now();
    let mut estimated_bytes = 0;
    let mut reporter = ProgressReporter::new();
    reporter.note("preparing the tables");
    let mut is_first = true;
    let solver = solver.on_progress(|progress: Progress| {
        if let Some(need) = progress.memory {
            if is_first && memory_limit.is_some_and(|limit| need.most > limit) {
                reporter.remark(&memory_remark(need));
            }
            is_first = false;
            estimated_bytes = need.most;
        }
        reporter.layer_done(progress);
        ControlFlow::Continue(())
    });
    let error = |source| match source {
        SolveError::Memory { .. } => Error::NeedsFolder { source, has_out: args.out.is_some() },
        other => other.into(),
    };
    let (totals, bytes) = match out {
        Some(out) => {
            let solution = solver.solve().map_err(error)?;
            drop(reporter);
            let bytes = out.write(|file| solution.write(file).map_err(io_error))?;
            (solution.totals().clone(), Some(bytes))
        }
        None => (solver.solve_totals().map_err(error)?, None),
    };
    let file = args.out.as_ref().map(ResultPath::from);
    Ok(Solved { file, bytes, ..Solved::new(&totals, start, estimated_bytes, threads) })
}

impl Solved {
    /// The result of a solve that has ended, without the files.
    fn new(totals: &SolutionTotals, start: Instant, estimated_bytes: u64, threads: usize) -> Self {
        Self {
            solution: SolutionSummary::of(totals),
            resources: Resources::since(start),
            estimated_bytes,
            threads,
            file: None,
            bytes: None,
            work: None,
        }
    }
}

/// Solves a game with its layers in a work folder.
fn solve_in_work(
    args: &SolveArgs,
    solver: Solver<'_>,
    threads: usize,
    work: &Path,
) -> Result<Solved, Error> {
    let need = solver.estimate_in_files()?;
    let start = Instant::now();
    let (mut folder, mut log) = WorkLog::open(work, args.resume, LOG)?;
    let disk = folder.bytes();
    let mut estimated_bytes = need.memory.most;
    let mut reporter = ProgressReporter::new();
    if !args.resume {
        reporter.remark(&work_remark(&need, threads));
    }
    let solver = solver
        .resume(args.resume)
        .free_disk(folder.free().unwrap_or(u64::MAX))
        .checkpoint(args.checkpoint.unwrap_or(STATES_OF_CHECKPOINT))
        .on_progress(|progress| {
            estimated_bytes = progress.memory.map_or(estimated_bytes, |need| need.most);
            log.add(progress);
            reporter.layer_done(progress);
            ControlFlow::Continue(())
        });
    let solution = solver.solve_in(&mut folder)?;
    drop(reporter);
    Ok(Solved {
        bytes: Some(disk.load(Ordering::Relaxed)),
        work: Some(ResultPath::from(work)),
        ..Solved::new(&solution, start, estimated_bytes, threads)
    })
}

/// The nanoseconds of processor time for each state: the least and the most that were measured.
const STATE_NANOSECONDS: [f64; 2] = [80.0, 250.0];

/// A remark on what a solve in a work folder needs.
fn work_remark(need: &WorkEstimate, threads: usize) -> String {
    let seconds = |states: u64, each: f64| {
        duration(Duration::from_secs_f64(states as f64 * each * 1e-9 / threads as f64))
    };
    let [fast, slow] = STATE_NANOSECONDS;
    format!(
        "note: as far as other games predict, about {} to {} states; {} of memory, {} to {} of \
         disk, {} to {} with {}",
        count(need.least_states),
        count(need.most_states),
        memory_range(need.memory),
        file_size(need.least_disk),
        file_size(need.most_disk),
        seconds(need.least_states, fast),
        seconds(need.most_states, slow),
        counted(threads as u64, "thread"),
    )
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
        if let (Some(work), Some(bytes)) = (&self.work, self.bytes) {
            lines.add("work folder", format!("{} ({})", work, file_size(bytes)));
        }
        lines.fmt(f)
    }
}

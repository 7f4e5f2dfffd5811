//! Solves with layers in a work folder.

use mdp2048_model::{Game, ValuedGame};

use crate::options::{Precision, SolveOptions};
use crate::parallel::with_threads;
use crate::passes::{Goal, Passes, new_estimate};
use crate::progress::{MemoryNeed, Progress, ProgressCallback, SolveError, SolveEstimate};
use crate::solution::totals::SolutionTotals;

use super::error::WorkError;
use super::files::WorkFiles;
use super::manifest::Manifest;
use super::record::FoundRecord;
use super::recovery::has_layers;
use super::store::{CHECKPOINT_BYTES, Checkpoints, FolderStore};

/// The options of a solve with a work folder.
#[derive(Clone, Debug, Default)]
pub struct WorkOptions {
    /// Threads, memory and precision.
    pub solve: SolveOptions,
    /// Whether the folder holds a run that is to go on; otherwise it must hold none.
    pub resume: bool,
    /// The free bytes of the disk, on which a new run must fit; `None` for no check.
    pub free_disk: Option<u64>,
    /// A pass writes the layers that it has finished once they have this many states together: 0
    /// for a checkpoint after each layer; `None` for [`STATES_OF_CHECKPOINT`]. More than 2^26 are
    /// the same as 2^26, and a pass writes earlier if its layers take much memory.
    pub checkpoint: Option<u64>,
}

/// The number of states between two checkpoints, unless another is asked for: about a second of
/// computing.
pub const STATES_OF_CHECKPOINT: u64 = 1 << 24;

/// The most states between two checkpoints, whatever is asked for. Their actions, which wait in
/// memory, have 16 MiB.
const MOST_STATES_OF_CHECKPOINT: u64 = 1 << 26;

/// The most bytes of layers that stay in memory between the passes, on the disk or not.
const MOST_HELD_BYTES: u64 = 256 << 20;

/// Returns how many bytes of layers stay in memory between the passes under a memory limit.
fn held_bytes(limit: Option<u64>) -> u64 {
    limit.map_or(MOST_HELD_BYTES, |limit| (limit / 4).clamp(CHECKPOINT_BYTES, MOST_HELD_BYTES))
}

/// Returns the results so far of the run that a folder holds.
///
/// # Errors
/// [`SolveError::Work`] if there is no run, or if the manifest is damaged or cannot be read.
pub fn solution_in_folder(files: &mut dyn WorkFiles) -> Result<SolutionTotals, SolveError> {
    Ok(Manifest::read(files)?.totals())
}

/// Whether a folder holds a run, finished or not.
///
/// # Errors
/// [`SolveError::Work`] if the manifest is damaged or cannot be read.
pub(crate) fn holds_run(files: &mut dyn WorkFiles) -> Result<bool, SolveError> {
    Ok(Manifest::find(files)?.is_some())
}

/// What a solve with a work folder needs, estimated before it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkEstimate {
    /// The peak memory of the process.
    pub memory: MemoryNeed,
    /// The least number of states, as far as other games predict it.
    pub least_states: u64,
    /// The most states.
    pub most_states: u64,
    /// The least bytes of disk.
    pub least_disk: u64,
    /// The most bytes of disk.
    pub most_disk: u64,
}

/// Estimates what [`solve_in_folder`] needs for a game, with these options of the solve.
///
/// # Errors
/// [`SolveError::TooManyBoards`] if the numbers of boards do not fit the solver's tables.
pub fn estimate_in_folder(game: &Game, options: &SolveOptions) -> Result<WorkEstimate, SolveError> {
    let held = held_bytes(options.memory_limit);
    let mut estimate = new_estimate(game, options)?.streamed(held, MOST_STATES_OF_CHECKPOINT);
    estimate.predict(game);
    let SolveEstimate { memory, least_states, most_states } = estimate.summary();
    let [least_disk, most_disk] = estimate.disk();
    Ok(WorkEstimate { memory, least_states, most_states, least_disk, most_disk })
}

/// Solves a game as [`Solution::solve`](crate::Solution::solve) does, with the layers in files:
/// memory holds only those in use and a few others. At checkpoints all that a later run needs to go
/// on is on the disk, whenever this one stops: after each large layer of each pass, and after as
/// many small ones as are computed in about a second. It also writes the best action of each state.
///
/// The values are those of [`Solution::solve`](crate::Solution::solve) in the same precision, to
/// the bit. The values of a layer are removed once no layer depends on them.
///
/// # Errors
/// [`SolveError`], of which [`SolveError::Work`] is about the folder.
pub fn solve_in_folder(
    files: &mut dyn WorkFiles,
    game: &Game,
    options: &WorkOptions,
    progress: ProgressCallback<'_>,
) -> Result<SolutionTotals, SolveError> {
    with_threads(options.solve.threads, || solve_here(files, game, options, progress))?
}

fn solve_here(
    files: &mut dyn WorkFiles,
    game: &Game,
    options: &WorkOptions,
    progress: ProgressCallback<'_>,
) -> Result<SolutionTotals, SolveError> {
    let mut manifest = open(files, game, options)?;
    let checkpoints = Checkpoints {
        states: options.checkpoint.unwrap_or(STATES_OF_CHECKPOINT).min(MOST_STATES_OF_CHECKPOINT),
        held_bytes: held_bytes(options.solve.memory_limit),
    };
    let solution = run_passes(files, &mut manifest, options, checkpoints, progress);
    let solution = solution.map_err(|error| match error {
        // All files that the manifest names were there at the start.
        SolveError::Work(WorkError::Missing(file)) => WorkError::Removed(file).into(),
        other => other,
    })?;
    manifest.check_files(files)?;
    Ok(solution)
}

/// Runs what is left of the passes, and those of a second solve if the solution has another
/// valuation than is likely.
fn run_passes(
    files: &mut dyn WorkFiles,
    manifest: &mut Manifest,
    options: &WorkOptions,
    checkpoints: Checkpoints,
    progress: ProgressCallback<'_>,
) -> Result<SolutionTotals, SolveError> {
    let solution = run(files, manifest, options, checkpoints, progress)?;
    let valued_game = solution.valued_game.of_solution(solution.start_return);
    if valued_game == manifest.valued_game {
        return Ok(solution);
    }
    manifest.valued_game = valued_game;
    manifest.forget_values();
    manifest.forget_missing(files)?;
    manifest.write(files)?;
    manifest.remove_unused(files)?;
    run(files, manifest, options, checkpoints, progress)
}

/// Returns the manifest of a new run.
fn new_manifest(game: &Game, options: &WorkOptions) -> Manifest {
    Manifest {
        valued_game: ValuedGame::likely(*game),
        precision: options.solve.precision,
        reached: Vec::new(),
        sets: Vec::new(),
        lost: None,
        valued: Vec::new(),
        policies: Vec::new(),
        values: Vec::new(),
        start_values: vec![None; game.starts().len()],
    }
}

/// Checks that a manifest is that of a game and a precision.
fn check_game(manifest: &Manifest, game: &Game, precision: Precision) -> Result<(), WorkError> {
    if *manifest.valued_game.game() == *game && manifest.precision == precision {
        return Ok(());
    }
    let other = format!("{} in {} precision", manifest.valued_game.game(), manifest.precision);
    Err(WorkError::OtherGame(other))
}

/// Begins a new run and returns its manifest, which is written before anything else: a folder with
/// layers always has a manifest.
fn begin(
    files: &mut dyn WorkFiles,
    game: &Game,
    options: &WorkOptions,
) -> Result<Manifest, SolveError> {
    if has_layers(files)? {
        return Err(WorkError::LayersWithoutManifest.into());
    }
    let WorkEstimate { memory, least_disk, .. } = estimate_in_folder(game, &options.solve)?;
    let SolveOptions { memory_limit, precision, .. } = options.solve;
    if let Some(limit) = memory_limit.filter(|&limit| limit < memory.least) {
        return Err(SolveError::Memory { need: memory, limit, precision });
    }
    if let Some(free) = options.free_disk.filter(|&free| free < least_disk) {
        return Err(WorkError::Disk { least: least_disk, free }.into());
    }
    let manifest = new_manifest(game, options);
    manifest.write(files)?;
    Ok(manifest)
}

/// Returns the manifest of a new run, or that of the run to resume.
fn open(
    files: &mut dyn WorkFiles,
    game: &Game,
    options: &WorkOptions,
) -> Result<Manifest, SolveError> {
    let precision = options.solve.precision;
    let Some(FoundRecord { record: mut manifest, .. }) = Manifest::find(files)? else {
        if options.resume {
            return Err(WorkError::NoRun.into());
        }
        return begin(files, game, options);
    };
    check_game(&manifest, game, precision)?;
    if !options.resume {
        return Err(WorkError::HoldsRun.into());
    }
    if manifest.start_values.len() != game.starts().len() {
        return Err(WorkError::Manifest.into());
    }
    manifest.forget_missing(files)?;
    // Both files are written: one may be damaged, or the copy may be that of an earlier checkpoint
    // and name files that are removed now.
    manifest.write(files)?;
    manifest.remove_unused(files)?;
    Ok(manifest)
}

/// Runs what is left of both passes.
fn run(
    files: &mut dyn WorkFiles,
    manifest: &mut Manifest,
    options: &WorkOptions,
    checkpoints: Checkpoints,
    progress: ProgressCallback<'_>,
) -> Result<SolutionTotals, SolveError> {
    let valued_game = manifest.valued_game;
    let (game, rewards) = (valued_game.game(), valued_game.rewards());
    let is_second = valued_game != ValuedGame::likely(*game);
    let estimate = new_estimate(game, &options.solve)?;
    let estimate = estimate.streamed(checkpoints.held_bytes, checkpoints.states);
    let mut store = FolderStore::new(files, manifest, game, checkpoints);
    let passes = Passes::on_disk(game, &options.solve, estimate);
    let goal = Goal::Values(&mut store, &rewards);
    let (_, _, totals) = passes.run(goal, &mut |solve: Progress| {
        progress(Progress { phase: solve.phase.of_solve(&valued_game, is_second), ..solve })
    })?;
    debug_assert_eq!(manifest.lost, Some(totals.lost));
    Ok(manifest.totals())
}

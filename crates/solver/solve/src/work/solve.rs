//! Solves with layers in a work folder.

use mdp2048_model::{Game, ValuedGame};

use crate::options::{STATES_OF_CHECKPOINT, SolveOptions, WorkOptions};
use crate::passes::{Goal, Passes, new_estimate};
use crate::progress::{MemoryNeed, Progress, ProgressCallback, SolveError, SolveEstimate};
use crate::solution::totals::SolutionTotals;

use super::error::WorkError;
use super::files::WorkFiles;
use super::manifest::Manifest;
use super::record::FoundRecord;
use super::recovery::has_layers;
use super::store::{CHECKPOINT_BYTES, Checkpoints, FolderStore};

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

/// Estimates what a solve of a game with these options needs.
///
/// # Errors
/// [`SolveError::TooManyBoards`] if the numbers of boards do not fit the solver's tables.
pub(crate) fn estimate_in_files(
    game: &Game,
    options: &SolveOptions,
) -> Result<WorkEstimate, SolveError> {
    let held = held_bytes(options.memory_limit);
    let mut estimate = new_estimate(game, options)?.streamed(held, MOST_STATES_OF_CHECKPOINT);
    estimate.predict(game);
    let SolveEstimate { memory, least_states, most_states } = estimate.summary();
    let [least_disk, most_disk] = estimate.disk();
    Ok(WorkEstimate { memory, least_states, most_states, least_disk, most_disk })
}

/// Solves a game on the current threads with its layers in files: once, or twice if its solution has
/// another valuation and none was asked for. `options.solve.threads` is not used.
///
/// # Errors
/// [`SolveError`], of which [`SolveError::Work`] is about the files.
pub(crate) fn solve_in_files(
    files: &mut dyn WorkFiles,
    valued_game: &ValuedGame,
    options: &WorkOptions,
    progress: ProgressCallback<'_>,
) -> Result<SolutionTotals, SolveError> {
    let mut manifest = open(files, valued_game, options)?;
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
    if options.solve.is_once || valued_game == manifest.valued_game {
        return Ok(solution);
    }
    manifest.valued_game = valued_game;
    manifest.forget_values();
    manifest.forget_missing(files)?;
    manifest.write(files)?;
    manifest.remove_unused(files)?;
    run(files, manifest, options, checkpoints, progress)
}

/// Begins a new run and returns its manifest, which is written before anything else: a folder with
/// layers always has a manifest.
fn begin(
    files: &mut dyn WorkFiles,
    valued_game: &ValuedGame,
    options: &WorkOptions,
) -> Result<Manifest, SolveError> {
    if has_layers(files)? {
        return Err(WorkError::LayersWithoutManifest.into());
    }
    let WorkEstimate { memory, least_disk, .. } =
        estimate_in_files(valued_game.game(), &options.solve)?;
    let SolveOptions { memory_limit, precision, .. } = options.solve;
    if let Some(limit) = memory_limit.filter(|&limit| limit < memory.least) {
        return Err(SolveError::Memory { need: memory, limit, precision });
    }
    if let Some(free) = options.free_disk.filter(|&free| free < least_disk) {
        return Err(WorkError::Disk { least: least_disk, free }.into());
    }
    let manifest = Manifest {
        valued_game: *valued_game,
        precision,
        reached: Vec::new(),
        sets: Vec::new(),
        lost: None,
        valued: Vec::new(),
        policies: Vec::new(),
        values: Vec::new(),
        start_values: vec![None; valued_game.game().starts().len()],
    };
    manifest.write(files)?;
    Ok(manifest)
}

/// Returns the manifest of a new run, or that of the run to resume.
fn open(
    files: &mut dyn WorkFiles,
    valued_game: &ValuedGame,
    options: &WorkOptions,
) -> Result<Manifest, SolveError> {
    let Some(FoundRecord { record: mut manifest, .. }) = Manifest::find(files)? else {
        if options.resume == Some(true) {
            return Err(WorkError::NoRun.into());
        }
        return begin(files, valued_game, options);
    };
    let (held, precision) = (&manifest.valued_game, manifest.precision);
    let may_differ = !options.solve.is_once;
    let is_same = held == valued_game || may_differ && held.game() == valued_game.game();
    if !is_same || precision != options.solve.precision {
        let other = format!("{} in {precision} precision", held.game());
        return Err(WorkError::OtherGame(other).into());
    }
    if options.resume == Some(false) {
        return Err(WorkError::HoldsRun.into());
    }
    if manifest.start_values.len() != valued_game.game().starts().len() {
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
    let is_second = !options.solve.is_once && valued_game != ValuedGame::likely(*game);
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

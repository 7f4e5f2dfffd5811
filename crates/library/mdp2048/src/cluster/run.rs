//! One process of a solve by several.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use cpu_time::ProcessTime;
use mdp2048::distributed::{Cluster, ConnectError};
use mdp2048::files::{WorkFolder, machine};
use mdp2048_display::{count, file_size};
use mdp2048_model::Game;
use mdp2048_solve::{
    Peers as _, PeersError, ProgressCallback, SolutionTotals, SolveError, WorkOptions,
    ignore_progress, solve_in_folder, sum_over_peers,
};
use serde::Serialize;

use crate::error::Error;
use crate::output::table::NamedLines;

use super::args::ClusterArgs;
use super::processes::Processes;

/// What all processes used together.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct ClusterSummary {
    processes: usize,
    /// Bytes that the processes sent to each other.
    exchanged_bytes: u64,
    /// Processor time of all processes.
    #[serde(skip)]
    pub(crate) cpu: Duration,
    /// The sum of the peak resident memory of all processes; 0 if it is not known.
    #[serde(skip)]
    pub(crate) peak: u64,
}

impl ClusterSummary {
    /// Adds the line for people.
    pub(crate) fn add_to(&self, lines: &mut NamedLines) {
        let sent = file_size(self.exchanged_bytes);
        lines.add("processes", format!("{}, which exchanged {sent}", count(self.processes as u64)));
    }
}

/// Solves a game as the first process, which writes the work folder. `arguments` are those that
/// other processes on this machine are started with.
pub(crate) fn solve_as_first(
    args: &ClusterArgs,
    arguments: &[OsString],
    folder: &mut WorkFolder,
    game: &Game,
    options: &WorkOptions,
    progress: ProgressCallback<'_>,
) -> Result<(SolutionTotals, ClusterSummary), Error> {
    let Some(count) = args.processes else {
        let cluster = Cluster::connect(0, &args.addresses, &mut || true)?;
        return solve(cluster, folder, game, options, progress);
    };
    let mut processes = Processes::start(count, arguments).map_err(Error::StartProcesses)?;
    let addresses = processes.addresses.clone();
    let cluster = match Cluster::connect(0, &addresses, &mut || processes.all_run()) {
        Err(ConnectError::Stopped) => return Err(processes.reason_of_end()),
        cluster => cluster?,
    };
    solve(cluster, folder, game, options, progress).map_err(|error| match error {
        Error::Solve(SolveError::Peers(PeersError::Ended)) => processes.failure(),
        other => other,
    })
}

/// Solves a game as another process.
pub(crate) fn solve_as_other(
    args: &ClusterArgs,
    work: &Path,
    game: &Game,
    options: &WorkOptions,
) -> Result<(SolutionTotals, ClusterSummary), Error> {
    let cluster = Cluster::connect(args.process.unwrap_or(0), &args.addresses, &mut || true)?;
    let mut folder = WorkFolder::of_another_process(work);
    solve(cluster, &mut folder, game, options, &mut ignore_progress)
}

fn solve(
    mut cluster: Cluster,
    folder: &mut WorkFolder,
    game: &Game,
    options: &WorkOptions,
    progress: ProgressCallback<'_>,
) -> Result<(SolutionTotals, ClusterSummary), Error> {
    let solution = solve_in_folder(folder, &mut cluster, game, options, progress)?;
    let cpu = ProcessTime::now().as_duration().as_nanos() as u64;
    let used = [cpu, machine::peak_memory().unwrap_or(0), cluster.bytes_sent()];
    let [cpu, peak, exchanged_bytes] = sum_over_peers(&mut cluster, used)?;
    let processes = cluster.count();
    cluster.finish().map_err(SolveError::from)?;
    let cpu = Duration::from_nanos(cpu);
    Ok((solution, ClusterSummary { processes, exchanged_bytes, cpu, peak }))
}

//! Work folders and their files, where a solution or a policy is needed.

use std::path::{Path, PathBuf};

use mdp2048::answers::MOST_BOARDS;
use mdp2048::files::machine;
use mdp2048::files::{RunKind, WorkFolder};
use mdp2048_model::Game;
use mdp2048_rules::CanonicalState;
use mdp2048_solve::{FolderValues, Solution, SolutionTotals, SolveError, SolvedFolder, Solver};

use crate::error::Error;
use crate::output::progress::ProgressReporter;
use crate::same_file::is_dash;

/// The most states of a game whose values are computed again in memory: a few seconds of work.
const MOST_STATES: u64 = 1 << 26;

/// The work folder of a finished solve, which holds the best action of each state.
pub(crate) struct FolderInput {
    pub(crate) folder: SolvedFolder,
    pub(crate) path: PathBuf,
}

impl FolderInput {
    /// Opens the work folder at a path; `None` if there is none.
    pub(crate) fn at(path: &Path) -> Result<Option<Self>, Error> {
        if is_dash(path) || !WorkFolder::is_at(path) {
            return Ok(None);
        }
        let folder = SolvedFolder::open(Box::new(WorkFolder::open_to_read(path)?))?;
        Ok(Some(Self { folder, path: path.to_owned() }))
    }

    /// The game that was solved.
    pub(crate) const fn game(&self) -> &Game {
        self.folder.game()
    }

    /// Computes the values of the whole game again; `None` if it has too many states.
    pub(crate) fn solve(&self) -> Result<Option<Solution>, Error> {
        let &SolutionTotals { states, precision, .. } = self.folder.totals();
        if states > MOST_STATES {
            return Ok(None);
        }
        let memory_limit = machine::memory_limit(None, machine::threads());
        let solver = Solver::valued(self.folder.valued_game()).precision(precision);
        let need = solver.estimate()?.memory.most;
        if memory_limit.is_some_and(|limit| need > limit) {
            return Ok(None);
        }
        let solver = solver.memory_limit(memory_limit.unwrap_or(u64::MAX));
        match solver.on_progress(ProgressReporter::new().callback()).solve() {
            Ok(solution) => Ok(Some(solution)),
            Err(SolveError::Memory { .. } | SolveError::Allocation(_)) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Computes the values of some states; `None` if too many boards follow them.
    pub(crate) fn values_of(
        &mut self,
        states: &[CanonicalState],
    ) -> Result<Option<FolderValues>, Error> {
        Ok(self.folder.values_of(states, MOST_BOARDS)?)
    }

    /// The error of a command that needs more values than can be computed.
    pub(crate) fn values_error(&self) -> Error {
        Error::FolderValues { folder: self.path.clone(), states: self.folder.totals().states }
    }
}

/// Checks that a path is neither a work folder nor a file that a run has written to one. Other
/// files may be in a work folder.
///
/// # Errors
/// What to give instead.
pub(super) fn check(path: &Path) -> Result<(), Error> {
    refuse(path, None)?;
    let (Some(name), Some(folder)) = (path.file_name(), path.parent()) else { return Ok(()) };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let is_part = path.is_file() && WorkFolder::uses_name(&name.to_string_lossy());
    if is_part { refuse(folder, Some(path)) } else { Ok(()) }
}

/// An error if a folder is a work folder; `file` is its part that was given, or none if it was
/// given itself.
fn refuse(folder: &Path, file: Option<&Path>) -> Result<(), Error> {
    let (kind, folder) = (WorkFolder::kind_at(folder), folder.to_owned());
    match kind {
        Some(RunKind::Solve) => {
            Err(Error::WorkFolderGiven { folder, file: file.map(Path::to_owned) })
        }
        Some(RunKind::Count) => Err(Error::CountsGiven(folder)),
        None => Ok(()),
    }
}

//! Solves in work folders.

use std::path::Path;

use mdp2048_solve::{SolvedFolder, Solver};

use super::error::FolderError;
use super::folder::WorkFolder;

/// Solves a game with its layers in a folder, which is made unless there is one. If it holds a run
/// of the same game and precision, the solve goes on from the last checkpoint, or only reads a
/// result that is complete.
///
/// The memory holds the layers in use, and the folder the best action of every state: about two
/// bits for each, and in passing the values of some layers. [`Solver::estimate_in_files`] tells how
/// much.
///
/// # Errors
/// [`FolderError`] if the folder cannot be used or another run uses it, if it holds a run of another
/// game, if the game needs more memory or disk than there is, or if the function that is called on
/// progress breaks. What was done stays in the folder.
pub fn solve_in_folder(solver: Solver<'_>, path: &Path) -> Result<SolvedFolder, FolderError> {
    let mut folder = WorkFolder::make(path)?;
    solver.free_disk(folder.free().unwrap_or(u64::MAX)).solve_in(&mut folder)?;
    // From here on others may read the folder too.
    drop(folder);
    Ok(SolvedFolder::open(Box::new(WorkFolder::open_to_read(path)?))?)
}

//! Solutions saved to files.

use std::io;
use std::path::Path;

use mdp2048_solve::{FileError, Solution};

use super::error::OutputError;
use super::file::OutputFile;

/// Writes the file of a solution, whole or not at all, and returns its length in bytes. An existing
/// file is replaced.
///
/// ```
/// use std::fs::File;
///
/// use mdp2048::files::save_solution;
/// use mdp2048::{Game, SolutionReader, Solver};
///
/// let path = tempfile::tempdir()?.keep().join("2x2.solution");
/// let solution = Solver::new(&Game::builder().board(2, 2).target(16).build()?).solve()?;
/// save_solution(&solution, &path)?;
/// let read = SolutionReader::open(File::open(&path)?)?.read_all()?;
/// assert_eq!(read.start_value(), solution.start_value());
/// # std::fs::remove_dir_all(path.parent().ok_or("no folder")?)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`OutputError`] if the file cannot be written.
pub fn save_solution(solution: &Solution, path: &Path) -> Result<u64, OutputError> {
    OutputFile::check(path)?.write(|file| {
        solution.write(file).map_err(|error| match error {
            FileError::Io(error) => error,
            other => io::Error::other(other),
        })
    })
}

//! CSV: the table of all states as text.

use std::io::Write;

use mdp2048_solve::{ProgressCallback, Solution};

use crate::error::ExportError;
use crate::number::ShortestNumber;
use crate::table_row::for_each_row;

/// Writes the table of all states as CSV, with a line of column names first; FORMAT.md defines the
/// columns.
///
/// # Errors
/// [`ExportError::Io`] if writing fails, [`ExportError::Stopped`] if `progress` breaks.
pub fn write_csv(
    solution: &Solution,
    out: &mut dyn Write,
    progress: ProgressCallback<'_>,
) -> Result<(), ExportError> {
    writeln!(out, "board,tile_sum,value,left,right,up,down,best,action,occupancy")?;
    for_each_row(solution, progress, |row| {
        let board = row.state.board();
        write!(out, "{},{},{}", board.hex(), board.tile_sum(), ShortestNumber(row.value))?;
        for value in row.action_values {
            match value {
                Some(value) => write!(out, ",{}", ShortestNumber(value))?,
                None => write!(out, ",")?,
            }
        }
        let (action, occupancy) = (row.action.name(), ShortestNumber(row.occupancy));
        Ok(writeln!(out, ",{},{action},{occupancy}", row.best)?)
    })
}

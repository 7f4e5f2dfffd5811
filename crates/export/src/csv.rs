//! CSV: text that anything reads.

use std::io::Write;

use mdp2048_solve::{ProgressCallback, Solution};

use crate::ExportError;
use crate::number::Shortest;
use crate::table::records;

/// Writes a table of all states as CSV, with a line of column names; FORMAT.md tells what they hold.
///
/// # Errors
/// [`ExportError::Io`] if writing fails, [`ExportError::Stopped`] if `watch` breaks.
pub fn write_csv(
    solution: &Solution,
    out: &mut dyn Write,
    watch: ProgressCallback<'_>,
) -> Result<(), ExportError> {
    writeln!(out, "board,tile_sum,value,left,right,up,down,best,action,occupancy")?;
    records(solution, watch, |record| {
        let board = record.state.board();
        write!(out, "{},{},{}", board.hex(), board.tile_sum(), Shortest(record.value))?;
        for value in record.action_values {
            match value {
                Some(value) => write!(out, ",{}", Shortest(value))?,
                None => write!(out, ",")?,
            }
        }
        let (action, occupancy) = (record.action.name(), Shortest(record.occupancy));
        Ok(writeln!(out, ",{},{action},{occupancy}", record.best)?)
    })
}

//! CSV: the table of all states as text.

use std::io::{self, Write};

use mdp2048_model::{ShortNumber, Value};
use mdp2048_solve::{ProgressCallback, Solution};

use crate::error::ExportError;
use crate::table_row::{for_each_row, has_losses};

/// Writes the table of all states as CSV.
pub(crate) fn write_csv(
    solution: &Solution,
    out: &mut (dyn Write + Send),
    progress: ProgressCallback<'_>,
) -> Result<(), ExportError> {
    write!(out, "board,tile_sum,value,left,right,up,down,best,action,occupancy")?;
    let losses = ",loss,left_loss,right_loss,up_loss,down_loss";
    writeln!(out, "{}", if has_losses(solution) { losses } else { "" })?;
    for_each_row(solution, progress, |row| {
        let board = row.state.board();
        write!(out, "{},{},{}", board.hex(), board.tile_sum(), ShortNumber(row.value.get()))?;
        write_numbers(out, row.action_values.map(|value| value.map(Value::get)))?;
        let (action, occupancy) = (row.action.name(), ShortNumber(row.occupancy));
        write!(out, ",{},{action},{occupancy}", row.best)?;
        if let Some(loss) = row.value.loss() {
            write_numbers(out, [Some(loss)])?;
            write_numbers(out, row.action_values.map(|value| value?.loss()))?;
        }
        Ok(writeln!(out)?)
    })
}

/// Writes numbers, each after a comma; a missing number is empty.
fn write_numbers<const COUNT: usize>(
    out: &mut dyn Write,
    numbers: [Option<f64>; COUNT],
) -> io::Result<()> {
    numbers.into_iter().try_for_each(|number| match number {
        Some(number) => write!(out, ",{}", ShortNumber(number)),
        None => write!(out, ","),
    })
}

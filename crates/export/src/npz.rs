//! NumPy's npz archive: the table of all states with an array for each column.

use std::io::{self, Cursor, Write};

use mdp2048_model::Values as _;
use mdp2048_solve::{ProgressCallback, Solution};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::error::ExportError;
use crate::table_row::{for_each_row, has_losses};

/// The largest number of states that [`write_npz`] accepts, because it holds all columns in memory.
pub const MOST_NPZ_STATES: u64 = 5_000_000;

/// An array of the archive.
struct NpyArray {
    name: &'static str,
    /// The type of an element in NumPy's notation.
    element_type: &'static str,
    /// The lengths of the axes after the first, as in a Python tuple: ` 3, 3`, or nothing.
    axes: String,
    /// The elements.
    bytes: Vec<u8>,
}

/// Writes the table of all states as an uncompressed npz archive; FORMAT.md defines the arrays.
///
/// # Errors
/// [`ExportError::TooManyStates`] if there are more than [`MOST_NPZ_STATES`],
/// [`ExportError::Io`] if writing fails, [`ExportError::Stopped`] if `progress` breaks.
pub fn write_npz(
    solution: &Solution,
    out: &mut dyn Write,
    progress: ProgressCallback<'_>,
) -> Result<(), ExportError> {
    let states = solution.states();
    if states > MOST_NPZ_STATES {
        return Err(ExportError::TooManyStates { states, most: MOST_NPZ_STATES });
    }
    let shape = solution.game().shape();
    let array = |name, element_type, axes| NpyArray { name, element_type, axes, bytes: Vec::new() };
    let mut loss = array("loss", "<f8", String::new());
    let mut action_losses = array("action_losses", "<f8", " 4".to_owned());
    let mut arrays = [
        array("exponents", "|u1", format!(" {}, {}", shape.rows(), shape.cols())),
        array("value", "<f8", String::new()),
        array("action_values", "<f8", " 4".to_owned()),
        array("best", "|u1", String::new()),
        array("action", "|u1", String::new()),
        array("occupancy", "<f8", String::new()),
    ];
    for_each_row(solution, progress, |row| {
        let [exponents, value, action_values, best, action, occupancy] = &mut arrays;
        exponents.bytes.extend(row.state.board().tiles().map(|tile| tile.get()));
        value.bytes.extend(row.value.to_le_bytes());
        action_values.push_all(row.action_values);
        if let Some(losses) = row.losses {
            loss.push_all([Some(losses.state)]);
            action_losses.push_all(losses.actions);
        }
        best.bytes.push(row.best);
        action.bytes.push(row.action.index() as u8);
        occupancy.bytes.extend(row.occupancy.to_le_bytes());
        Ok(())
    })?;
    // The archive is built in memory because `ZipWriter` prints to standard error when it is
    // dropped after a failed write.
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let losses = has_losses(solution).then_some([loss, action_losses]);
    for array in arrays.into_iter().chain(losses.into_iter().flatten()) {
        archive.start_file(format!("{}.npy", array.name), options).map_err(io::Error::from)?;
        archive.write_all(&array.header(states))?;
        archive.write_all(&array.bytes)?;
    }
    let archive = archive.finish().map_err(io::Error::from)?;
    Ok(out.write_all(archive.get_ref())?)
}

impl NpyArray {
    /// Adds numbers; a missing one is NaN.
    fn push_all<const COUNT: usize>(&mut self, numbers: [Option<f64>; COUNT]) {
        let numbers = numbers.map(|number| number.unwrap_or(f64::NAN).to_le_bytes());
        self.bytes.extend(numbers.into_iter().flatten());
    }

    /// The header of an npy file of version 1.0.
    fn header(&self, states: u64) -> Vec<u8> {
        const ALIGNMENT: usize = 64;
        // The bytes of the magic number, the version and the length of the text.
        const FIXED_BYTES: usize = 6 + 2 + 2;
        let Self { element_type, axes, .. } = self;
        let mut text = format!(
            "{{'descr': '{element_type}', 'fortran_order': False, 'shape': ({states},{axes}), }}"
        );
        // The header is padded with spaces to the alignment and ends with a line feed.
        let padding = ALIGNMENT - (FIXED_BYTES + text.len() + 1) % ALIGNMENT;
        text.extend(std::iter::repeat_n(' ', padding % ALIGNMENT));
        text.push('\n');
        let mut header = b"\x93NUMPY\x01\x00".to_vec();
        header.extend((text.len() as u16).to_le_bytes());
        header.extend(text.into_bytes());
        header
    }
}

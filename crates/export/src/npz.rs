//! NumPy's archive: an array for each column.

use std::io::{self, Cursor, Write};

use mdp2048_model::Values as _;
use mdp2048_solve::{ProgressCallback, Solution};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::ExportError;
use crate::table::records;

/// The most states that are written to an npz file, whose columns are held in memory until all are
/// known.
pub const MOST_NPZ_STATES: u64 = 5_000_000;

/// A column as the bytes of its array.
struct Column {
    name: &'static str,
    /// The type of an element, as NumPy writes it.
    kind: &'static str,
    /// The lengths of the axes after the first, with a comma after each.
    axes: String,
    bytes: Vec<u8>,
}

/// Writes a table of all states as npz, uncompressed; FORMAT.md tells what the arrays hold.
///
/// # Errors
/// [`ExportError::TooManyStates`] if there are more than [`MOST_NPZ_STATES`], [`ExportError::Io`] if
/// writing fails, [`ExportError::Stopped`] if `watch` breaks.
pub fn write_npz(
    solution: &Solution,
    out: &mut dyn Write,
    watch: ProgressCallback<'_>,
) -> Result<(), ExportError> {
    let states = solution.states();
    if states > MOST_NPZ_STATES {
        return Err(ExportError::TooManyStates { states, most: MOST_NPZ_STATES });
    }
    let shape = solution.game().shape();
    let column = |name, kind, axes: String| Column { name, kind, axes, bytes: Vec::new() };
    let mut columns = [
        column("exponents", "|u1", format!(" {}, {}", shape.rows(), shape.cols())),
        column("value", "<f8", String::new()),
        column("action_values", "<f8", " 4".to_owned()),
        column("best", "|u1", String::new()),
        column("action", "|u1", String::new()),
        column("occupancy", "<f8", String::new()),
    ];
    records(solution, watch, |record| {
        let [exponents, value, action_values, best, action, occupancy] = &mut columns;
        exponents.bytes.extend(record.state.board().tiles().map(|tile| tile.get()));
        value.bytes.extend(record.value.to_le_bytes());
        for value in record.action_values {
            action_values.bytes.extend(value.unwrap_or(f64::NAN).to_le_bytes());
        }
        best.bytes.push(record.best);
        action.bytes.push(record.action.index() as u8);
        occupancy.bytes.extend(record.occupancy.to_le_bytes());
        Ok(())
    })?;
    // Made in memory: an archive that cannot be finished complains on standard error by itself.
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for column in columns {
        archive.start_file(format!("{}.npy", column.name), options).map_err(io::Error::from)?;
        archive.write_all(&column.header(states))?;
        archive.write_all(&column.bytes)?;
    }
    let archive = archive.finish().map_err(io::Error::from)?;
    Ok(out.write_all(archive.get_ref())?)
}

impl Column {
    /// What stands before an array's bytes in an npy file of version 1.0.
    fn header(&self, states: u64) -> Vec<u8> {
        let Self { kind, axes, .. } = self;
        let mut text =
            format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({states},{axes}), }}");
        // Mark, version, length and text together fill units of 64 bytes, and end a line.
        let frame = 6 + 2 + 2;
        let padding = 64 - (frame + text.len() + 1) % 64;
        text.extend(std::iter::repeat_n(' ', padding % 64));
        text.push('\n');
        let mut header = b"\x93NUMPY\x01\x00".to_vec();
        header.extend((text.len() as u16).to_le_bytes());
        header.extend(text.into_bytes());
        header
    }
}

//! NumPy's npz archive: the table of all states with an array for each column.
//!
//! An archive holds one array after another, and the states come one after another. So the states
//! are written to a scratch file in blocks, each of which holds a part of every array, and the
//! arrays are put together from the blocks.

use std::cell::OnceCell;
use std::io::{self, Read, Seek, SeekFrom, Write};

use mdp2048_model::Values as _;
use mdp2048_solve::{ProgressCallback, Solution};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::error::ExportError;
use crate::table_row::{TableRow, for_each_row, has_losses};

/// A file for what is written on the way: empty at first, and of no use afterwards.
pub trait ScratchFile: Read + Write + Seek {}

impl<F: Read + Write + Seek> ScratchFile for F {}

/// The number of states of a block, which is in memory until it is complete.
const STATES_PER_BLOCK: usize = 1 << 14;

/// An array of the archive.
struct NpyArray {
    name: &'static str,
    /// The type of an element in NumPy's notation.
    element_type: &'static str,
    /// The lengths of the axes after the first, as in a Python tuple: ` 3, 3`, or nothing.
    axes: String,
    /// The bytes of a state.
    state_bytes: usize,
    /// The states of a block.
    block: Vec<u8>,
}

/// Writes the table of all states as an uncompressed npz archive; FORMAT.md defines the arrays.
///
/// The table is written to `scratch` first, so memory holds a small part of it at a time.
///
/// # Errors
/// [`ExportError::Scratch`] if the scratch file fails, [`ExportError::Io`] if writing fails,
/// [`ExportError::Stopped`] if `progress` breaks.
pub fn write_npz(
    solution: &Solution,
    out: &mut dyn Write,
    scratch: &mut dyn ScratchFile,
    progress: ProgressCallback<'_>,
) -> Result<(), ExportError> {
    let mut arrays = arrays(solution);
    let mut states = 0;
    for_each_row(solution, progress, |row| {
        push(&mut arrays, row);
        states += 1;
        if states % STATES_PER_BLOCK == 0 { write_block(&mut arrays, scratch) } else { Ok(()) }
    })?;
    write_block(&mut arrays, scratch)?;
    let failure = OnceCell::new();
    let mut archive = ZipWriter::new_stream(ArchiveOutput { out, failure: &failure });
    let written = write_arrays(&mut arrays, states, scratch, &failure, &mut archive);
    // What the archive writes after a failure is discarded.
    if let Err(error) = written.and_then(|()| Ok(archive.finish().map(drop)?)) {
        failure.get_or_init(|| error);
    }
    failure.into_inner().map_or(Ok(()), Err)
}

/// The arrays of a solution, in the order of the archive.
fn arrays(solution: &Solution) -> Vec<NpyArray> {
    let shape = solution.game().shape();
    let array = |name, element_type, axes: &str, state_bytes| {
        let axes = axes.to_owned();
        let block = Vec::with_capacity(STATES_PER_BLOCK * state_bytes);
        NpyArray { name, element_type, axes, state_bytes, block }
    };
    let cells = format!(" {}, {}", shape.rows(), shape.cols());
    let mut arrays = vec![
        array("exponents", "|u1", &cells, shape.cells()),
        array("value", "<f8", "", 8),
        array("action_values", "<f8", " 4", 4 * 8),
        array("best", "|u1", "", 1),
        array("action", "|u1", "", 1),
        array("occupancy", "<f8", "", 8),
    ];
    if has_losses(solution) {
        arrays.push(array("loss", "<f8", "", 8));
        arrays.push(array("action_losses", "<f8", " 4", 4 * 8));
    }
    arrays
}

/// Adds a state to the present block.
fn push(arrays: &mut [NpyArray], row: &TableRow) {
    // There are always these arrays.
    let [exponents, value, action_values, best, action, occupancy, losses @ ..] = arrays else {
        return;
    };
    exponents.block.extend(row.state.board().tiles().map(|tile| tile.get()));
    value.push_all([Some(row.value)]);
    action_values.push_all(row.action_values);
    best.block.push(row.best);
    action.block.push(row.action.index() as u8);
    occupancy.push_all([Some(row.occupancy)]);
    if let ([loss, action_losses], Some(losses)) = (losses, row.losses) {
        loss.push_all([Some(losses.state)]);
        action_losses.push_all(losses.actions);
    }
}

/// Adds the present block to the scratch file.
fn write_block(arrays: &mut [NpyArray], scratch: &mut dyn ScratchFile) -> Result<(), ExportError> {
    for array in arrays {
        scratch.write_all(&array.block).map_err(ExportError::Scratch)?;
        array.block.clear();
    }
    Ok(())
}

/// Writes the arrays of all blocks of the scratch file, until there is a failure.
fn write_arrays(
    arrays: &mut [NpyArray],
    states: usize,
    scratch: &mut dyn ScratchFile,
    failure: &OnceCell<ExportError>,
    archive: &mut ZipWriter<impl Write + Seek>,
) -> Result<(), ExportError> {
    let row_bytes: usize = arrays.iter().map(|array| array.state_bytes).sum();
    // The bytes of a state in the arrays before.
    let mut before = 0;
    for array in arrays {
        let header = array.header(states);
        let bytes = header.len() as u64 + states as u64 * array.state_bytes as u64;
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .large_file(bytes > u32::MAX.into());
        archive.start_file(format!("{}.npy", array.name), options)?;
        archive.write_all(&header)?;
        for first in (0..states).step_by(STATES_PER_BLOCK) {
            if failure.get().is_some() {
                return Ok(());
            }
            let in_block = STATES_PER_BLOCK.min(states - first);
            array.block.resize(in_block * array.state_bytes, 0);
            let at = first as u64 * row_bytes as u64 + (in_block * before) as u64;
            let sought = scratch.seek(SeekFrom::Start(at));
            let read = sought.and_then(|_| scratch.read_exact(&mut array.block));
            read.map_err(ExportError::Scratch)?;
            archive.write_all(&array.block)?;
        }
        before += array.state_bytes;
    }
    Ok(())
}

impl NpyArray {
    /// Adds numbers; a missing one is NaN.
    fn push_all<const COUNT: usize>(&mut self, numbers: [Option<f64>; COUNT]) {
        for number in numbers {
            self.block.extend(number.unwrap_or(f64::NAN).to_le_bytes());
        }
    }

    /// The header of an npy file of version 1.0.
    fn header(&self, states: usize) -> Vec<u8> {
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

/// The output of an archive, which keeps the first failure and discards what follows it, because
/// [`ZipWriter`] prints to standard error if it is dropped and cannot end the archive.
struct ArchiveOutput<'a> {
    out: &'a mut dyn Write,
    failure: &'a OnceCell<ExportError>,
}

impl Write for ArchiveOutput<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.failure.get().is_none()
            && let Err(error) = self.out.write_all(bytes)
        {
            self.failure.get_or_init(|| error.into());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

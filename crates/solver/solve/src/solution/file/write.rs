//! Writing solution files.

use std::io::Write;

use super::error::FileError;
use super::header::{LayerRecord, MAGIC, SOLUTION_VERSION, SolutionHeader};
use crate::Solution;
use crate::store::layers::Valued;
use crate::store::values::LayerValues;

/// The number of bytes that are passed on at a time.
const CHUNK_BYTES: usize = 1 << 16;

impl Solution {
    /// Writes the solution file.
    ///
    /// # Errors
    /// [`FileError::Io`] if writing fails.
    ///
    /// ```
    /// use std::io::Cursor;
    ///
    /// use mdp2048::{Game, SolutionReader, Solve, Values};
    ///
    /// let solution = Game::builder().board(2, 2).target(16).build()?.solve()?;
    /// let mut file = Vec::new();
    /// solution.write(&mut file)?;
    ///
    /// let mut reader = SolutionReader::open(Cursor::new(file))?;
    /// assert_eq!(reader.read_all()?.start_value(), solution.start_value());
    /// // A board needs its layer and the two after it only.
    /// let board: mdp2048::Board = "0 2/8 4".parse()?;
    /// let window = reader.read_around(board.tile_sum())?;
    /// assert_eq!(window.value_at(board), solution.value_at(board));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(&self, mut out: impl Write) -> Result<(), FileError> {
        let mut writer = SolutionWriter::default();
        while writer.step(self, &mut out)? {}
        Ok(())
    }

    /// The length of the solution file without its header, which has about 20 bytes for each layer.
    pub fn layer_bytes(&self) -> u64 {
        let words = self.layers.iter().map(|layer| layer.states.words().len() as u64);
        8 * words.sum::<u64>() + self.totals.precision.bytes() * self.totals.states
    }

    fn header(&self, checksums: &[u32]) -> SolutionHeader {
        let record = |(layer, &checksum): (&Valued, &u32)| LayerRecord {
            half_sum: layer.index.half_sum(),
            states: layer.states.len(),
            words: layer.states.words().len() as u64,
            checksum,
        };
        SolutionHeader {
            valued_game: self.totals.valued_game,
            precision: self.totals.precision,
            states: self.totals.states,
            lost: self.totals.lost,
            start_value: self.totals.start_value,
            layers: self.layers.iter().zip(checksums).map(record).collect(),
        }
    }

    fn write_header(&self, checksums: &[u32], out: &mut impl Write) -> Result<(), FileError> {
        let header = postcard::to_allocvec(&self.header(checksums))
            .map_err(|_| FileError::Malformed("its header cannot be written"))?;
        out.write_all(&MAGIC)?;
        out.write_all(&SOLUTION_VERSION.to_le_bytes())?;
        out.write_all(&(header.len() as u32).to_le_bytes())?;
        out.write_all(&crc32fast::hash(&header).to_le_bytes())?;
        Ok(out.write_all(&header)?)
    }
}

/// Writes a solution file in many short steps, for programs that do other work between them.
///
/// The header contains the checksums of the layers, so each layer is read twice: for its checksum,
/// and to be written.
#[derive(Clone, Debug, Default)]
pub struct SolutionWriter {
    /// Of the layers so far.
    checksums: Vec<u32>,
    /// The layers that are written; `None` before the header is.
    written: Option<usize>,
}

impl SolutionWriter {
    /// Does the next step: at most one layer of the solution, which must be the same each time.
    /// Returns false after the last step.
    ///
    /// # Errors
    /// [`FileError::Io`] if writing fails.
    pub fn step(&mut self, solution: &Solution, mut out: impl Write) -> Result<bool, FileError> {
        let layers = &solution.layers;
        if let Some(layer) = layers.get(self.checksums.len()) {
            let mut checksum = crc32fast::Hasher::new();
            layer_chunks(layer).for_each(|bytes| checksum.update(bytes));
            self.checksums.push(checksum.finalize());
            return Ok(true);
        }
        let at = match self.written {
            None => {
                solution.write_header(&self.checksums, &mut out)?;
                0
            }
            Some(at) => at,
        };
        self.written = Some(at + 1);
        if let Some(layer) = layers.get(at) {
            layer_chunks(layer).try_for_each(|bytes| out.write_all(bytes))?;
            return Ok(true);
        }
        out.flush()?;
        Ok(false)
    }
}

/// The bytes of a layer in order, a chunk at a time: the words of the bitmap, then the values.
fn layer_chunks(layer: &Valued) -> impl Iterator<Item = &[u8]> {
    let words: &[u8] = bytemuck::cast_slice(layer.states.words());
    let values = match &layer.values {
        LayerValues::Double(values) => bytemuck::cast_slice(values),
        LayerValues::Single(values) => bytemuck::cast_slice(values),
    };
    words.chunks(CHUNK_BYTES).chain(values.chunks(CHUNK_BYTES))
}

//! Writing solution files.

use std::convert::Infallible;
use std::io::Write;

use mdp2048_model::Values;

use super::error::FileError;
use super::header::{LayerRecord, MAGIC, SOLUTION_VERSION, SolutionHeader};
use crate::Solution;
use crate::store::layers::ValuedLayer;
use crate::store::values::LayerValues;

/// The number of bytes that are passed on at a time.
const CHUNK_BYTES: usize = 1 << 16;

impl Solution {
    /// Writes the solution file.
    ///
    /// # Errors
    /// [`FileError::Io`] if writing fails.
    pub fn write(&self, mut out: impl Write) -> Result<(), FileError> {
        let mut writer = SolutionWriter::default();
        while writer.step(self, &mut out)? {}
        Ok(())
    }

    /// The length of the solution file without its header, which has about 20 bytes for each layer.
    pub fn layer_bytes(&self) -> u64 {
        let words = self.layers.iter().map(|layer| layer.states.words().len() as u64);
        8 * words.sum::<u64>() + self.precision.bytes() * self.states
    }

    fn header(&self, checksums: &[u32]) -> SolutionHeader {
        let record = |(layer, &checksum): (&ValuedLayer, &u32)| LayerRecord {
            half_sum: layer.index.half_sum() as u32,
            states: layer.states.len(),
            words: layer.states.words().len() as u64,
            checksum,
        };
        SolutionHeader {
            valued_game: self.valued_game,
            precision: self.precision,
            states: self.states,
            lost: self.lost,
            start_value: self.start_value(),
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
            self.checksums.push(checksum(layer));
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
            layer_chunks(layer, |chunk| out.write_all(chunk))?;
            return Ok(true);
        }
        out.flush()?;
        Ok(false)
    }
}

fn checksum(layer: &ValuedLayer) -> u32 {
    let mut checksum = crc32fast::Hasher::new();
    let Ok(()) = layer_chunks(layer, |chunk| {
        checksum.update(chunk);
        Ok::<(), Infallible>(())
    });
    checksum.finalize()
}

/// Calls `each` with the bytes of a layer in order, a chunk at a time: the words of the bitmap,
/// then the values.
fn layer_chunks<E>(
    layer: &ValuedLayer,
    mut each: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let mut chunk = Vec::with_capacity(CHUNK_BYTES + 8);
    let mut add = |bytes: &[u8]| {
        chunk.extend(bytes);
        if chunk.len() >= CHUNK_BYTES {
            each(&chunk)?;
            chunk.clear();
        }
        Ok(())
    };
    layer.states.words().iter().try_for_each(|word| add(&word.to_le_bytes()))?;
    match &layer.values {
        LayerValues::Double(values) => {
            values.iter().try_for_each(|value| add(&value.to_le_bytes()))
        }
        LayerValues::Single(values) => {
            values.iter().try_for_each(|value| add(&value.to_le_bytes()))
        }
    }?;
    each(&chunk)
}

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
        let header = postcard::to_allocvec(&self.header())
            .map_err(|_| FileError::Malformed("its header cannot be written"))?;
        out.write_all(&MAGIC)?;
        out.write_all(&SOLUTION_VERSION.to_le_bytes())?;
        out.write_all(&(header.len() as u32).to_le_bytes())?;
        out.write_all(&crc32fast::hash(&header).to_le_bytes())?;
        out.write_all(&header)?;
        for layer in &self.layers {
            layer_chunks(layer, |chunk| out.write_all(chunk))?;
        }
        out.flush()?;
        Ok(())
    }

    fn header(&self) -> SolutionHeader {
        let record = |layer: &ValuedLayer| {
            let mut checksum = crc32fast::Hasher::new();
            let Ok(()) = layer_chunks(layer, |chunk| {
                checksum.update(chunk);
                Ok::<(), Infallible>(())
            });
            LayerRecord {
                half_sum: layer.index.half_sum() as u32,
                states: layer.states.len(),
                words: layer.states.words().len() as u64,
                checksum: checksum.finalize(),
            }
        };
        SolutionHeader {
            valued_game: self.valued_game,
            precision: self.precision,
            states: self.states,
            lost: self.lost,
            start_value: self.start_value(),
            layers: self.layers.iter().map(record).collect(),
        }
    }
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

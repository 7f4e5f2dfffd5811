//! Writing solution files.

use std::io::Write;

use super::error::{FileError, malformed};
use super::header::{LayerRecord, SOLUTION, SolutionHeader};
use crate::Solution;
use crate::store::layers::BackwardLayer;
use crate::store::values::LayerValues;

impl Solution {
    /// Writes the solution file.
    ///
    /// # Errors
    /// [`FileError::Io`] if writing fails.
    ///
    /// ```
    /// use std::io::Cursor;
    ///
    /// use mdp2048::{Game, SolutionReader, Solver, Values};
    ///
    /// let solution = Solver::new(&Game::builder().board(2, 2).target(16).build()?).solve()?;
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
        // The header has the checksums of the layers, so each layer is read twice.
        let checksum = |layer: &BackwardLayer| {
            let mut checksum = crc32fast::Hasher::new();
            layer_parts(layer).into_iter().for_each(|bytes| checksum.update(bytes));
            checksum.finalize()
        };
        let checksums: Vec<u32> = self.layers.iter().map(checksum).collect();
        self.write_header(&checksums, &mut out)?;
        self.layers.iter().flat_map(layer_parts).try_for_each(|bytes| out.write_all(bytes))?;
        Ok(out.flush()?)
    }

    fn header(&self, checksums: &[u32]) -> SolutionHeader {
        let record = |(layer, &checksum): (&BackwardLayer, &u32)| LayerRecord {
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
            start_return: self.totals.start_return,
            layers: self.layers.iter().zip(checksums).map(record).collect(),
        }
    }

    fn write_header(&self, checksums: &[u32], out: &mut impl Write) -> Result<(), FileError> {
        let header = postcard::to_allocvec(&self.header(checksums)).ok();
        let frame = header.and_then(|header| SOLUTION.frame(&header));
        Ok(out.write_all(&frame.ok_or_else(|| malformed("its header cannot be written"))?)?)
    }
}

/// The bytes of a layer: the words of the bitmap, and the values.
fn layer_parts(layer: &BackwardLayer) -> [&[u8]; 2] {
    let values = match &layer.values {
        LayerValues::Double(values) => bytemuck::cast_slice(values),
        LayerValues::Single(values) => bytemuck::cast_slice(values),
    };
    [bytemuck::cast_slice(layer.states.words()), values]
}

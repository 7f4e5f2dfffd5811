//! Reading solution files. A query reads only the layers around its position.

use std::io::{Read, Seek, SeekFrom};

use mdp2048_model::FrameError;
use mdp2048_rules::{Exponent, TileSum};

use super::error::{FileError, malformed};
use super::header::{LayerRecord, SOLUTION, SolutionHeader};
use crate::Solution;
use crate::allocate::{self, Array};
use crate::bits::is_bitmap;
use crate::bits::ranked::RankedBits;
use crate::board_index::codes::{BoardCodes, rank_table_bytes};
use crate::board_index::layer::LayerIndex;
use crate::half_sum::HalfSum;
use crate::little_endian::numbers;
use crate::options::Precision;
use crate::residual::is_possible;
use crate::solution::contradiction::Contradiction;
use crate::solution::totals::SolutionTotals;
use crate::solution::window::SolutionWindow;
use crate::store::layers::BackwardLayer;
use crate::store::values::LayerValues;

/// An open solution file, of which layers are read on request.
#[derive(Debug)]
pub struct SolutionReader<R> {
    file: R,
    totals: SolutionTotals,
    layers: Vec<LayerRecord>,
    // The offset of each layer.
    starts: Vec<u64>,
    length: u64,
}

impl<R: Read + Seek> SolutionReader<R> {
    /// Reads and checks the header, and checks the length of the file.
    ///
    /// # Errors
    /// [`FileError`] says what is wrong with the file and what to do.
    pub fn open(mut file: R) -> Result<Self, FileError> {
        let length = file.seek(SeekFrom::End(0))?;
        file.seek(SeekFrom::Start(0))?;
        let bytes = SOLUTION.read_header::<FileError>(&mut file)?;
        let header: SolutionHeader = match postcard::take_from_bytes(&bytes) {
            Ok((header, [])) => header,
            Ok(_) => return Err(malformed("bytes follow the end of its header")),
            Err(_) => return Err(malformed("its header does not describe a possible game")),
        };
        if !is_possible(&header.valued_game.rewards(), header.precision, header.start_return) {
            return Err(malformed("its start value is none of its objective"));
        }
        let starts = layer_starts(&header, file.stream_position()?, length)?;
        Ok(Self { file, totals: header.totals(), layers: header.layers, starts, length })
    }

    /// The totals of the solution.
    pub const fn totals(&self) -> &SolutionTotals {
        &self.totals
    }

    /// The length of the file in bytes.
    pub const fn bytes(&self) -> u64 {
        self.length
    }

    /// Reads the whole solution.
    ///
    /// # Errors
    /// [`FileError`] says what is wrong with the file and what to do.
    pub fn read_all(&mut self) -> Result<Solution, FileError> {
        self.read_layers(|_| true)
    }

    /// Reads the layers that a query about states of one tile sum needs: their own and the two that
    /// random tiles lead to.
    ///
    /// # Errors
    /// [`FileError`] says what is wrong with the file and what to do.
    pub fn read_around(&mut self, sum: TileSum) -> Result<SolutionWindow, FileError> {
        let window = sum.get()..=sum.get().saturating_add(4);
        Ok(SolutionWindow::new(self.read_layers(|layer| window.contains(&layer.get()))?))
    }

    /// Checks that the file is long enough to justify allocating the tables of its game.
    ///
    /// The tables may have 16 bytes for each byte of the file, and 1 MiB. The layers of a game have
    /// several bits for each pattern of the inner cells, so every solution is long enough; but
    /// games with locked cells or given start boards may have few states, and their tables may have
    /// 256 MiB.
    pub(crate) fn check_size(&self) -> Result<(), FileError> {
        let game = self.totals.game();
        let is_usual = !game.shape().has_locked() && game.given_starts().len() == 0;
        let free: u64 = if is_usual { 1 << 20 } else { 1 << 28 };
        let most = self.length.saturating_mul(16).saturating_add(free);
        match rank_table_bytes(game) {
            Some(bytes) if bytes <= most => Ok(()),
            _ => Err(malformed("it is too short for its game")),
        }
    }

    fn read_layers(&mut self, wanted: impl Fn(TileSum) -> bool) -> Result<Solution, FileError> {
        self.check_size()?;
        let (codes, ranks) = BoardCodes::new(self.totals.game())?;
        let mut layers = Vec::new();
        for at in 0..self.layers.len() {
            let half_sum = self.layers[at].half_sum;
            if wanted(half_sum.tile_sum()) {
                layers.push(self.read_layer(&codes, at)?);
            }
        }
        Ok(Solution::new(self.totals.clone(), codes, ranks, layers))
    }

    fn read_layer(&mut self, codes: &BoardCodes, at: usize) -> Result<BackwardLayer, FileError> {
        let layer = self.read_raw(at)?;
        let index = LayerIndex::new(codes, layer.half_sum);
        layer.check_bits(index.len())?;
        let game = self.totals.game();
        let radix = game.radix();
        let is_bounded = game.target().is_none() && radix <= Exponent::MAX.get();
        if is_bounded && layer.half_sum.get() >= 1 << (radix - 1) {
            // The tiles of a state are below 2^K and different but for a few small ones, so their
            // sum is below 2^K too. A board with two tiles that merge to 2^K is no state, because
            // the index has no digit for 2^K. Tiles of 32768 do not merge, and there may be
            // several.
            return Err(malformed("a layer has a tile sum that no state has"));
        }
        let rewards = self.totals.valued_game.rewards();
        let mut values = layer.values.iter();
        if !values.all(|&value| is_possible(&rewards, self.totals.precision, value)) {
            let sum = layer.half_sum.tile_sum();
            return Err(Contradiction::Range(sum).into());
        }
        let states = RankedBits::new(layer.words)?;
        let values = LayerValues::new(layer.values, self.totals.precision)?;
        Ok(BackwardLayer { index, states, values })
    }

    /// Half the tile sums of the layers, ascending.
    pub(crate) fn half_sums(&self) -> impl Iterator<Item = HalfSum> {
        self.layers.iter().map(|layer| layer.half_sum)
    }

    /// Reads a layer by its position in the file, and checks it against its record.
    pub(crate) fn read_raw(&mut self, at: usize) -> Result<Raw, FileError> {
        let record = self.layers[at];
        // `open` checked that the lengths of the layers add up to that of the file.
        let bytes = record.bytes(self.totals.precision).unwrap_or(0);
        self.file.seek(SeekFrom::Start(self.starts[at]))?;
        let mut buffer = allocate::with_capacity(bytes as usize)?;
        self.file.by_ref().take(bytes).read_to_end(&mut buffer)?;
        if crc32fast::hash(&buffer) != record.checksum || buffer.len() as u64 != bytes {
            let layer = Some(record.half_sum.tile_sum().get());
            return Err(FrameError::Checksum { kind: &SOLUTION, layer }.into());
        }
        let (words, values) = buffer.split_at(8 * record.words as usize);
        let bitmap = allocate::collect(numbers(words))?;
        if bitmap.iter().map(|word: &u64| u64::from(word.count_ones())).sum::<u64>()
            != record.states
        {
            return Err(malformed("a layer's bitmap does not have its number of states"));
        }
        let values = match self.totals.precision {
            Precision::Double => allocate::collect(numbers(values)),
            Precision::Single => allocate::collect(numbers::<f32>(values).map(f64::from)),
        }?;
        Ok(Raw { half_sum: record.half_sum, words: bitmap, values })
    }
}

/// The offset of each layer, the first at `start`. Checks that the records agree with each other
/// and with the length of the file.
fn layer_starts(header: &SolutionHeader, start: u64, length: u64) -> Result<Vec<u64>, FileError> {
    let mut starts = Vec::with_capacity(header.layers.len());
    let mut end = start;
    for layer in &header.layers {
        starts.push(end);
        let next = layer.bytes(header.precision).and_then(|bytes| end.checked_add(bytes));
        end = next.ok_or_else(|| malformed("its layers exceed the largest possible file"))?;
    }
    if let Some(missing) = end.checked_sub(length).filter(|&missing| missing > 0) {
        return Err(FrameError::CutShort { kind: &SOLUTION, missing }.into());
    }
    if end < length {
        return Err(FrameError::TooLong(&SOLUTION).into());
    }
    let ascending = header.layers.windows(2).all(|pair| pair[0].half_sum < pair[1].half_sum);
    let states = header.layers.iter().map(|layer| layer.states).sum::<u64>();
    let has_empty = header.layers.iter().any(|layer| layer.states == 0);
    if !ascending || has_empty || states != header.states {
        return Err(malformed("the layers in its header contradict each other"));
    }
    Ok(starts)
}

/// A layer as the file holds it.
#[derive(Debug)]
pub(crate) struct Raw {
    pub(crate) half_sum: HalfSum,
    /// The bitmap.
    pub(crate) words: Array<u64>,
    /// A value for each set bit, in ascending order of the bits.
    pub(crate) values: Array<f64>,
}

impl Raw {
    /// Checks that the bitmap has the right length for a layer of this many boards, and sets no bit
    /// beyond them.
    pub(crate) fn check_bits(&self, boards: u64) -> Result<(), FileError> {
        if !is_bitmap(&self.words, boards) {
            return Err(malformed("a layer's bitmap does not fit its tile sum"));
        }
        Ok(())
    }
}

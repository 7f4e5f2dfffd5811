//! The solution file: a header, then a bitmap and values for each layer.
//!
//! FORMAT.md describes the bytes. Reading checks everything it touches; a query touches only the
//! layers around its position.

use std::io::{self, Read, Seek, SeekFrom, Write};

use mdp2048_model::{Game, Values};
use mdp2048_rules::TileSum;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Solution;
use crate::bits::ranked::RankedBits;
use crate::index::codes::{BoardCodes, inner_patterns};
use crate::index::layer::LayerIndex;
use crate::options::Precision;
use crate::store::layers::ValuedLayer;
use crate::store::values::LayerValues;

/// The version of the solution file that this build writes and reads.
pub const SOLUTION_VERSION: u16 = 2;

const MAGIC: [u8; 8] = *b"MDP2048S";

/// Bytes before the header: mark, version, header length, CRC-32 of the header.
const FRAME_BYTES: u64 = 8 + 2 + 4 + 4;

/// Why a solution file cannot be written or read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// Reading or writing failed.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file does not begin like a solution.
    #[error("this is not a solution file: make one with mdp2048 solve")]
    NotASolution,
    /// The file is of a version that this build does not read.
    #[error(
        "this solution is version {0}, this build reads version {SOLUTION_VERSION}: solve the game again with this build"
    )]
    Version(u16),
    /// The file is not as long as its header says.
    #[error(
        "the solution has {found} bytes where it should have {expected}: it is cut short or was changed; copy it again or solve the game again"
    )]
    Length {
        /// Bytes that the header accounts for.
        expected: u64,
        /// Bytes that are there.
        found: u64,
    },
    /// A checksum does not match.
    #[error(
        "the solution is damaged: the checksum of its {0} does not match; copy it again or solve the game again"
    )]
    Checksum(String),
    /// The checksums match, but the contents make no sense.
    #[error("the solution is malformed: {0}; solve the game again")]
    Malformed(&'static str),
}

/// What a solution file says of itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolutionHeader {
    /// The game.
    pub game: Game,
    /// The precision that the values are held in.
    pub precision: Precision,
    /// How many states it has.
    pub states: u64,
    /// How many lost boards can be reached.
    pub lost: u64,
    /// The mean value over the game's start states.
    pub start_value: f64,
    layers: Vec<LayerRecord>,
}

/// Where a layer stands in the file, after the layers before it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct LayerRecord {
    half_sum: u32,
    states: u64,
    words: u64,
    checksum: u32,
}

impl LayerRecord {
    /// Bytes that the layer takes, unless that is absurd.
    fn bytes(&self, precision: Precision) -> Option<u64> {
        let values = self.states.checked_mul(precision.bytes())?;
        self.words.checked_mul(8)?.checked_add(values)
    }
}

impl SolutionHeader {
    /// How many layers have states.
    pub fn layers(&self) -> usize {
        self.layers.len()
    }

    /// The number of states in the largest layer.
    pub fn largest_layer(&self) -> u64 {
        self.layers.iter().map(|layer| layer.states).max().unwrap_or(0)
    }
}

/// Calls `each` with a layer's bytes, a piece at a time.
fn layer_bytes(
    layer: &ValuedLayer,
    mut each: impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let mut piece = Vec::with_capacity(1 << 16);
    let mut add = |bytes: &[u8]| {
        piece.extend(bytes);
        if piece.len() == piece.capacity() {
            each(&piece)?;
            piece.clear();
        }
        Ok::<(), io::Error>(())
    };
    // The words of the bitmap, then the values.
    layer.states.words().iter().try_for_each(|word| add(&word.to_le_bytes()))?;
    match &layer.values {
        LayerValues::Double(values) => {
            values.iter().try_for_each(|value| add(&value.to_le_bytes()))
        }
        LayerValues::Single(values) => {
            values.iter().try_for_each(|value| add(&value.to_le_bytes()))
        }
    }?;
    each(&piece)
}

impl Solution {
    /// What the file of this solution says of itself.
    ///
    /// # Errors
    /// None that a caller could meet; the checksums pass through the same code as writing.
    fn header(&self) -> io::Result<SolutionHeader> {
        let mut layers = Vec::with_capacity(self.layers.len());
        for layer in &self.layers {
            let mut checksum = crc32fast::Hasher::new();
            layer_bytes(layer, |piece| {
                checksum.update(piece);
                Ok(())
            })?;
            layers.push(LayerRecord {
                half_sum: layer.index.half_sum() as u32,
                states: layer.states.len(),
                words: layer.states.words().len() as u64,
                checksum: checksum.finalize(),
            });
        }
        Ok(SolutionHeader {
            game: self.game,
            precision: self.precision,
            states: self.states,
            lost: self.lost,
            start_value: self.start_value(),
            layers,
        })
    }

    /// Writes the solution file.
    ///
    /// # Errors
    /// [`FileError::Io`] if writing fails.
    pub fn write(&self, mut out: impl Write) -> Result<(), FileError> {
        let header = postcard::to_allocvec(&self.header()?)
            .map_err(|_| FileError::Malformed("its header cannot be written"))?;
        out.write_all(&MAGIC)?;
        out.write_all(&SOLUTION_VERSION.to_le_bytes())?;
        out.write_all(&(header.len() as u32).to_le_bytes())?;
        out.write_all(&crc32fast::hash(&header).to_le_bytes())?;
        out.write_all(&header)?;
        for layer in &self.layers {
            layer_bytes(layer, |piece| out.write_all(piece))?;
        }
        out.flush()?;
        Ok(())
    }
}

/// An open solution file, of which layers are read when asked for.
#[derive(Debug)]
pub struct SolutionReader<R> {
    file: R,
    header: SolutionHeader,
    // Where each layer begins.
    starts: Vec<u64>,
    length: u64,
}

impl<R: Read + Seek> SolutionReader<R> {
    /// Reads and checks the header, and the length of the file.
    ///
    /// # Errors
    /// [`FileError`] says what is wrong with the file and what to do.
    pub fn open(mut file: R) -> Result<Self, FileError> {
        let length = file.seek(SeekFrom::End(0))?;
        file.seek(SeekFrom::Start(0))?;
        let mut frame = Vec::with_capacity(FRAME_BYTES as usize);
        file.by_ref().take(FRAME_BYTES).read_to_end(&mut frame)?;
        let (mark, rest) = frame.split_at_checked(MAGIC.len()).ok_or(FileError::NotASolution)?;
        if mark != MAGIC {
            return Err(FileError::NotASolution);
        }
        let cut = || FileError::Length { expected: FRAME_BYTES, found: length };
        let (&version, rest) = rest.split_first_chunk().ok_or_else(cut)?;
        let version = u16::from_le_bytes(version);
        if version != SOLUTION_VERSION {
            return Err(FileError::Version(version));
        }
        let (&header_length, rest) = rest.split_first_chunk().ok_or_else(cut)?;
        let (&checksum, _) = rest.split_first_chunk().ok_or_else(cut)?;
        let start = FRAME_BYTES + u64::from(u32::from_le_bytes(header_length));
        if length < start {
            return Err(FileError::Length { expected: start, found: length });
        }
        let mut bytes = Vec::new();
        file.by_ref().take(start - FRAME_BYTES).read_to_end(&mut bytes)?;
        if crc32fast::hash(&bytes) != u32::from_le_bytes(checksum) {
            return Err(FileError::Checksum("header".to_owned()));
        }
        let header: SolutionHeader = postcard::from_bytes(&bytes)
            .map_err(|_| FileError::Malformed("its header does not describe a possible game"))?;
        let expected = header
            .layers
            .iter()
            .try_fold(start, |end, layer| end.checked_add(layer.bytes(header.precision)?))
            .ok_or(FileError::Malformed("its layers are absurdly large"))?;
        if expected != length {
            return Err(FileError::Length { expected, found: length });
        }
        let ascending = header.layers.windows(2).all(|pair| pair[0].half_sum < pair[1].half_sum);
        let states = header.layers.iter().map(|layer| layer.states).sum::<u64>();
        let some_empty = header.layers.iter().any(|layer| layer.states == 0);
        if !ascending || some_empty || states != header.states {
            return Err(FileError::Malformed("its layers do not add up"));
        }
        let starts = header.layers.iter().scan(start, |next, layer| {
            let start = *next;
            *next += layer.bytes(header.precision).unwrap_or(0);
            Some(start)
        });
        let starts = starts.collect();
        Ok(Self { file, header, starts, length })
    }

    /// What the file says of itself.
    pub const fn header(&self) -> &SolutionHeader {
        &self.header
    }

    /// How many bytes the file has.
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

    /// Reads the part of a solution that answers for states of one tile sum: their layer and the
    /// two that random tiles lead to. States of other layers have no value in it.
    ///
    /// # Errors
    /// [`FileError`] says what is wrong with the file and what to do.
    pub fn read_around(&mut self, sum: TileSum) -> Result<Solution, FileError> {
        self.read_layers(|layer| (sum.get()..=sum.get() + 4).contains(&layer.get()))
    }

    /// Checks that the file may ask for tables of the size of its game.
    ///
    /// The layers of a game have several bits for each pattern of a rest; a file that is much shorter
    /// than tables with eight bytes for each, the largest that are made, is not a solution.
    pub(crate) fn check_size(&self) -> Result<(), FileError> {
        let most = self.length.saturating_mul(16).saturating_add(1 << 20);
        match inner_patterns(&self.header.game) {
            Some(patterns) if 8 * patterns <= most => Ok(()),
            _ => Err(FileError::Malformed("it is too short for the game it names")),
        }
    }

    fn read_layers(&mut self, wanted: impl Fn(TileSum) -> bool) -> Result<Solution, FileError> {
        let game = self.header.game;
        self.check_size()?;
        let (codes, ranks) = BoardCodes::new(&game);
        let mut layers = Vec::new();
        for (at, record) in self.header.layers.clone().into_iter().enumerate() {
            let sum = TileSum::new(record.half_sum.saturating_mul(2));
            if wanted(sum) {
                layers.push(self.read_layer(&codes, at)?);
            }
        }
        Ok(Solution {
            game,
            rewards: game.rewards(),
            codes,
            ranks,
            layers,
            states: self.header.states,
            lost: self.header.lost,
            start_value: self.header.start_value,
            precision: self.header.precision,
        })
    }

    fn read_layer(&mut self, codes: &BoardCodes, at: usize) -> Result<ValuedLayer, FileError> {
        let RawLayer { half_sum, words, values } = self.read_raw(at)?;
        let index = LayerIndex::new(codes, half_sum);
        let beyond = index.len() % 64;
        let last = words.last().copied().unwrap_or(0);
        if words.len() as u64 != index.len().div_ceil(64) || (beyond != 0 && last >> beyond != 0) {
            return Err(FileError::Malformed("a layer has not the bits of its tile sum"));
        }
        let values = LayerValues::new(values, self.header.precision);
        let states = RankedBits::new(words)
            .ok_or(FileError::Malformed("a layer has more states than can be numbered"))?;
        Ok(ValuedLayer { index, states, values })
    }

    /// Half the tile sums of the layers, ascending.
    pub(crate) fn half_sums(&self) -> impl Iterator<Item = usize> {
        self.header.layers.iter().map(|layer| layer.half_sum as usize)
    }

    /// Reads a layer, by its place in the file, as it stands there.
    pub(crate) fn read_raw(&mut self, at: usize) -> Result<RawLayer, FileError> {
        let record = self.header.layers[at];
        // The header was checked to account for just the bytes of the file.
        let bytes = record.bytes(self.header.precision).unwrap_or(0);
        self.file.seek(SeekFrom::Start(self.starts[at]))?;
        let mut buffer = Vec::with_capacity(bytes as usize);
        self.file.by_ref().take(bytes).read_to_end(&mut buffer)?;
        if crc32fast::hash(&buffer) != record.checksum || buffer.len() as u64 != bytes {
            return Err(FileError::Checksum(format!("layer {}", 2 * u64::from(record.half_sum))));
        }
        let (words, values) = buffer.split_at(8 * record.words as usize);
        let words = words.as_chunks().0.iter();
        let bitmap: Vec<u64> = words.map(|&chunk| u64::from_le_bytes(chunk)).collect();
        if bitmap.iter().map(|word| u64::from(word.count_ones())).sum::<u64>() != record.states {
            return Err(FileError::Malformed("a layer has not the states it says it has"));
        }
        let values = match self.header.precision {
            Precision::Double => {
                values.as_chunks().0.iter().map(|&chunk| f64::from_le_bytes(chunk)).collect()
            }
            Precision::Single => {
                let numbers = values.as_chunks().0.iter().map(|&chunk| f32::from_le_bytes(chunk));
                numbers.map(f64::from).collect()
            }
        };
        Ok(RawLayer { half_sum: record.half_sum as usize, words: bitmap, values })
    }
}

/// A layer as it stands in the file, whole and with a value for each bit.
#[derive(Debug)]
pub(crate) struct RawLayer {
    pub(crate) half_sum: usize,
    pub(crate) words: Vec<u64>,
    /// In the order of the set bits.
    pub(crate) values: Vec<f64>,
}

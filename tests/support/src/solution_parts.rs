//! The parts of a solution file, read and written as FORMAT.md specifies, so that tests can change
//! them and correct the checksums.

use mdp2048_model::ValuedGame;
use mdp2048_solve::SOLUTION;
use serde::{Deserialize, Serialize};

/// The bytes of magic bytes, version, length and checksum of the header.
const FRAME_BYTES: usize = 18;

/// The parts of a solution file.
#[derive(Clone, Debug)]
pub struct SolutionParts {
    /// The header.
    pub header: SolutionEntries,
    /// The contents of the layers.
    pub layers: Vec<LayerParts>,
}

/// The header of a solution file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SolutionEntries {
    /// The game.
    pub valued_game: ValuedGame,
    /// 0: double; 1: single.
    pub precision: u8,
    /// The number of states.
    pub states: u64,
    /// The number of lost boards.
    pub lost: u64,
    /// The mean value of the start states.
    pub start_return: f64,
    /// The records of the layers.
    pub layers: Vec<LayerEntry>,
}

/// The header's record of a layer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LayerEntry {
    /// Half the tile sum.
    pub half_sum: u32,
    /// The number of states.
    pub states: u64,
    /// The number of words of the bitmap.
    pub words: u64,
    /// The CRC-32 of the layer's bytes.
    pub checksum: u32,
}

/// The contents of a layer.
#[derive(Clone, Debug)]
pub struct LayerParts {
    /// The bitmap.
    pub words: Vec<u64>,
    /// The values, by set bit.
    pub values: Vec<f64>,
}

impl LayerParts {
    /// Whether a bit is set.
    pub fn has(&self, bit: usize) -> bool {
        self.words[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// Clears a bit and removes its value, or sets it with a value.
    pub fn flip(&mut self, bit: usize, value: f64) {
        // A file may have fewer values than set bits.
        let rank = (0..bit).filter(|&bit| self.has(bit)).count().min(self.values.len());
        if !self.has(bit) {
            self.values.insert(rank, value);
        } else if rank < self.values.len() {
            self.values.remove(rank);
        }
        self.words[bit / 64] ^= 1 << (bit % 64);
    }
}

impl SolutionParts {
    /// The parts of a file; `None` if the bytes are not one whose lengths match its header.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let body = bytes.get(FRAME_BYTES..)?;
        let (header, mut rest): (SolutionEntries, _) = postcard::take_from_bytes(body).ok()?;
        let mut layers = Vec::new();
        for record in &header.layers {
            let words = usize::try_from(record.words).ok()?.checked_mul(8)?;
            let (words, after) = rest.split_at_checked(words)?;
            let words = words.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word));
            let size = if header.precision == 0 { 8 } else { 4 };
            let values = usize::try_from(record.states).ok()?.checked_mul(size)?;
            let (values, after) = after.split_at_checked(values)?;
            rest = after;
            let values = match header.precision {
                0 => values.as_chunks().0.iter().map(|&chunk| f64::from_le_bytes(chunk)).collect(),
                _ => values
                    .as_chunks()
                    .0
                    .iter()
                    .map(|&chunk| f64::from(f32::from_le_bytes(chunk)))
                    .collect(),
            };
            layers.push(LayerParts { words: words.collect(), values });
        }
        Some(Self { header, layers })
    }

    /// Makes the counts of the header match the layers.
    pub fn count_again(&mut self) {
        for (record, layer) in self.header.layers.iter_mut().zip(&self.layers) {
            record.words = layer.words.len() as u64;
            record.states = layer.values.len() as u64;
        }
        self.header.states = self.header.layers.iter().map(|layer| layer.states).sum();
    }

    /// The file of these parts, with checksums that match them.
    pub fn bytes(mut self) -> Vec<u8> {
        let mut body = Vec::new();
        for (record, layer) in self.header.layers.iter_mut().zip(&self.layers) {
            let mut bytes: Vec<u8> =
                layer.words.iter().flat_map(|word| word.to_le_bytes()).collect();
            match self.header.precision {
                0 => bytes.extend(layer.values.iter().flat_map(|value| value.to_le_bytes())),
                _ => {
                    let values = layer.values.iter().map(|&value| value as f32);
                    bytes.extend(values.flat_map(f32::to_le_bytes));
                }
            }
            record.checksum = crc32fast::hash(&bytes);
            body.extend(bytes);
        }
        // Serialisation of a header cannot fail.
        let header = postcard::to_allocvec(&self.header).unwrap_or_default();
        let mut bytes = SOLUTION.frame(&header).unwrap_or_default();
        bytes.extend(body);
        bytes
    }
}

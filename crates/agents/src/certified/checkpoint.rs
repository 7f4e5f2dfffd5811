//! The file from which a certification resumes.
//!
//! Numbers are little-endian:
//!
//! | bytes | content |
//! | --- | --- |
//! | 8 | `mdp2048b` |
//! | 4 | the version of this layout, 2 |
//! | 4, then its length | what is certified, in words |
//! | 8 | the digest of all that the numbers depend on |
//! | 4 | the tile sum of the next layer |
//! | 136 | the weights of the games that made a tile, by exponent |
//! | 16 | the weights of the games that were won and lost |
//! | 4, then 28 for each | the layers so far: tile sum, boards, boards given up, their weight |
//! | three times 8, then 16 for each | the boards of the next layers: key and weight |
//! | 4 | the CRC-32 (ISO-HDLC) of all bytes before; nothing follows |

use std::io::{self, Read, Write};

use mdp2048_rules::Board;
use thiserror::Error;

use super::run::{Certification, CertifiedTotals, LayerWeights, TILES};
use super::table::{LayerTable, WeightTable, WeightedBoard};
use super::weight::{BoardWeight, ONE};
use crate::provenance::{OtherProvenance, Provenance};
use crate::summed::Summed;

/// The first bytes.
const MAGIC: &[u8; 8] = b"mdp2048b";

/// The version of the layout.
const VERSION: u32 = 2;

/// The most bytes of the words of what is certified.
const LONGEST: usize = 1 << 16;

/// Why a certification cannot resume from a file.
#[derive(Debug, Error)]
pub enum ResumeError {
    /// It cannot be read.
    #[error("could not read the checkpoint: {0}")]
    Read(io::Error),
    /// It is another file.
    #[error("the file is no checkpoint of mdp2048 certify: choose another one")]
    NoCheckpoint,
    /// The layout differs. That of version 1 does not say which network or policy it is of.
    #[error("the checkpoint is of another version of mdp2048: remove it to begin again")]
    Version,
    /// It is of another certification.
    #[error("the checkpoint is {0}: choose another --checkpoint, or remove it to begin again")]
    Other(OtherProvenance),
    /// It ends early.
    #[error("the checkpoint is cut short: remove it to begin again, or use a copy")]
    Truncated,
    /// Bytes were changed or added.
    #[error("the checkpoint is damaged: remove it to begin again, or use a copy")]
    Damaged,
}

impl From<io::Error> for ResumeError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Truncated,
            _ => Self::Read(error),
        }
    }
}

impl Certification {
    /// Writes all that the certification needs to go on as if it had not stopped. `provenance` is
    /// what is certified.
    ///
    /// # Errors
    /// An error of `out`.
    pub fn save(&self, provenance: &Provenance, out: &mut dyn Write) -> io::Result<()> {
        let (mut out, words) = (Summed::new(out), provenance.words());
        let CertifiedTotals { made, won, lost, layers } = &self.totals;
        out.put(MAGIC)?;
        out.put(&VERSION.to_le_bytes())?;
        out.put(&(words.len() as u32).to_le_bytes())?;
        out.put(words.as_bytes())?;
        out.put(&provenance.digest().to_le_bytes())?;
        out.put(&self.tile_sum.to_le_bytes())?;
        for weight in made.iter().chain([won, lost]) {
            out.put(&weight.to_le_bytes())?;
        }
        out.put(&(layers.len() as u32).to_le_bytes())?;
        for layer in layers {
            out.put(&layer.tile_sum.to_le_bytes())?;
            for number in [layer.boards, layer.dropped_boards, layer.dropped] {
                out.put(&number.to_le_bytes())?;
            }
        }
        for layer in &self.layers {
            out.put(&layer.boards().to_le_bytes())?;
            for WeightedBoard { key, weight } in
                layer.shards().iter().flat_map(WeightTable::entries)
            {
                out.put(&key.to_le_bytes())?;
                out.put(&weight.to_le_bytes())?;
            }
        }
        out.finish()
    }

    /// The certification of a file that [`Certification::save`] wrote with the same provenance:
    /// all that `begun` was made with, and the agent.
    ///
    /// # Errors
    /// [`ResumeError`] if the file is not such a file.
    pub fn resume(
        begun: Self,
        provenance: &Provenance,
        input: &mut dyn Read,
    ) -> Result<Self, ResumeError> {
        let mut input = Summed::new(input);
        if input.take().ok() != Some(*MAGIC) {
            return Err(ResumeError::NoCheckpoint);
        }
        if u32::from_le_bytes(input.take()?) != VERSION {
            return Err(ResumeError::Version);
        }
        let length = u32::from_le_bytes(input.take()?) as usize;
        if length > LONGEST {
            return Err(ResumeError::Damaged);
        }
        let mut found = vec![0; length];
        input.fill(&mut found)?;
        let found = String::from_utf8(found).map_err(|_| ResumeError::Damaged)?;
        let found = Provenance::from_parts(found, u64::from_le_bytes(input.take()?));
        found.check(provenance).map_err(ResumeError::Other)?;
        let tile_sum = u32::from_le_bytes(input.take()?);
        let mut made: [BoardWeight; TILES] = [0; TILES];
        for weight in &mut made {
            *weight = u64::from_le_bytes(input.take()?);
        }
        let [won, lost] = [u64::from_le_bytes(input.take()?), u64::from_le_bytes(input.take()?)];
        let mut layers = Vec::new();
        for _ in 0..u32::from_le_bytes(input.take()?) {
            layers.push(LayerWeights {
                tile_sum: u32::from_le_bytes(input.take()?),
                boards: u64::from_le_bytes(input.take()?),
                dropped_boards: u64::from_le_bytes(input.take()?),
                dropped: u64::from_le_bytes(input.take()?),
            });
        }
        let totals = CertifiedTotals { made, won, lost, layers };
        let shape = begun.game().shape();
        let mut tables = [LayerTable::new(), LayerTable::new(), LayerTable::new()];
        let mut sum: BoardWeight = 0;
        for layer in &mut tables {
            for _ in 0..u64::from_le_bytes(input.take()?) {
                let key = u64::from_le_bytes(input.take()?);
                let weight: BoardWeight = u64::from_le_bytes(input.take()?);
                sum = sum.saturating_add(weight);
                // Sums of weights never overflow where all of them together are at most 1.
                if Board::from_key(shape, key).is_none() || sum > ONE {
                    return Err(ResumeError::Damaged);
                }
                layer.add(WeightedBoard { key, weight });
            }
        }
        if !input.finish_intact()? {
            return Err(ResumeError::Damaged);
        }
        Ok(Self { totals, tile_sum, layers: tables, ..begun })
    }
}

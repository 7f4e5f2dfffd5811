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

use super::run::{Certification, CertifiedTotals, LayerWeights, TILES};
use super::table::{LayerTable, WeightTable, WeightedBoard};
use super::weight::{BoardWeight, ONE};
use crate::checkpoint::{Checkpoint, CheckpointError};
use crate::provenance::Provenance;
use mdp2048_rules::Board;

/// The first bytes.
const MAGIC: &[u8; 8] = b"mdp2048b";

/// The version of the layout.
const VERSION: u32 = 2;

/// The most bytes of the words of what is certified.
const LONGEST: usize = 1 << 16;

impl Certification {
    /// Writes all that the certification needs to go on as if it had not stopped. `provenance` is
    /// what is certified.
    ///
    /// # Errors
    /// An error of `out`.
    pub fn save(&self, provenance: &Provenance, out: &mut dyn Write) -> io::Result<()> {
        let (mut out, words) = (Checkpoint::create(out, MAGIC, VERSION)?, provenance.words());
        let CertifiedTotals { made, won, lost, layers } = &self.totals;
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
    /// [`CheckpointError`] if the file is not such a file.
    pub fn resume(
        begun: Self,
        provenance: &Provenance,
        input: &mut dyn Read,
    ) -> Result<Self, CheckpointError> {
        let mut input = Checkpoint::open(input, MAGIC, VERSION)?;
        let length = input.u32()? as usize;
        if length > LONGEST {
            return Err(CheckpointError::Damaged);
        }
        let mut found = vec![0; length];
        input.fill(&mut found)?;
        let found = String::from_utf8(found).map_err(|_| CheckpointError::Damaged)?;
        let found = Provenance::from_parts(found, input.u64()?);
        found.check(provenance).map_err(CheckpointError::Other)?;
        let tile_sum = input.u32()?;
        let mut made: [BoardWeight; TILES] = [0; TILES];
        for weight in &mut made {
            *weight = input.u64()?;
        }
        let [won, lost] = [input.u64()?, input.u64()?];
        let mut layers = Vec::new();
        for _ in 0..input.u32()? {
            layers.push(LayerWeights {
                tile_sum: input.u32()?,
                boards: input.u64()?,
                dropped_boards: input.u64()?,
                dropped: input.u64()?,
            });
        }
        let totals = CertifiedTotals { made, won, lost, layers };
        let shape = begun.game().shape();
        let mut tables = [LayerTable::new(), LayerTable::new(), LayerTable::new()];
        let mut sum: BoardWeight = 0;
        for layer in &mut tables {
            for _ in 0..input.u64()? {
                let key = input.u64()?;
                let weight: BoardWeight = input.u64()?;
                sum = sum.saturating_add(weight);
                // Sums of weights never overflow where all of them together are at most 1.
                if Board::from_key(shape, key).is_none() || sum > ONE {
                    return Err(CheckpointError::Damaged);
                }
                layer.add(WeightedBoard { key, weight });
            }
        }
        input.check_end()?;
        Ok(Self { totals, tile_sum, layers: tables, ..begun })
    }
}

//! What a checkpoint of a growth holds, from which it goes on.
//!
//! Numbers are little-endian:
//!
//! | bytes | content |
//! | --- | --- |
//! | 4, 4 | the number of rounds that are done; that of layers |
//! | 8, then 8 for each | for each layer, tile sums 0, 2, 4 ...: the number of boards, their keys |
//!
//! The values follow from the boards, so they are not written. The file around it names its kind
//! and version, what the set depends on, and has a checksum.

use std::io::{self, Read, Write};

use mdp2048_rules::Board;

use crate::growing::GrowingSet;
use crate::set::SetLayer;

impl GrowingSet {
    /// The first bytes of a checkpoint.
    pub const MAGIC: &[u8; 8] = b"MDP2048G";

    /// The version of the layout, and of how sets grow.
    pub const VERSION: u32 = 3;

    /// Writes all that the growth needs to go on as if it had not stopped, without a checksum.
    ///
    /// # Errors
    /// An error of `out`.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&(self.done as u32).to_le_bytes())?;
        out.write_all(&(self.set.layers.len() as u32).to_le_bytes())?;
        for layer in &self.set.layers {
            out.write_all(&(layer.keys.len() as u64).to_le_bytes())?;
            for key in &layer.keys {
                out.write_all(&key.to_le_bytes())?;
            }
        }
        Ok(())
    }

    /// The set that [`GrowingSet::save`] wrote. `begun` is a new set of the same game and growth,
    /// but for the number of further rounds, of which more may be done than it asks for. Nothing
    /// tells whether the growth was the same: the caller has to.
    ///
    /// # Errors
    /// An error of `input`; [`io::ErrorKind::InvalidData`] if the keys are not those of a set.
    pub fn resume(begun: Self, input: &mut dyn Read) -> io::Result<Self> {
        let mut growing = begun;
        growing.done = u32::from_le_bytes(take(input)?) as usize;
        for half_sum in 0..u32::from_le_bytes(take(input)?) {
            let keys = growing.read_layer(half_sum, input)?;
            growing.set.layers.push(SetLayer::unsolved(keys));
        }
        Ok(growing)
    }

    /// The keys of a layer, which ascend and are of its tile sum.
    fn read_layer(&self, half_sum: u32, input: &mut dyn Read) -> io::Result<Vec<u64>> {
        let (shape, mut keys) = (self.game().shape(), Vec::new());
        for _ in 0..u64::from_le_bytes(take(input)?) {
            let key = u64::from_le_bytes(take(input)?);
            let is_next = keys.last().is_none_or(|&last| last < key);
            let sum = Board::from_key(shape, key).map(|board| board.tile_sum().get());
            if !is_next || sum != Some(2 * half_sum) {
                return Err(io::ErrorKind::InvalidData.into());
            }
            keys.push(key);
        }
        Ok(keys)
    }
}

fn take<const COUNT: usize>(input: &mut dyn Read) -> io::Result<[u8; COUNT]> {
    let mut bytes = [0; COUNT];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}

//! The file from which a growth resumes.
//!
//! Numbers are little-endian:
//!
//! | bytes | content |
//! | --- | --- |
//! | 8, 2 | `MDP2048G`; the version of this layout and of the rounds, 2 |
//! | 4, then its length | what the set depends on, in words |
//! | 8 | the digest of all that a round depends on |
//! | 4, 4 | the number of rounds that are done; that of layers |
//! | 8, then 8 for each | for each layer, tile sums 0, 2, 4 ...: the number of boards, their keys |
//! | 4 | the CRC-32 (IEEE) of all bytes before; nothing follows |
//!
//! The values follow from the boards, so the file does not have them.

use std::io::{self, Read, Write};

use crc32fast::Hasher;
use mdp2048_rules::Board;

use crate::error::ResumeError;
use crate::growing::GrowingSet;
use crate::set::SetLayer;

/// The first bytes.
const MAGIC: &[u8; 8] = b"MDP2048G";

/// The version of the layout, and of how sets grow.
const VERSION: u16 = 2;

/// The most bytes of the words.
const LONGEST: u32 = 1 << 16;

/// The keys that are read or written at once.
const KEYS: usize = 1 << 13;

/// All that each round of a growing set depends on: in words for people, and as a digest for
/// comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// In words.
    pub words: String,
    /// Sets of the same digest grow alike.
    pub digest: u64,
}

impl GrowingSet {
    /// Writes all that the growth needs to go on as if it had not stopped.
    ///
    /// # Errors
    /// An error of `out`.
    pub fn save(&self, origin: &Origin, out: &mut dyn Write) -> io::Result<()> {
        let mut out = Summed { inner: out, hasher: Hasher::new() };
        out.write_all(MAGIC)?;
        out.write_all(&VERSION.to_le_bytes())?;
        out.write_all(&(origin.words.len() as u32).to_le_bytes())?;
        out.write_all(origin.words.as_bytes())?;
        out.write_all(&origin.digest.to_le_bytes())?;
        out.write_all(&(self.done as u32).to_le_bytes())?;
        out.write_all(&(self.set.layers.len() as u32).to_le_bytes())?;
        for layer in &self.set.layers {
            out.write_all(&(layer.keys.len() as u64).to_le_bytes())?;
            for keys in layer.keys.chunks(KEYS) {
                let bytes: Vec<u8> = keys.iter().flat_map(|key| key.to_le_bytes()).collect();
                out.write_all(&bytes)?;
            }
        }
        let sum = out.hasher.finalize();
        out.inner.write_all(&sum.to_le_bytes())
    }

    /// The set of a file that [`GrowingSet::save`] wrote with the same origin. `begun` is a new set
    /// of the same game and growth, but for the number of further rounds. Computes the values of
    /// the set.
    ///
    /// # Errors
    /// [`ResumeError`] if the file is not such a file.
    pub fn resume(begun: Self, origin: &Origin, input: &mut dyn Read) -> Result<Self, ResumeError> {
        let mut input = Summed { inner: input, hasher: Hasher::new() };
        if input.bytes()? != *MAGIC {
            return Err(ResumeError::NotACheckpoint);
        }
        let version = u16::from_le_bytes(input.bytes()?);
        if version != VERSION {
            return Err(ResumeError::Version { found: version, read: VERSION });
        }
        let length = u32::from_le_bytes(input.bytes()?);
        if length > LONGEST {
            return Err(ResumeError::Damaged);
        }
        let mut words = vec![0; length as usize];
        input.fill(&mut words)?;
        let found = String::from_utf8(words).map_err(|_| ResumeError::Damaged)?;
        if u64::from_le_bytes(input.bytes()?) != origin.digest {
            return Err(ResumeError::Other { found, asked: origin.words.clone() });
        }
        let mut growing = begun;
        growing.done = u32::from_le_bytes(input.bytes()?) as usize;
        if growing.done > growing.rounds() {
            return Err(ResumeError::Rounds { done: growing.done, asked: growing.rounds() });
        }
        let layers = u32::from_le_bytes(input.bytes()?);
        for half_sum in 0..layers {
            let keys = growing.read_layer(half_sum, &mut input)?;
            growing.set.layers.push(SetLayer::unsolved(keys));
        }
        let sum = input.hasher.clone().finalize();
        if u32::from_le_bytes(input.bytes()?) != sum || input.inner.read(&mut [0])? > 0 {
            return Err(ResumeError::Damaged);
        }
        growing.solve(|_, _| {});
        Ok(growing)
    }

    /// The keys of a layer, which ascend and are of its tile sum.
    fn read_layer(
        &self,
        half_sum: u32,
        input: &mut Summed<&mut dyn Read>,
    ) -> Result<Vec<u64>, ResumeError> {
        let count = u64::from_le_bytes(input.bytes()?);
        let (shape, mut keys) = (self.game().shape(), Vec::new());
        for _ in 0..count {
            let key = u64::from_le_bytes(input.bytes()?);
            let is_next = keys.last().is_none_or(|&last| last < key);
            let sum = Board::from_key(shape, key).map(|board| board.tile_sum().get());
            if !is_next || sum != Some(2 * half_sum) {
                return Err(ResumeError::Damaged);
            }
            keys.push(key);
        }
        Ok(keys)
    }
}

/// Bytes with their CRC-32.
struct Summed<T> {
    inner: T,
    hasher: Hasher,
}

impl Summed<&mut dyn Write> {
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hasher.update(bytes);
        self.inner.write_all(bytes)
    }
}

impl Summed<&mut dyn Read> {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), ResumeError> {
        self.inner.read_exact(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => ResumeError::Truncated,
            _ => ResumeError::Io(error),
        })?;
        self.hasher.update(bytes);
        Ok(())
    }

    fn bytes<const COUNT: usize>(&mut self) -> Result<[u8; COUNT], ResumeError> {
        let mut bytes = [0; COUNT];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }
}

//! What the numbers in a file depend on, so that a run does not go on with those of another.

use std::fmt::{self, Display};
use std::io::{self, Write};

use crc::{CRC_64_XZ, Crc, Digest, Table};
use thiserror::Error;

static CRC: Crc<u64, Table<16>> = Crc::<u64, Table<16>>::new(&CRC_64_XZ);

/// The digest of the bytes that are written to it, a CRC-64/XZ.
#[derive(Clone)]
pub struct ContentDigest(Digest<'static, u64, Table<16>>);

impl ContentDigest {
    /// The digest of no bytes.
    pub fn new() -> Self {
        Self(CRC.digest())
    }

    /// The digest of bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let mut digest = Self::new();
        digest.add(bytes);
        digest
    }

    /// Adds bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The digest as a number.
    pub fn get(&self) -> u64 {
        self.0.clone().finalize()
    }
}

impl Default for ContentDigest {
    fn default() -> Self {
        Self::new()
    }
}

impl Write for ContentDigest {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.add(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Display for ContentDigest {
    /// Writes 16 hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.get())
    }
}

impl fmt::Debug for ContentDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ContentDigest({self})")
    }
}

/// All that the numbers in a file depend on: words for people, and a digest that is compared.
///
/// A file from which a run resumes holds both. Runs with the same digest make the same numbers.
/// Their words may differ, because they name the file of a network and the digest does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    words: String,
    digest: u64,
}

/// A file holds numbers of another run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("of {found}, not of {asked}")]
pub struct OtherProvenance {
    /// What the file is of.
    pub found: String,
    /// What this run is of.
    pub asked: String,
}

impl Provenance {
    /// Numbers that depend on these words alone, and on the version of what computes them.
    pub fn new(words: String, version: u32) -> Self {
        let digest = digest_of(version.into(), words.as_bytes());
        Self { words, digest }
    }

    /// The same numbers, which also depend on the contents of a file. Its name does not matter.
    #[must_use]
    pub fn with_contents(mut self, name: &str, contents: &ContentDigest) -> Self {
        self.words += &format!(" with {name} (digest {contents})");
        self.digest = digest_of(self.digest, &contents.get().to_le_bytes());
        self
    }

    /// The same numbers, which also depend on these words.
    #[must_use]
    pub fn with_words(mut self, words: &str) -> Self {
        self.words += words;
        self.digest = digest_of(self.digest, words.as_bytes());
        self
    }

    /// What a file holds.
    pub const fn from_parts(words: String, digest: u64) -> Self {
        Self { words, digest }
    }

    /// What the numbers depend on, in words.
    pub fn words(&self) -> &str {
        &self.words
    }

    /// The digest of what the numbers depend on.
    pub const fn digest(&self) -> u64 {
        self.digest
    }

    /// Checks that the numbers of a file are those of a run.
    ///
    /// # Errors
    /// [`OtherProvenance`] if they are not.
    pub fn check(&self, asked: &Self) -> Result<(), OtherProvenance> {
        if self.digest == asked.digest {
            return Ok(());
        }
        let (found, mut asked) = (self.words.clone(), asked.words.clone());
        if found == asked {
            // All that is in the digest and not in the words.
            asked += " by this version of mdp2048, which computes other numbers";
        }
        Err(OtherProvenance { found, asked })
    }
}

/// The digest of a part after those before it. The length separates it from the next one.
fn digest_of(before: u64, part: &[u8]) -> u64 {
    let mut digest = CRC.digest();
    digest.update(&before.to_le_bytes());
    digest.update(&(part.len() as u64).to_le_bytes());
    digest.update(part);
    digest.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_count_and_names_do_not() {
        let of = |name: &str, bytes: &[u8]| {
            let base = Provenance::new("optimal on 2x2 to 16".to_owned(), 1);
            base.with_contents(name, &ContentDigest::of(bytes))
        };
        let first = of("--policy a", b"one");
        assert!(first.check(&of("--policy b", b"one")).is_ok());
        let error = first.check(&of("--policy b", b"two")).unwrap_err().to_string();
        let start = "of optimal on 2x2 to 16 with --policy a (digest ";
        assert!(error.starts_with(start) && error.contains(", not of optimal"), "{error}");
        assert!(error.contains("--policy b"), "{error}");
        let older = Provenance::new("greedy on 2x2".to_owned(), 1);
        let newer = Provenance::new("greedy on 2x2".to_owned(), 2);
        assert!(older.check(&newer).unwrap_err().asked.contains("by this version of mdp2048"));
        assert!(older.check(&older.clone().with_words(" at 0")).is_err());
    }

    #[test]
    fn a_digest_is_that_of_all_bytes_written() {
        let mut written = ContentDigest::new();
        written.write_all(b"1234").unwrap();
        written.write_all(b"56789").unwrap();
        assert_eq!(written.get(), 0x995d_c9bb_df19_39fa);
        assert_eq!(written.to_string(), ContentDigest::of(b"123456789").to_string());
    }
}

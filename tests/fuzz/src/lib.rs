//! What is fuzzed, and how files are changed to fuzz it.
//!
//! [`check`] reads bytes as one of the [`Kind`]s of file and holds the reader to bounds of memory and
//! of steps. The fuzz targets call it with what libFuzzer comes up with; the driver, `mutate`,
//! with what a [`Mutator`] makes of the files in `corpus/`, on any compiler. `cargo xtask fuzz`
//! runs both.
//!
//! The corpus was packed by `mdp2048 pack`. `all` in a name stands for `--values action`, `part` for
//! that with a `--threshold` of 0.01 to 0.03, which leaves some dozens of states, `state` and
//! `actions` for `--values state` and `none`. A text begins with a byte for its game (see
//! [`Kind::Text`]). If the format changes, they are to be packed anew; a test notices. Those
//! whose names begin with `bad` are no policies: libFuzzer came upon them.

mod check;
mod frame;
mod mutator;

pub use check::{Read, check};
pub use frame::{reframed, repaired};
pub use mutator::Mutator;

use std::path::{Path, PathBuf};
use std::{fs, io};

/// A kind of file that comes from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A packed policy.
    Decode,
    /// A text policy. Its game is chosen by its first byte, which is not part of the text: the low
    /// half is the shape's place in [`Shape::all`](mdp2048_rules::Shape::all), the high half the
    /// exponent of the target.
    Text,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 2] = [Self::Decode, Self::Text];

    /// The name of its fuzz target and of its folder in the corpus.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Decode => "decode",
            Self::Text => "text",
        }
    }

    /// The files of the corpus, in the order of their names.
    ///
    /// # Errors
    /// Where a file cannot be read.
    pub fn corpus(self) -> io::Result<Vec<(PathBuf, Vec<u8>)>> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(self.name());
        let mut paths = Vec::new();
        for file in fs::read_dir(folder)? {
            paths.push(file?.path());
        }
        paths.sort();
        paths.into_iter().map(|path| fs::read(&path).map(|bytes| (path, bytes))).collect()
    }
}

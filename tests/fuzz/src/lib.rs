//! Checks of the readers on damaged and hostile files.
//!
//! [`check`] reads bytes as one kind of input and asserts bounds of memory and of steps. The fuzz
//! targets call it with inputs from libFuzzer. The test `replay` calls it with inputs that a
//! [`Mutator`] makes of the files in `corpus/`; it needs no nightly compiler. `cargo xtask fuzz`
//! runs both, the test with more inputs.
//!
//! `mdp2048 pack` made the corpus. In its file names, `all` means `--values action`, `part` means
//! that with a `--threshold` of 0.01 to 0.03, which leaves some dozens of states, and `state` and
//! `actions` mean `--values state` and `none`. A text begins with a byte for its game (see
//! [`InputKind::Text`]). When the format changes, they must be packed again; a test fails until
//! then. Files whose names begin with `bad` are not policies: libFuzzer found them.

mod bounds;
mod bytes;
mod certificates;
mod change_certificate;
mod change_solution;
mod check;
mod check_certificate;
mod frame;
mod lines;
mod mutator;
mod random;
mod read;
mod solutions;
mod verbs;

pub use check::check;
pub use frame::{reframed, repaired};
pub use mutator::Mutator;
pub use read::Read;

use std::path::{Path, PathBuf};
use std::{fs, io};

/// A kind of file that the program reads from untrusted sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// A packed policy.
    Decode,
    /// A text policy. The first byte is not part of the text and selects the game: its low four
    /// bits are the index of the shape in [`Shape::all`](mdp2048_rules::Shape::all), its high four
    /// bits the exponent of the target.
    Text,
    /// A solution.
    Solution,
    /// A certificate.
    Certificate,
    /// A board, an agent, a recorded game or a link to a page.
    Line,
}

impl InputKind {
    /// All kinds.
    pub const ALL: [Self; 5] =
        [Self::Decode, Self::Text, Self::Solution, Self::Certificate, Self::Line];

    /// The name of the fuzz target, which is also the folder of the corpus.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Decode => "decode",
            Self::Text => "text",
            Self::Solution => "solution",
            Self::Certificate => "certificate",
            Self::Line => "line",
        }
    }

    /// The files of the corpus with their paths, in the order of their names. Those that are made
    /// here have names only.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn corpus(self) -> io::Result<Vec<(PathBuf, Vec<u8>)>> {
        let made = match self {
            Self::Decode | Self::Text => None,
            Self::Solution => Some(solutions::solutions()),
            Self::Certificate => Some(certificates::certificates()),
            Self::Line => Some(lines::texts()),
        };
        if let Some(files) = made {
            return Ok(files.into_iter().map(|(name, bytes)| (name.into(), bytes)).collect());
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(self.name());
        let mut paths = Vec::new();
        for file in fs::read_dir(folder)? {
            paths.push(file?.path());
        }
        paths.sort();
        paths.into_iter().map(|path| fs::read(&path).map(|bytes| (path, bytes))).collect()
    }
}

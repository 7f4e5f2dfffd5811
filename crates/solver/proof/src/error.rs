//! Why there is no proof.

use std::io;

use mdp2048_model::Game;
use thiserror::Error;

/// The version of the layout of certificates.
pub(crate) const VERSION: u16 = 1;

/// Why a bound cannot be proven.
#[derive(Debug, Error)]
pub enum ProofError {
    /// The game is not that of reaching a target without discount.
    #[error("{0} is not the game of reaching a target without discount: choose a target")]
    Objective(Box<Game>),
    /// The probability of a 4 is not a whole number of millionths.
    #[error("a probability of {0} of a 4 has more than six decimals: choose one with at most six")]
    SpawnFour(f64),
    /// The probability of joining is 0 or no number.
    #[error(
        "a set that boards join at a probability of {0} would have no end: choose one above 0, \
         such as 1e-6"
    )]
    Join(f64),
    /// The probability of staying is above that of joining, or no number.
    #[error(
        "boards that join at a probability of {join:e} would go at once, because those below \
         {keep:e} go: choose a probability of keeping that is not above that of joining"
    )]
    Keep {
        /// The probability of staying.
        keep: f64,
        /// The probability of joining.
        join: f64,
    },
    /// The set does not fit.
    #[error(
        "the set needs more than the memory that may be used at tile sum {tile_sum}: choose a \
         higher probability of joining, or allow more memory"
    )]
    Memory {
        /// The tile sum at which the memory ended.
        tile_sum: u32,
    },
}

/// Why a certificate cannot be read.
#[derive(Debug, Error)]
pub enum CertificateError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The first bytes are others.
    #[error("the file is no certificate")]
    NotACertificate,
    /// The layout is of another version.
    #[error(
        "the certificate is of version {0}, and this program reads version {VERSION}: make it again"
    )]
    Version(u16),
    /// The contents contradict each other.
    #[error("the certificate is damaged: make it again")]
    Damaged,
    /// The file ends too early.
    #[error("the certificate is cut short: copy or make it again")]
    Truncated,
}

/// Why a growth cannot resume from a file.
#[derive(Debug, Error)]
pub enum ResumeError {
    /// The file cannot be read.
    #[error("could not read the checkpoint: {0}")]
    Io(#[from] io::Error),
    /// The first bytes are others.
    #[error("the file is no checkpoint of a set that grows: choose another one")]
    NotACheckpoint,
    /// The layout is of another version, or sets grow otherwise.
    #[error(
        "the checkpoint is of version {found}, and this program reads version {read}: remove it \
         to begin again"
    )]
    Version {
        /// The version of the file.
        found: u16,
        /// The version of this program.
        read: u16,
    },
    /// The set depends on something else.
    #[error(
        "the checkpoint is of {found}, not of {asked}: choose another --checkpoint, or remove it \
         to begin again"
    )]
    Other {
        /// What the file is of.
        found: String,
        /// What this run is of.
        asked: String,
    },
    /// More rounds are done than were asked for.
    #[error(
        "the checkpoint has done {done} rounds, and {asked} are asked for: ask for {} more further \
         rounds, or remove it to begin again",
        done - asked
    )]
    Rounds {
        /// The number of rounds that are done.
        done: usize,
        /// The number of rounds that are asked for.
        asked: usize,
    },
    /// The file ends too early.
    #[error("the checkpoint is cut short: remove it to begin again, or use a copy")]
    Truncated,
    /// Bytes were changed or added.
    #[error("the checkpoint is damaged: remove it to begin again, or use a copy")]
    Damaged,
}

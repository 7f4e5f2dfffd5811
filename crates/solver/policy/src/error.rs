//! The errors of reading and of packing a policy, each with what to do about it.

use mdp2048_model::{FileKind, FrameError, Game};
use mdp2048_rules::CanonicalState;
use thiserror::Error;

/// The file of a packed policy.
pub static POLICY: FileKind = FileKind {
    name: "policy",
    magic: *b"MDP2048P",
    version: 3,
    remedy: "pack it again with this build (the project's own files: cargo xtask policies)",
};

/// The bytes are not a policy that this build can use.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// The bytes are not a whole file of a policy, or its contents are impossible.
    #[error(transparent)]
    Frame(#[from] FrameError),
    /// The policy is for another game than the one asked for.
    #[error(
        "this policy is for {found}, but {expected} was asked for: choose the policy of that game"
    )]
    OtherGame {
        /// The game of the policy.
        found: Box<Game>,
        /// The game asked for.
        expected: Box<Game>,
    },
}

impl PolicyError {
    /// The checksum matches, but the contents are impossible for this reason.
    pub(crate) const fn malformed(reason: &'static str) -> Self {
        Self::Frame(POLICY.malformed(reason))
    }
}

/// The policy cannot be packed.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PackError {
    /// Games of the policy come to a state that has no action values.
    #[error("{state} has no action values, though games reach it: solve the game again")]
    Missing {
        /// The state.
        state: CanonicalState,
    },
    /// A state has values that are not finite.
    #[error("{state} has no finite values to hold: hold no values")]
    Value {
        /// The state.
        state: CanonicalState,
    },
    /// The threshold is above every occupancy.
    #[error("every occupancy is below the threshold: lower the threshold")]
    NothingKept,
    /// A value is too far from its prediction to be coded.
    #[error("the values cannot be packed with so small an error: ask for a larger one")]
    Coding(PolicyError),
    /// The file would be longer than its length fields can hold.
    #[error("the policy would have more than 4 GiB: raise the threshold")]
    TooLarge,
}

//! The errors of reading and of packing a policy, each with what to do about it.

use mdp2048_model::Game;
use mdp2048_rules::CanonicalState;
use thiserror::Error;

use crate::version::FORMAT_VERSION;

/// The bytes are not a policy that this build can use.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// The bytes do not begin with the magic bytes of a policy file.
    #[error(
        "this is not a policy file: it does not begin with the magic bytes of one; check that the \
         address or path names a .policy file"
    )]
    NotAPolicy,
    /// The policy has a version that this build does not read.
    #[error(
        "this policy is version {found}, this build reads version {FORMAT_VERSION}: pack it again \
         with this build (the project's own files: cargo xtask policies)"
    )]
    Version {
        /// The version in the file.
        found: u16,
    },
    /// Bytes are missing at the end.
    #[error("the policy is cut short: {found} of {expected} bytes; load or copy the file again")]
    Truncated {
        /// The length of the file according to its header.
        expected: u64,
        /// The number of bytes.
        found: u64,
    },
    /// There are bytes after the end.
    #[error(
        "the policy has {found} bytes where it should have {expected}; load or copy the file again"
    )]
    Trailing {
        /// The length of the file according to its header.
        expected: u64,
        /// The number of bytes.
        found: u64,
    },
    /// The checksum does not match the payload.
    #[error("the policy is damaged: its checksum does not match; load or copy the file again")]
    Checksum,
    /// The checksum matches, but the contents are impossible.
    #[error("the policy is malformed: {0}; pack it again")]
    Malformed(&'static str),
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

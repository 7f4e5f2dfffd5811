//! What can be wrong with a policy, and what to do about it.

use mdp2048_model::Game;
use mdp2048_rules::CanonicalState;
use thiserror::Error;

use crate::version::FORMAT_VERSION;

/// Why bytes are not a policy that this build can use.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// The bytes do not begin like a policy file.
    #[error(
        "this is not a policy file: it does not begin with the mark of one; check that the address or path names a .policy file"
    )]
    NotAPolicy,
    /// The policy is of a version that this build does not read.
    #[error(
        "this policy is version {found}, this build reads version {FORMAT_VERSION}: pack it again with this build (the project's own files: cargo xtask policies)"
    )]
    Version {
        /// The version in the file.
        found: u16,
    },
    /// Bytes are missing at the end.
    #[error("the policy is cut short: {found} of {expected} bytes; load or copy the file again")]
    Truncated {
        /// Bytes that the file says it has.
        expected: u64,
        /// Bytes that are there.
        found: u64,
    },
    /// There are bytes after the end.
    #[error(
        "the policy has {found} bytes where it should have {expected}; load or copy the file again"
    )]
    Trailing {
        /// Bytes that the file says it has.
        expected: u64,
        /// Bytes that are there.
        found: u64,
    },
    /// The checksum does not match.
    #[error("the policy is damaged: its checksum does not match; load or copy the file again")]
    Checksum,
    /// The checksum matches, but the contents make no sense.
    #[error("the policy is malformed: {0}; pack it again")]
    Malformed(&'static str),
    /// The policy is of another game than the one asked for.
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

/// Why a policy cannot be packed.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PackError {
    /// A state has no values, or none that can be held.
    #[error("{state} has no finite values to hold: hold no values")]
    Value {
        /// The state.
        state: CanonicalState,
    },
    /// The threshold is above every occupancy.
    #[error("no state is visited that often: lower the threshold")]
    NothingKept,
    /// The actions follow from so little that a reader would not believe the number of states.
    #[error("{states} states follow from too few bytes to be believed: raise the threshold")]
    TooFewBytes {
        /// The states.
        states: u64,
    },
    /// Something cannot be coded.
    #[error("the policy cannot be packed: {0}; ask for a larger error of the values")]
    Coding(PolicyError),
    /// More bytes than a file can have.
    #[error("the policy would take more than 4 GiB: raise the threshold")]
    TooLarge,
}

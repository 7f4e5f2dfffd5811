//! How far the loading of a policy is.

use std::rc::Rc;

use mdp2048_policy::{PackedPolicy, PolicyError};
use thiserror::Error;

/// How far the loading of a policy is.
#[derive(Clone, Debug, Default)]
pub enum Load {
    /// Nobody needed it yet.
    #[default]
    NotRequested,
    /// Bytes are coming in.
    Downloading {
        /// Bytes that are there.
        received: u64,
        /// Bytes that there will be, where that is known.
        total: Option<u64>,
    },
    /// All bytes are there and are being unpacked.
    Decoding {
        /// As much of the policy as is unpacked: more entries each time, of the same file.
        policy: Rc<PackedPolicy>,
        /// The share that is unpacked, 0 to 1.
        progress: f64,
    },
    /// It could not be loaded.
    Failed(LoadError),
    /// It is there.
    Ready(Rc<PackedPolicy>),
}

/// Why a policy could not be loaded.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum LoadError {
    /// There is no such file.
    #[error(
        "the server has no {file} (404): if this is your own copy of the page, run cargo xtask policies"
    )]
    NotFound {
        /// The name of the file.
        file: String,
    },
    /// The server answered with something else than the file.
    #[error("the server did not hand out {file} (status {status}): try again in a moment")]
    Status {
        /// The name of the file.
        file: String,
        /// The HTTP status.
        status: u16,
    },
    /// There was no answer, or it broke off.
    #[error("{file} did not come through: check your connection and try again")]
    Network {
        /// The name of the file.
        file: String,
    },
    /// The program that unpacks is not of the same build as the page.
    #[error(
        "the browser kept an older program for unpacking it: load the page again, past the \
         browser's cache (Ctrl+Shift+R, or ⌘⇧R on a Mac)"
    )]
    OutdatedWorker,
    /// The file came and began well, but could not be unpacked to its end.
    #[error("{reason}")]
    Decoding {
        /// What is wrong with it.
        reason: String,
    },
    /// The file came, but this build cannot use it.
    #[error(transparent)]
    Policy(#[from] PolicyError),
}

impl Load {
    /// The policy, as far as it is there.
    pub fn policy(&self) -> Option<&PackedPolicy> {
        match self {
            Self::Decoding { policy, .. } | Self::Ready(policy) => Some(policy),
            Self::NotRequested | Self::Downloading { .. } | Self::Failed(_) => None,
        }
    }

    /// The share that is there, 0 to 1, while bytes come in and their number is known, and then
    /// the share that is unpacked.
    pub fn progress(&self) -> Option<f64> {
        match *self {
            Self::Downloading { received, total: Some(total) } if total > 0 => {
                Some((received as f64 / total as f64).min(1.0))
            }
            Self::Decoding { progress, .. } => Some(progress.clamp(0.0, 1.0)),
            _ => None,
        }
    }
}

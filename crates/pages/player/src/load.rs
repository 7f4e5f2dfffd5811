//! The loading of a policy: its progress and its errors.

use std::rc::Rc;

use mdp2048_policy::PolicyError;
use thiserror::Error;

use crate::LoadedPolicy;

/// The progress of loading a policy: download, then decoding.
#[derive(Clone, Debug, Default)]
pub enum LoadState {
    /// The policy has not been requested.
    #[default]
    NotRequested,
    /// The file is being downloaded.
    Downloading {
        /// The bytes received.
        received: u64,
        /// The length of the file in bytes, if the server sent it.
        total: Option<u64>,
    },
    /// The file is downloaded and is being decoded.
    Decoding {
        /// The entries decoded so far. Each event of one file holds more entries than the last.
        policy: Rc<LoadedPolicy>,
        /// The fraction of the file that is decoded, 0 to 1.
        progress: f64,
    },
    /// The policy cannot be loaded.
    Failed(LoadError),
    /// The whole policy is decoded.
    Ready(Rc<LoadedPolicy>),
}

/// Why a policy cannot be loaded.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The server did not send the file.
    #[error("{}", download_text(file, *status))]
    Download {
        /// The name of the file.
        file: String,
        /// The HTTP status; 0 if there is none, or the download was interrupted.
        status: u16,
    },
    /// Decoding began but could not be completed.
    #[error("{reason}")]
    Decoding {
        /// Why decoding stopped.
        reason: String,
    },
    /// The bytes are not a policy that this build reads, or not the policy of this game.
    #[error(transparent)]
    Policy(#[from] PolicyError),
}

/// The policy of 4x4 to 32 without a discount, to which links may lead: its games spread over too
/// many states for a file (docs/runs/README.md).
const SPREAD_FILE: &str = "4x4_to_32.policy";

/// Why the server did not send a file, and what to do.
fn download_text(file: &str, status: u16) -> String {
    match status {
        0 => format!("the download of {file} failed: check your connection and try again"),
        404 if file == SPREAD_FILE => format!(
            "there is no {file}, because half of its games would leave it: choose the game with \
             the discount 0.99"
        ),
        404 => format!(
            "the server has no {file} (404): put it there, or make it with mdp2048 solve and \
             mdp2048 pack"
        ),
        _ => format!("the server did not send {file} (status {status}): try again in a moment"),
    }
}

impl LoadState {
    /// The policy with the entries decoded so far; `None` before decoding and after a failure.
    pub fn policy(&self) -> Option<&LoadedPolicy> {
        match self {
            Self::Decoding { policy, .. } | Self::Ready(policy) => Some(policy),
            Self::NotRequested | Self::Downloading { .. } | Self::Failed(_) => None,
        }
    }

    /// The fraction downloaded, if the length is known, and then the fraction decoded; 0 to 1.
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

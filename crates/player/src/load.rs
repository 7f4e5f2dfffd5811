//! How far the loading of a policy is.

use std::rc::Rc;

use mdp2048_policy::{PackedPolicy, PolicyError};
use thiserror::Error;

/// How far the loading of a policy is.
#[derive(Clone, Debug, Default)]
pub enum Load {
    /// Nobody needed it yet.
    #[default]
    Waiting,
    /// Bytes are coming in.
    Loading {
        /// Bytes that are there.
        received: u64,
        /// Bytes that there will be, where that is known.
        total: Option<u64>,
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
    /// The file came, but this build cannot use it.
    #[error(transparent)]
    Policy(#[from] PolicyError),
}

impl Load {
    /// The share that is there, 0 to 1, while bytes come in and their number is known.
    pub fn progress(&self) -> Option<f64> {
        match *self {
            Self::Loading { received, total: Some(total) } if total > 0 => {
                Some((received as f64 / total as f64).min(1.0))
            }
            _ => None,
        }
    }
}

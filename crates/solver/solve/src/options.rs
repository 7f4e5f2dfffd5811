//! The options of a solve: threads, memory, precision and checkpoints.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The options of a solve; [`Solver`](crate::Solver) describes them.
#[derive(Clone, Debug, Default)]
pub(crate) struct SolveOptions {
    pub(crate) threads: Option<usize>,
    pub(crate) memory_limit: Option<u64>,
    pub(crate) precision: Precision,
    /// Whether the game is solved for the values that are given, and not again.
    pub(crate) is_once: bool,
}

/// The options of a solve with layers in files; [`Solver`](crate::Solver) describes them.
#[derive(Clone, Debug, Default)]
pub(crate) struct WorkOptions {
    pub(crate) solve: SolveOptions,
    pub(crate) resume: Option<bool>,
    pub(crate) free_disk: Option<u64>,
    pub(crate) checkpoint: Option<u64>,
}

/// The number of states between two checkpoints, unless another is asked for: about a second of
/// computing.
pub const STATES_OF_CHECKPOINT: u64 = 1 << 24;

/// The precision in which values are held. They are computed in double precision in any case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Precision {
    /// Eight bytes for each value, which is held as computed.
    #[default]
    Double,
    /// Four bytes for each value, which is rounded once: see [`Precision::error`].
    Single,
}

impl Precision {
    /// Every precision.
    pub const ALL: [Self; 2] = [Self::Double, Self::Single];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Double => "double",
            Self::Single => "single",
        }
    }

    /// Bytes of a value.
    pub const fn bytes(self) -> u64 {
        match self {
            Self::Double => 8,
            Self::Single => 4,
        }
    }

    /// A bound of the relative error from holding one value in this precision: 2^-24 for single
    /// precision; 0 for double, in which values are held as computed.
    pub const fn rounding(self) -> f64 {
        match self {
            Self::Double => 0.0,
            Self::Single => f32::EPSILON as f64 / 2.0,
        }
    }

    /// Returns a bound of the relative error of a value after which at most `moves` moves follow,
    /// beyond the rounding of double precision.
    ///
    /// The value of a state is a sum of values of higher layers, all of one sign and with exact
    /// weights. So its relative error is at most theirs, plus one rounding u: at most
    /// (1 + u)^moves - 1. Values below 1e-38 may have an absolute error of 1e-45 per move instead.
    pub fn error(self, moves: u64) -> f64 {
        // By logarithms, as (1 + u)^moves itself is 1 up to rounding.
        (moves as f64 * self.rounding().ln_1p()).exp_m1()
    }
}

impl fmt::Display for Precision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that is not the name of a [`Precision`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a precision: use double or single")]
pub struct PrecisionError(String);

impl FromStr for Precision {
    type Err = PrecisionError;

    /// Reads `double` or `single`.
    fn from_str(text: &str) -> Result<Self, PrecisionError> {
        Self::ALL
            .into_iter()
            .find(|precision| text == precision.name())
            .ok_or_else(|| PrecisionError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for precision in Precision::ALL {
            assert_eq!(precision.to_string().parse(), Ok(precision));
        }
        let error = "half".parse::<Precision>().unwrap_err().to_string();
        assert_eq!(error, "\"half\" is not a precision: use double or single");
    }

    #[test]
    fn errors_grow_with_the_moves() {
        assert_eq!(Precision::Double.error(1000), 0.0);
        let u = Precision::Single.rounding();
        assert_eq!(u, 2f64.powi(-24));
        assert!((Precision::Single.error(1) / u - 1.0).abs() < 1e-12);
        let many = Precision::Single.error(761);
        assert!(many > 761.0 * u && many < 761.1 * u);
    }
}

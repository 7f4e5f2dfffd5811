//! How a solve is asked for: threads, memory and precision.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How to solve.
#[derive(Clone, Debug, Default)]
pub struct SolveOptions {
    /// How many threads to use; `None` for as many as the machine has.
    pub threads: Option<usize>,
    /// How many bytes the solver may take; `None` for no limit.
    pub memory_limit: Option<u64>,
    /// The precision that values are held in.
    pub precision: Precision,
}

/// The precision that values are held in. They are computed in double precision either way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Precision {
    /// Eight bytes a value: exact to rounding.
    #[default]
    Double,
    /// Four bytes a value, each rounded once: see [`Precision::error`].
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

    /// The most by which holding one value in this precision changes it, as a part of it: 2^-24 for
    /// single precision; 0 for double, whose values are held as they are computed.
    pub const fn rounding(self) -> f64 {
        match self {
            Self::Double => 0.0,
            Self::Single => f32::EPSILON as f64 / 2.0,
        }
    }

    /// The most by which a value may be off, as a part of it, when at most so many moves follow,
    /// and beyond the rounding of double precision.
    ///
    /// The value of a state is a sum of values above it, all of one sign and with weights that are
    /// exact; so it is off by no larger part than they are, and by one rounding u more: by at most
    /// (1 + u)^moves - 1. Values below 1e-38 may be off by 1e-45 a move instead.
    pub fn error(self, moves: u64) -> f64 {
        // Below, the power itself would be all rounding.
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

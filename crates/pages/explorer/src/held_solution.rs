//! A solution that a worker holds.

use mdp2048_display::one_in;
use mdp2048_model::Values as _;

use crate::kept::KeptSolution;
use crate::known_values::KnownValues;

/// A game whose solution is in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldSolution {
    /// The number of its worker, which no other solution has had.
    pub worker: u32,
    /// The values that have been asked for.
    pub known: KnownValues,
    /// The number of states.
    pub states: f64,
    /// The memory of the solution in bytes.
    pub bytes: f64,
    /// The length of its file.
    pub file_bytes: f64,
    /// The largest relative error of a value beyond rounding; 0 in double precision.
    pub value_error: f64,
    /// Whether it was read from a file of an earlier visit.
    pub is_kept: bool,
    /// The time that solving or reading took.
    pub seconds: f64,
}

impl HeldSolution {
    /// A sentence about the accuracy of values in single precision.
    pub fn accuracy(&self) -> Option<String> {
        let error = self.value_error;
        (error > 0.0).then(|| {
            format!(
                "Single precision: the relative error of each value is at most {}, and moves \
                 that differ by less may be ranked wrongly.",
                one_in(error)
            )
        })
    }

    /// The solution as a file.
    pub fn file(&self) -> KeptSolution {
        let is_single = self.value_error > 0.0;
        KeptSolution { game: *self.known.game(), is_single, bytes: self.file_bytes }
    }
}

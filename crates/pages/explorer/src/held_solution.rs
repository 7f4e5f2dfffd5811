//! A solution that a worker holds.

use mdp2048_display::one_in;

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
    /// The largest relative error of a value beyond rounding; 0 in double precision.
    pub value_error: f64,
    /// The time that solving took.
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
}

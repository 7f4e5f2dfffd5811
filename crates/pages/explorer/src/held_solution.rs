//! A solution, or a policy file, that a worker holds.

use mdp2048_display::{Measure, one_in};
use mdp2048_model::Values as _;

use crate::known_values::KnownValues;

/// A game whose solution or policy file is in memory.
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
    /// The time that solving or loading took.
    pub seconds: f64,
}

impl HeldSolution {
    /// A sentence about the accuracy of values in single precision or of a policy file.
    pub fn accuracy(&self) -> Option<String> {
        if let Some(error) = self.known.file_error() {
            let within = Measure::of(self.known.valued_game()).within(error);
            return Some(format!(
                "From a file of the boards that the best moves usually reach; values are {within}."
            ));
        }
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

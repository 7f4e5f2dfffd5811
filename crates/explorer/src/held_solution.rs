//! A solution that a worker holds.

use crate::known_values::KnownValues;

/// A game whose solution is in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldSolution {
    /// The values that have been asked for.
    pub known: KnownValues,
    /// The number of states.
    pub states: f64,
    /// The memory of the solution in bytes.
    pub bytes: f64,
    /// The time that solving took.
    pub seconds: f64,
}

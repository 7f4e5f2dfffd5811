//! Packing the policy of a solution.

use mdp2048_model::Values as _;
use mdp2048_policy::{PackError, PackOptions, PackedPolicy, PolicyError, ValuesHeld, pack};
use mdp2048_solve::{Solution, SolveError};
use thiserror::Error;

/// Why the policy of a solution is not packed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PackingError {
    /// The values are in single precision, which is too inexact to find actions of equal value.
    #[error(
        "the solution holds values in single precision, and a policy needs them in double: solve \
         the game again without Precision::Single"
    )]
    SinglePrecision,
    /// The solution contradicts itself.
    #[error(transparent)]
    Solution(#[from] SolveError),
    /// The options do not fit the policy.
    #[error(transparent)]
    Options(#[from] PackError),
    /// The packed bytes cannot be read back.
    #[error(transparent)]
    Bytes(#[from] PolicyError),
}

/// Packs the policy of a solution, with options that have defaults.
///
/// ```
/// use mdp2048::{Game, Packer, Policy, Solver, ValuesHeld};
///
/// let solution = Solver::new(&Game::builder().board(2, 3).target(64).build()?).solve()?;
/// let policy = Packer::new(&solution).threshold(1e-3).values(ValuesHeld::State).pack()?;
/// assert!(policy.known_states() < solution.states());
/// let advice = policy.advise("0 0 2/0 0 2".parse()?);
/// assert!(advice.is_some_and(|advice| advice.value.is_some()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use = "nothing is packed until `pack` or `to_bytes` is called"]
pub struct Packer<'a> {
    solution: &'a Solution,
    threshold: f64,
    options: PackOptions,
}

impl<'a> Packer<'a> {
    /// Packs the action of every state, without values.
    ///
    /// ```
    /// use mdp2048::{Game, Packer, Policy, Solver};
    ///
    /// let solution = Solver::new(&Game::builder().board(2, 2).target(16).build()?).solve()?;
    /// let policy = Packer::new(&solution).pack()?;
    /// let board = "0 2/8 4".parse()?;
    /// assert_eq!(policy.advise(board).map(|advice| advice.action), solution.best_at(board));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(solution: &'a Solution) -> Self {
        Self { solution, threshold: 0.0, options: PackOptions::new(solution.start_return()) }
    }

    /// Keeps the states that a game visits with at least this probability; 0, the default, keeps
    /// every state.
    pub const fn threshold(mut self, occupancy: f64) -> Self {
        self.threshold = occupancy;
        self
    }

    /// The values that the policy holds beside the actions; none by default.
    pub const fn values(mut self, held: ValuesHeld) -> Self {
        self.options = self.options.values(held);
        self
    }

    /// The largest error of a value; by default that of [`PackOptions::tolerance`].
    pub const fn tolerance(mut self, error: f64) -> Self {
        self.options = self.options.tolerance(error);
        self
    }

    /// Packs the policy.
    ///
    /// # Errors
    /// [`PackingError`] says what to do.
    pub fn pack(&self) -> Result<PackedPolicy, PackingError> {
        Ok(PackedPolicy::from_bytes(&self.to_bytes()?)?)
    }

    /// Packs the policy, and returns the bytes of its file.
    ///
    /// # Errors
    /// [`PackingError`] says what to do.
    ///
    /// ```
    /// use mdp2048::{Game, Packer, Solver};
    ///
    /// let solution = Solver::new(&Game::builder().board(2, 2).target(16).build()?).solve()?;
    /// assert!(Packer::new(&solution).to_bytes()?.len() < 200);
    /// let error = Packer::new(&solution).threshold(2.0).to_bytes().unwrap_err();
    /// assert!(error.to_string().contains("lower the threshold"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_bytes(&self) -> Result<Vec<u8>, PackingError> {
        let solution = self.solution;
        if solution.value_error() > 0.0 {
            return Err(PackingError::SinglePrecision);
        }
        let mut options = self.options;
        if self.threshold != 0.0 {
            options = options.threshold(self.threshold, solution.passes().visits()?);
        }
        Ok(pack(solution.valued_game(), &options, |states| solution.action_values_of(states))?)
    }
}

#[cfg(test)]
mod tests {
    use mdp2048_model::Game;
    use mdp2048_solve::{Precision, Solver};

    use super::*;

    #[test]
    fn rounded_values_are_refused() {
        let game = Game::builder().board(2, 2).target(16).build().unwrap();
        let solution = Solver::new(&game).precision(Precision::Single).solve().unwrap();
        assert!(matches!(Packer::new(&solution).pack(), Err(PackingError::SinglePrecision)));
    }
}

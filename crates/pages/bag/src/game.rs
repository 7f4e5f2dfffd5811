//! The parameters of a chain.

use std::fmt;

use mdp2048_model::{Probability, ShortNumber};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::bag::Bag;

/// The target tile and the probability that a random tile is a 4.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "(u32, f64)", into = "(u32, f64)")]
pub struct BagGame {
    // The target is 2^exponent.
    exponent: u32,
    spawn_four: Probability,
}

/// A parameter is out of range.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum BagError {
    /// The target is not a power of two in the range.
    #[error(
        "{0} is not a target: choose a power of two from {smallest} to {largest}, for example 2048",
        smallest = BagGame::SMALLEST_TARGET,
        largest = BagGame::LARGEST_TARGET
    )]
    Target(u32),
    /// The probability of a 4 is not one that [`Probability::of_spawn`] allows.
    #[error(
        "spawn probability {} of a 4 is out of range: it must be 0, 1 or from 0.000001 to 0.999999",
        ShortNumber(*.0)
    )]
    SpawnFour(f64),
}

impl TryFrom<(u32, f64)> for BagGame {
    type Error = BagError;

    /// The game to a target tile with the probability of a 4.
    fn try_from((target, spawn_four): (u32, f64)) -> Result<Self, BagError> {
        Self::new(target, spawn_four)
    }
}

impl From<BagGame> for (u32, f64) {
    fn from(game: BagGame) -> Self {
        (game.target(), game.spawn_four().get())
    }
}

impl BagGame {
    /// The smallest target.
    pub const SMALLEST_TARGET: u32 = 8;
    /// The largest target, whose chain takes seconds.
    pub const LARGEST_TARGET: u32 = 1 << 18;

    /// A game to a target tile, with the probability that a random tile is a 4.
    ///
    /// # Errors
    /// [`BagError`] names the parameter that is out of range, and the range.
    pub fn new(target: u32, spawn_four: f64) -> Result<Self, BagError> {
        let is_in_range = (Self::SMALLEST_TARGET..=Self::LARGEST_TARGET).contains(&target);
        if !is_in_range || !target.is_power_of_two() {
            return Err(BagError::Target(target));
        }
        let spawn_four =
            Probability::of_spawn(spawn_four).ok_or(BagError::SpawnFour(spawn_four))?;
        Ok(Self { exponent: target.ilog2(), spawn_four })
    }

    /// The face of the target tile.
    pub const fn target(self) -> u32 {
        1 << self.exponent
    }

    /// The probability that a random tile is a 4.
    pub const fn spawn_four(self) -> Probability {
        self.spawn_four
    }

    /// Whether a bag absorbs the chain: it holds the target or a larger tile.
    pub fn absorbs(self, bag: Bag) -> bool {
        bag >= self.least_absorbing()
    }

    /// The first of all absorbing bags in the order of bags: the target alone.
    pub(crate) fn least_absorbing(self) -> Bag {
        Bag::one(self.exponent)
    }

    /// A 2 and a 4, each as a bag, and the probability of drawing it, which may be 0.
    pub(crate) fn draws(self) -> [(Bag, f64); 2] {
        let four = self.spawn_four.get();
        [(Bag::TWO, 1.0 - four), (Bag::FOUR, four)]
    }

    /// The bags of two random tiles and their probabilities, some of which may be 0.
    pub(crate) fn start_bags(self) -> [(Bag, f64); 3] {
        let [(two, p), (four, q)] = self.draws();
        [(two.with(two), p * p), (two.with(four), 2.0 * p * q), (four.with(four), q * q)]
    }
}

impl fmt::Display for BagGame {
    /// Writes `to 2048`, followed by the spawn probability if it is unusual.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "to {}", self.target())?;
        if self.spawn_four != Probability::SPAWN_FOUR {
            write!(f, ", a 4 with probability {}", ShortNumber(self.spawn_four.get()))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_which_values_are_valid() {
        let message =
            |target, spawn_four| BagGame::new(target, spawn_four).unwrap_err().to_string();
        for target in [0, 4, 100, 524_288] {
            let expected = format!(
                "{target} is not a target: choose a power of two from 8 to 262144, for example \
                 2048"
            );
            assert_eq!(message(target, 0.1), expected);
        }
        let expected = "spawn probability NaN of a 4 is out of range: it must be 0, 1 or from \
                        0.000001 to 0.999999";
        assert_eq!(message(8, f64::NAN), expected);
    }

    #[test]
    fn display_adds_only_an_unusual_probability() {
        assert_eq!(BagGame::new(16, 0.1).unwrap().to_string(), "to 16");
        let game = BagGame::new(16, 1.0).unwrap();
        assert_eq!(game.to_string(), "to 16, a 4 with probability 1");
    }
}

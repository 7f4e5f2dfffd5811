//! Probabilities as a type.

/// A probability, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Probability(f64);

impl Probability {
    /// The probability that a random tile is a 4 in the published game.
    pub const SPAWN_FOUR: Self = Self(0.1);

    /// The probability with this value, or `None` outside 0..=1.
    pub fn new(probability: f64) -> Option<Self> {
        (0.0..=1.0).contains(&probability).then_some(Self(probability))
    }

    /// The value, from 0 to 1.
    pub const fn get(self) -> f64 {
        self.0
    }
}

//! The discount factor.

/// The discount factor: the factor per move on all later rewards, above 0 and at most 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Discount(f64);

impl Discount {
    /// No discount: the value of the win objective is the win probability.
    pub const NONE: Self = Self(1.0);

    /// The discount with this factor, or `None` unless it is above 0 and at most 1.
    pub fn new(discount: f64) -> Option<Self> {
        (discount > 0.0 && discount <= 1.0).then_some(Self(discount))
    }

    /// The factor, above 0 and at most 1.
    pub const fn get(self) -> f64 {
        self.0
    }
}

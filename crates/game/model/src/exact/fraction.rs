//! Fractions of probabilities and discounts, as users write them.

use std::fmt;
use std::str::FromStr;

use num_integer::Integer as _;
use thiserror::Error;

use crate::process::SpawnWeights;

/// A fraction of at least 0 in lowest terms, written `1/10` or `0.1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    // Without a common factor; the denominator is not 0.
    numerator: u128,
    denominator: u128,
}

/// The text or number is not a [`Fraction`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a fraction from 0 up: write 1/10 or 0.1, with at most 38 digits")]
pub struct FractionError(pub String);

impl Fraction {
    /// The fraction 1.
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// The fraction of two integers, or `None` if the denominator is 0.
    pub fn new(numerator: u128, denominator: u128) -> Option<Self> {
        let factor = numerator.gcd(&denominator);
        (denominator != 0)
            .then(|| Self { numerator: numerator / factor, denominator: denominator / factor })
    }

    /// The shortest decimal that reads back as this `f64`: 1/10 for the `f64` nearest to 0.1.
    ///
    /// # Errors
    /// [`FractionError`] if the number is negative, infinite or NaN, or if the decimal has more
    /// than 38 digits.
    pub fn shortest(number: f64) -> Result<Self, FractionError> {
        number.to_string().parse()
    }

    /// The numerator.
    pub const fn numerator(self) -> u128 {
        self.numerator
    }

    /// The denominator, which is never 0.
    pub const fn denominator(self) -> u128 {
        self.denominator
    }

    pub(super) const fn is_zero(self) -> bool {
        self.numerator == 0
    }

    pub(super) const fn is_at_most_one(self) -> bool {
        self.numerator <= self.denominator
    }

    /// The weights of a random 2 and a random 4 if this fraction, which must be at most 1, is the
    /// probability of a 4. Their sum is the denominator.
    pub const fn spawn_weights(self) -> SpawnWeights<u128> {
        SpawnWeights::new(self.denominator - self.numerator, self.numerator)
    }
}

impl fmt::Display for Fraction {
    /// Writes `1/10`, or `1` for a whole number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.numerator)?;
        if self.denominator > 1 { write!(f, "/{}", self.denominator) } else { Ok(()) }
    }
}

impl FromStr for Fraction {
    type Err = FractionError;

    /// Reads `1/10`, `0.1` or `1`.
    fn from_str(text: &str) -> Result<Self, FractionError> {
        read(text.trim()).ok_or_else(|| FractionError(text.to_owned()))
    }
}

/// Parses a fraction, or returns `None` if the text is not one.
fn read(text: &str) -> Option<Fraction> {
    let whole = |digits: &str| {
        let are_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
        are_digits.then(|| digits.parse::<u128>().ok()).flatten()
    };
    if let Some((numerator, denominator)) = text.split_once('/') {
        return Fraction::new(whole(numerator)?, whole(denominator)?);
    }
    let Some((before, after)) = text.split_once('.') else {
        return Fraction::new(whole(text)?, 1);
    };
    let denominator = 10u128.checked_pow(after.len().try_into().ok()?)?;
    let numerator = whole(before)?.checked_mul(denominator)?.checked_add(whole(after)?)?;
    Fraction::new(numerator, denominator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_and_decimals_parse() {
        for (text, shown) in [
            ("1/10", "1/10"),
            ("0.1", "1/10"),
            ("0.37", "37/100"),
            ("2/4", "1/2"),
            ("0", "0"),
            ("1.0", "1"),
            ("0.30000000000000004", "7500000000000001/25000000000000000"),
        ] {
            assert_eq!(text.parse::<Fraction>().unwrap().to_string(), shown);
        }
        let long = format!("0.{}", "1".repeat(40));
        for bad in ["", "x", "1/0", "-1", "1/-2", "+1", "1.", ".5", "0.1.2", "1/2/3", "1e-1", &long]
        {
            assert_eq!(bad.parse::<Fraction>(), Err(FractionError(bad.to_owned())));
        }
    }

    #[test]
    fn shortest_is_the_shortest_decimal_of_a_float() {
        for (number, shown) in [(0.1, "1/10"), (0.37, "37/100"), (1.0, "1"), (1e-7, "1/10000000")] {
            assert_eq!(Fraction::shortest(number).unwrap().to_string(), shown);
        }
        for bad in [f64::NAN, f64::INFINITY, -0.5, 1e-300] {
            assert!(Fraction::shortest(bad).is_err());
        }
    }
}

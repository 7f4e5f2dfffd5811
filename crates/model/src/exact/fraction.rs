//! Fractions as they are written.

use std::fmt;
use std::str::FromStr;

use num_integer::Integer as _;

use super::ExactError;

/// A fraction from 0 up, in lowest terms: `1/10`, or `0.1`, which is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    // Without a common factor; the denominator is not 0.
    numerator: u128,
    denominator: u128,
}

impl Fraction {
    /// The fraction 1.
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// A fraction, or `None` if the denominator is 0.
    pub fn new(numerator: u128, denominator: u128) -> Option<Self> {
        let factor = numerator.gcd(&denominator);
        (denominator != 0)
            .then(|| Self { numerator: numerator / factor, denominator: denominator / factor })
    }

    /// The shortest decimal that stands for a number: 1/10 for the `f64` nearest to it.
    ///
    /// # Errors
    /// [`ExactError::Fraction`] if it is negative, no number, or has more than 38 decimals.
    pub fn shortest(number: f64) -> Result<Self, ExactError> {
        number.to_string().parse()
    }

    /// The number above the line.
    pub const fn numerator(self) -> u128 {
        self.numerator
    }

    /// The number below the line, never 0.
    pub const fn denominator(self) -> u128 {
        self.denominator
    }

    pub(super) const fn is_zero(self) -> bool {
        self.numerator == 0
    }

    pub(super) const fn is_at_most_one(self) -> bool {
        self.numerator <= self.denominator
    }

    /// What this fraction lacks to 1, over the same denominator; it is at most 1.
    pub(super) const fn rest(self) -> u128 {
        self.denominator - self.numerator
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
    type Err = ExactError;

    /// Reads `1/10`, `0.1` or `1`.
    fn from_str(text: &str) -> Result<Self, ExactError> {
        read(text.trim()).ok_or_else(|| ExactError::Fraction(text.to_owned()))
    }
}

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
    fn fractions_and_decimals_are_read() {
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
            assert_eq!(bad.parse::<Fraction>(), Err(ExactError::Fraction(bad.to_owned())));
        }
    }

    #[test]
    fn floats_are_their_shortest_decimals() {
        for (number, shown) in [(0.1, "1/10"), (0.37, "37/100"), (1.0, "1"), (1e-7, "1/10000000")] {
            assert_eq!(Fraction::shortest(number).unwrap().to_string(), shown);
        }
        for bad in [f64::NAN, f64::INFINITY, -0.5, 1e-300] {
            assert!(Fraction::shortest(bad).is_err());
        }
    }
}

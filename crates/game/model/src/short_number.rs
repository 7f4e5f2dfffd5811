//! Numbers as short text.

use std::fmt;

/// Numbers closer to 0 have an exponent.
const LEAST_DECIMAL: f64 = 1e-9;

/// Numbers from this on have an exponent.
const MOST_DECIMAL: f64 = 1e16;

/// A number as it is printed: the fewest digits that read back as the number, with an exponent
/// instead of many zeros: `0.1`, `0.000005`, `1e-300`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShortNumber(pub f64);

impl fmt::Display for ShortNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.abs();
        if size == 0.0 || !size.is_finite() || (LEAST_DECIMAL..MOST_DECIMAL).contains(&size) {
            fmt::Display::fmt(&self.0, f)
        } else {
            fmt::LowerExp::fmt(&self.0, f)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_few_zeros() {
        for (number, text) in [
            (0.0, "0"),
            (1.0, "1"),
            (0.1, "0.1"),
            (0.30000000000000004, "0.30000000000000004"),
            (0.000005168710145109223, "0.000005168710145109223"),
            (1e-300, "1e-300"),
            (-2.5e-12, "-2.5e-12"),
            (1e300, "1e300"),
            (5468.5, "5468.5"),
            (f64::INFINITY, "inf"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(ShortNumber(number).to_string(), text);
        }
    }
}

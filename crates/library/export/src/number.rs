//! Floating-point numbers as text.

use std::fmt;

/// A number with the fewest digits that read back as the same `f64`: `0.25`, or `1.5e-20` for very
/// small and very large numbers.
pub(crate) struct ShortestNumber(pub(crate) f64);

impl fmt::Display for ShortestNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.abs();
        if size == 0.0 || (1e-5..1e16).contains(&size) {
            write!(f, "{}", self.0)
        } else {
            // Both forms write infinity as `inf`.
            write!(f, "{:e}", self.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ShortestNumber;

    #[test]
    fn numbers_have_the_fewest_digits() {
        let texts = [0.0, 0.25, 1.0, -2.5, 1.5e-20, 1e300, f64::INFINITY]
            .map(|number| ShortestNumber(number).to_string());
        assert_eq!(texts, ["0", "0.25", "1", "-2.5", "1.5e-20", "1e300", "inf"]);
    }
}

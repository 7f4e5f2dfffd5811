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

//! Numbers as text.

use std::fmt;

/// A number with as few digits as tell it from every other: `0.25`, or `1.5e-20` where that is shorter.
pub(crate) struct Shortest(pub(crate) f64);

impl fmt::Display for Shortest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.abs();
        if size == 0.0 || (1e-5..1e16).contains(&size) {
            write!(f, "{}", self.0)
        } else {
            // Infinity is written `inf` either way.
            write!(f, "{:e}", self.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Shortest;

    #[test]
    fn numbers_are_short() {
        let texts = [0.0, 0.25, 1.0, -2.5, 1.5e-20, 1e300, f64::INFINITY]
            .map(|number| Shortest(number).to_string());
        assert_eq!(texts, ["0", "0.25", "1", "-2.5", "1.5e-20", "1e300", "inf"]);
    }
}

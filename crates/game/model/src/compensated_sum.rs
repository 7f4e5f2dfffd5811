//! Sums of many numbers whose rounding errors do not add up.

/// A sum of many finite numbers with a running correction of its rounding errors (Neumaier 1974).
///
/// The relative error of the total is about one rounding, 1.1e-16, if all numbers have one sign,
/// however many there are. A plain sum of a million numbers may be off by a million roundings.
///
/// ```
/// use mdp2048_model::CompensatedSum;
///
/// let tenths = std::iter::repeat_n(0.1, 1_000_000);
/// assert_ne!(tenths.clone().sum::<f64>(), 100_000.0);
/// assert_eq!(tenths.collect::<CompensatedSum>().total(), 100_000.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CompensatedSum {
    sum: f64,
    correction: f64,
}

impl CompensatedSum {
    /// Adds a finite number.
    #[inline]
    pub fn add(&mut self, number: f64) {
        let sum = self.sum + number;
        // The rounding error of the sum, exactly (Knuth's TwoSum). It needs no branch on which of
        // the two numbers is larger.
        let added = sum - self.sum;
        self.correction += (self.sum - (sum - added)) + (number - added);
        self.sum = sum;
    }

    /// The sum so far.
    #[inline]
    pub const fn total(self) -> f64 {
        self.sum + self.correction
    }
}

impl FromIterator<f64> for CompensatedSum {
    fn from_iter<T: IntoIterator<Item = f64>>(numbers: T) -> Self {
        let mut sum = Self::default();
        numbers.into_iter().for_each(|number| sum.add(number));
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn total(numbers: &[f64]) -> f64 {
        numbers.iter().copied().collect::<CompensatedSum>().total()
    }

    #[test]
    fn small_numbers_are_not_lost_beside_large_ones() {
        assert_eq!(total(&[]), 0.0);
        assert_eq!(total(&[1.0, 1e100, 1.0, -1e100]), 2.0);
        let mut numbers = vec![1.0];
        numbers.extend([1e-17; 100_000]);
        assert_eq!(numbers.iter().sum::<f64>(), 1.0);
        assert_eq!(total(&numbers), 1.0 + 1e-12);
    }
}

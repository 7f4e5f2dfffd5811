//! From numbers to coordinates.

/// A linear map from a range of numbers to a range of coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearScale {
    from: f64,
    start: f64,
    /// Coordinates per unit of the numbers; finite and not 0.
    factor: f64,
}

impl LinearScale {
    /// Maps the numbers from `from` to `to` to the coordinates from `start` to `end`. An empty
    /// range of numbers is extended by 1, and an empty range of coordinates likewise.
    pub fn new((from, to): (f64, f64), (start, end): (f64, f64)) -> Self {
        let numbers = if to > from { to - from } else { 1.0 };
        let coordinates = if end == start { 1.0 } else { end - start };
        Self { from, start, factor: coordinates / numbers }
    }

    /// The coordinate of a number.
    pub fn at(&self, value: f64) -> f64 {
        self.start + (value - self.from) * self.factor
    }

    /// The number at a coordinate.
    pub fn value_at(&self, coordinate: f64) -> f64 {
        self.from + (coordinate - self.start) / self.factor
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_has_an_inverse() {
        let scale = LinearScale::new((519.0, 1032.0), (40.0, 700.0));
        assert_eq!((scale.at(519.0), scale.at(1032.0)), (40.0, 700.0));
        assert!((scale.value_at(scale.at(938.8)) - 938.8).abs() < 1e-9);
        // The y axis points down.
        assert_eq!(LinearScale::new((0.0, 1.0), (200.0, 0.0)).at(0.25), 150.0);
    }

    #[test]
    fn empty_ranges_are_extended() {
        let scale = LinearScale::new((4.0, 4.0), (0.0, 100.0));
        assert_eq!((scale.at(4.0), scale.at(5.0)), (0.0, 100.0));
        assert_eq!(LinearScale::new((0.0, 2.0), (3.0, 3.0)).value_at(4.0), 2.0);
    }
}

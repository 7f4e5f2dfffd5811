//! The values of a layer's states, in the precision they are held in.

use serde::{Deserialize, Serialize};

/// The precision that values are held in. They are computed in double precision either way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Precision {
    /// Eight bytes a value: exact to rounding.
    #[default]
    Double,
    /// Four bytes a value, each rounded once: see [`Precision::error`].
    Single,
}

impl Precision {
    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Double => "double",
            Self::Single => "single",
        }
    }

    /// Bytes of a value.
    pub const fn bytes(self) -> u64 {
        match self {
            Self::Double => 8,
            Self::Single => 4,
        }
    }

    /// The most by which holding one value in this precision changes it, as a part of it: 2^-24 for
    /// single precision; 0 for double, whose values are held as they are computed.
    pub const fn rounding(self) -> f64 {
        match self {
            Self::Double => 0.0,
            Self::Single => f32::EPSILON as f64 / 2.0,
        }
    }

    /// The most by which a value may be off, as a part of it, when at most so many moves follow, and
    /// beyond the rounding of double precision.
    ///
    /// The value of a state is a sum of values above it, all of one sign and with weights that are
    /// exact; so it is off by no larger part than they are, and by one rounding u more: by at most
    /// (1 + u)^moves - 1. Values below 1e-38 may be off by 1e-45 a move instead.
    pub fn error(self, moves: u64) -> f64 {
        // Below, the power itself would be all rounding.
        (moves as f64 * self.rounding().ln_1p()).exp_m1()
    }
}

/// The values of a layer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Column {
    Double(Vec<f64>),
    Single(Vec<f32>),
}

/// A type that values are held in.
pub(crate) trait Number: Copy + Default + Send + Sync {
    /// The nearest number to a value.
    fn of(value: f64) -> Self;

    /// The value.
    fn get(self) -> f64;

    /// The column of these numbers.
    fn column(numbers: Vec<Self>) -> Column;

    /// The numbers of a column, if it is one of this type.
    fn numbers(column: &Column) -> &[Self];
}

impl Number for f64 {
    #[inline(always)]
    fn of(value: f64) -> Self {
        value
    }

    #[inline(always)]
    fn get(self) -> f64 {
        self
    }

    fn column(numbers: Vec<Self>) -> Column {
        Column::Double(numbers)
    }

    fn numbers(column: &Column) -> &[Self] {
        match column {
            Column::Double(numbers) => numbers,
            Column::Single(_) => &[],
        }
    }
}

impl Number for f32 {
    #[inline(always)]
    fn of(value: f64) -> Self {
        value as Self
    }

    #[inline(always)]
    fn get(self) -> f64 {
        f64::from(self)
    }

    fn column(numbers: Vec<Self>) -> Column {
        Column::Single(numbers)
    }

    fn numbers(column: &Column) -> &[Self] {
        match column {
            Column::Single(numbers) => numbers,
            Column::Double(_) => &[],
        }
    }
}

impl Column {
    /// The column of these values, which are numbers of the precision.
    pub(crate) fn new(values: Vec<f64>, precision: Precision) -> Self {
        match precision {
            Precision::Double => Self::Double(values),
            Precision::Single => Self::Single(values.into_iter().map(f32::of).collect()),
        }
    }

    pub(crate) const fn len(&self) -> usize {
        match self {
            Self::Double(numbers) => numbers.len(),
            Self::Single(numbers) => numbers.len(),
        }
    }

    /// The value at a place, if there are so many.
    #[inline(always)]
    pub(crate) fn get(&self, place: usize) -> Option<f64> {
        match self {
            Self::Double(numbers) => numbers.get(place).copied(),
            Self::Single(numbers) => numbers.get(place).map(|number| number.get()),
        }
    }

    /// The values in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = f64> {
        (0..self.len()).filter_map(|place| self.get(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_grow_with_the_moves() {
        assert_eq!(Precision::Double.error(1000), 0.0);
        let u = Precision::Single.rounding();
        assert_eq!(u, 2f64.powi(-24));
        assert!((Precision::Single.error(1) / u - 1.0).abs() < 1e-12);
        let many = Precision::Single.error(761);
        assert!(many > 761.0 * u && many < 761.1 * u);
    }
}

//! The values of a layer's states, in the precision they are held in.

use crate::options::Precision;

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

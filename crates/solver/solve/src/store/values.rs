//! The values of a layer, in the precision in which they are held.

use bytemuck::Pod;

use crate::allocate::{self, AllocationError, Array};
use crate::options::Precision;

/// The values of the states of a layer, in the order of ranks.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum LayerValues {
    Double(Array<f64>),
    Single(Array<f32>),
}

/// A floating-point type in which values are held.
pub(crate) trait StoredValue: Pod + Send + Sync {
    /// Returns the nearest number of this type.
    fn nearest(value: f64) -> Self;

    /// Returns the value.
    fn get(self) -> f64;

    /// Wraps the values of a layer.
    fn wrap(values: Array<Self>) -> LayerValues;

    /// Returns the values of a layer, which are empty if they are held in another type.
    fn of_layer(values: &LayerValues) -> &[Self];
}

impl StoredValue for f64 {
    #[inline(always)]
    fn nearest(value: f64) -> Self {
        value
    }

    #[inline(always)]
    fn get(self) -> f64 {
        self
    }

    fn wrap(values: Array<Self>) -> LayerValues {
        LayerValues::Double(values)
    }

    fn of_layer(values: &LayerValues) -> &[Self] {
        match values {
            LayerValues::Double(values) => values,
            LayerValues::Single(_) => &[],
        }
    }
}

impl StoredValue for f32 {
    #[inline(always)]
    fn nearest(value: f64) -> Self {
        value as Self
    }

    #[inline(always)]
    fn get(self) -> f64 {
        f64::from(self)
    }

    fn wrap(values: Array<Self>) -> LayerValues {
        LayerValues::Single(values)
    }

    fn of_layer(values: &LayerValues) -> &[Self] {
        match values {
            LayerValues::Single(values) => values,
            LayerValues::Double(_) => &[],
        }
    }
}

impl LayerValues {
    /// Returns these values in a precision, which must be able to represent them.
    pub(crate) fn new(values: Array<f64>, precision: Precision) -> Result<Self, AllocationError> {
        Ok(match precision {
            Precision::Double => Self::Double(values),
            Precision::Single => {
                Self::Single(allocate::collect(values.iter().copied().map(f32::nearest))?)
            }
        })
    }

    /// The number of values.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Double(values) => values.len(),
            Self::Single(values) => values.len(),
        }
    }

    /// Returns the value of the state with a rank; `None` if there are fewer states.
    #[inline(always)]
    pub(crate) fn get(&self, rank: usize) -> Option<f64> {
        match self {
            Self::Double(values) => values.get(rank).copied(),
            Self::Single(values) => values.get(rank).map(|value| value.get()),
        }
    }

    /// Returns the values in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = f64> {
        (0..self.len()).filter_map(|rank| self.get(rank))
    }
}

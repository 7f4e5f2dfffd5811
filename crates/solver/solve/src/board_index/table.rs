//! Tables indexed by the 16-bit number of a pattern.

use std::ops::Index;

use crate::allocate::Array;

/// A table with one value for each pattern of some cells, in the order of the pattern numbers.
#[derive(Clone, Debug)]
pub(crate) struct PatternTable<T>(Array<T>);

impl<T> PatternTable<T> {
    /// Returns the table of these values; the first is the value of pattern 0.
    pub(crate) fn new(values: impl IntoIterator<Item = T>) -> Self {
        Self(values.into_iter().collect::<Vec<T>>().into())
    }

    /// The values in the order of the pattern numbers.
    #[inline(always)]
    pub(crate) fn values(&self) -> &[T] {
        &self.0
    }

    /// The size of the values in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        size_of_val(&self.0[..]) as u64
    }
}

impl<T> Index<u16> for PatternTable<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, number: u16) -> &T {
        &self.0[usize::from(number)]
    }
}

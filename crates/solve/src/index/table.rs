//! Tables that are looked up by the 16-bit numbers of patterns.

use std::ops::Index;

/// A value for each of the first numbers.
#[derive(Clone, Debug)]
pub(crate) struct Table<T>(Box<[T]>);

impl<T> Table<T> {
    /// The table of these values, in the order of their numbers.
    pub(crate) fn new(values: impl IntoIterator<Item = T>) -> Self {
        Self(values.into_iter().collect())
    }

    /// The values in the order of their numbers.
    #[inline(always)]
    pub(crate) fn values(&self) -> &[T] {
        &self.0
    }
}

impl<T> Index<u16> for Table<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, number: u16) -> &T {
        &self.0[usize::from(number)]
    }
}

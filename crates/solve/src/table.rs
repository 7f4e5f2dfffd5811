//! Tables that are as long as their index has values, so that looking up needs no check.

use std::ops::Index;

/// How many values a `u16` has.
const LEN: usize = 1 << 16;

/// A value for every `u16`; those that were not given are the default.
#[derive(Clone, Debug)]
pub(crate) struct Table<T>(Box<[T; LEN]>);

impl<T: Copy + Default> Table<T> {
    /// The table that begins with these values, 65,536 at most.
    pub(crate) fn new(values: impl IntoIterator<Item = T>) -> Self {
        let mut table = vec![T::default(); LEN];
        for (entry, value) in table.iter_mut().zip(values) {
            *entry = value;
        }
        match table.into_boxed_slice().try_into() {
            Ok(table) => Self(table),
            Err(_) => unreachable!("the vector was made as long as the array"),
        }
    }
}

impl<T> Index<u16> for Table<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, index: u16) -> &T {
        &self.0[usize::from(index)]
    }
}

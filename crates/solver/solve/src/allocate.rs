//! Fallible allocation of large arrays, and how they are freed.
//!
//! Rust ends the process when an ordinary allocation fails. Everything in this crate whose size
//! grows with the number of boards is allocated here, so that a lack of memory is an error. Small
//! blocks, such as lists of tasks, are allocated as usual; see [`check_reserve`].

use std::hint::black_box;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicUsize, Ordering};

use bytemuck::Zeroable;
use thiserror::Error;

/// An array could not be allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("an array of {bytes} bytes could not be allocated")]
pub struct AllocationError {
    /// The size of the array.
    pub bytes: u64,
}

/// The least size of blocks that the allocator requests from the system by `mmap`: 128 KiB, the
/// initial `M_MMAP_THRESHOLD` of glibc on Linux. Only their pages of zeros use no memory, and only
/// they are returned to the system when they are freed. Smaller blocks are part of a heap, which is
/// written to when it is set to zero, and in which freed blocks between live ones keep their
/// memory.
pub(crate) const MMAP_THRESHOLD: usize = 128 << 10;

/// A vector of many entries, which is freed so that the allocator keeps its threshold.
///
/// When glibc frees a block that it requested by `mmap`, of up to 32 MiB, it raises the threshold
/// to the size of that block. Later blocks up to that size would be part of the heap and use more
/// memory: a second solve of 4x4 to 16 used 1.2 times as much as the first one. A block that is
/// made smaller by `realloc` gives its pages back and does not raise the threshold. So an array is
/// reduced to one entry before it is freed. Other allocators may copy the entry; nothing else
/// depends on them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Array<T>(Vec<T>);

impl<T> Default for Array<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Drop for Array<T> {
    fn drop(&mut self) {
        if size_of::<T>() * self.capacity() >= MMAP_THRESHOLD {
            self.truncate(1);
            self.shrink_to(1);
        }
    }
}

impl<T> From<Vec<T>> for Array<T> {
    fn from(values: Vec<T>) -> Self {
        Self(values)
    }
}

impl<T> Deref for Array<T> {
    type Target = Vec<T>;

    #[inline(always)]
    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> DerefMut for Array<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

/// Bytes that must be free beside the large arrays: more than the small blocks that are allocated
/// between two checks, and the stacks of a few threads. It exceeds 32 MiB, so that the threshold of
/// the allocator does not grow when the block that checks it is freed; see [`Array`].
const RESERVE: usize = 40 << 20;

/// The most bytes of arrays that are allocated without a check of the reserve.
const UNCHECKED: usize = 8 << 20;

/// A part of the size of an array that bounds the small blocks allocated for the work on it, as one
/// in this many bytes: a list of tasks has about 50 bytes for each 1,024 bytes of a bitmap.
const SMALL_SHARE: usize = 8;

/// The bytes of arrays that were allocated since the last check of the reserve.
static SINCE_CHECK: AtomicUsize = AtomicUsize::new(UNCHECKED);

/// Returns an array of zeros.
///
/// As with `vec![0; len]`, the system provides memory for a page of a large array only once
/// something is written to it. `Vec::try_reserve` and `Vec::resize` would write all pages.
pub(crate) fn zeroed<T: Zeroable>(len: usize) -> Result<Array<T>, AllocationError> {
    let values = bytemuck::try_zeroed_vec(len).map_err(|()| error_of::<T>(len))?;
    check_reserve(size_of::<T>() * len)?;
    Ok(Array(values))
}

/// Returns an empty array with space for `len` entries.
pub(crate) fn with_capacity<T>(len: usize) -> Result<Array<T>, AllocationError> {
    let mut values = Vec::new();
    values.try_reserve_exact(len).map_err(|_| error_of::<T>(len))?;
    check_reserve(size_of::<T>() * len)?;
    Ok(Array(values))
}

/// Collects values whose number is known into an array.
pub(crate) fn collect<T>(
    values: impl ExactSizeIterator<Item = T>,
) -> Result<Array<T>, AllocationError> {
    let mut collected = with_capacity(values.len())?;
    collected.extend(values);
    Ok(collected)
}

/// Makes an array at least `len` entries long; the new entries are `value`.
pub(crate) fn grow<T: Clone>(
    values: &mut Array<T>,
    len: usize,
    value: T,
) -> Result<(), AllocationError> {
    if let Some(more) = len.checked_sub(values.len()) {
        reserve(values, more)?;
        values.resize(len, value);
    }
    Ok(())
}

/// Appends an entry to an array.
#[inline(always)]
pub(crate) fn push<T>(values: &mut Array<T>, value: T) -> Result<(), AllocationError> {
    reserve(values, 1)?;
    values.push(value);
    Ok(())
}

/// Makes space for further entries: for twice as many as before, if there is too little.
#[inline(always)]
pub(crate) fn reserve<T>(values: &mut Array<T>, more: usize) -> Result<(), AllocationError> {
    if values.capacity() - values.len() < more { reserve_more(values, more) } else { Ok(()) }
}

#[cold]
fn reserve_more<T>(values: &mut Array<T>, more: usize) -> Result<(), AllocationError> {
    let before = values.capacity();
    values.try_reserve(more).map_err(|_| error_of::<T>(values.len().saturating_add(more)))?;
    check_reserve(size_of::<T>() * (values.capacity() - before))
}

/// Checks that blocks of this many bytes in all can be allocated next.
pub(crate) fn check(bytes: u64) -> Result<(), AllocationError> {
    let size = usize::try_from(bytes).ok().and_then(|bytes| bytes.checked_add(RESERVE));
    let mut block = Vec::<u8>::new();
    let is_free = size.is_some_and(|size| block.try_reserve_exact(size).is_ok());
    // Otherwise the compiler may remove the allocation, as nothing is written to it.
    black_box(&block);
    if is_free { Ok(()) } else { Err(AllocationError { bytes }) }
}

/// Checks that there is memory for small blocks after an array, or many such blocks, of this many
/// bytes were allocated.
///
/// A small block that cannot be allocated ends the process. Large arrays use up memory much faster,
/// so it suffices to fail while small blocks can still be allocated.
pub(crate) fn check_reserve(bytes: usize) -> Result<(), AllocationError> {
    if SINCE_CHECK.fetch_add(bytes, Ordering::Relaxed) + bytes < UNCHECKED {
        return Ok(());
    }
    SINCE_CHECK.store(0, Ordering::Relaxed);
    check((bytes / SMALL_SHARE) as u64).map_err(|_| AllocationError { bytes: bytes as u64 })
}

fn error_of<T>(len: usize) -> AllocationError {
    AllocationError { bytes: size_of::<T>() as u64 * len as u64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes that no system can allocate.
    const TOO_MANY: usize = isize::MAX as usize - (1 << 30);

    #[test]
    fn arrays_that_are_too_large_are_errors() {
        let error = AllocationError { bytes: TOO_MANY as u64 };
        assert_eq!(zeroed::<u8>(TOO_MANY), Err(error));
        assert_eq!(with_capacity::<u8>(TOO_MANY), Err(error));
        assert_eq!(collect((0..TOO_MANY).map(|_| 0u8)), Err(error));
        let mut values = Array(vec![1u8]);
        assert_eq!(grow(&mut values, TOO_MANY, 0), Err(error));
        assert_eq!(reserve(&mut values, TOO_MANY - 1), Err(error));
        assert_eq!(check(TOO_MANY as u64), Err(error));
        assert_eq!(values.0, [1]);
    }
}

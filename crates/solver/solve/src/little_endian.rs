//! Arrays of numbers as bytes: little-endian numbers, one after another.

use bytemuck::Pod;

use crate::allocate::{self, AllocationError};

#[cfg(not(target_endian = "little"))]
compile_error!("files and messages hold the bytes of numbers as a little-endian machine does");

/// Whether all bytes of a number are 0. Zeros need not be written to an array of zeros, of which
/// the system provides memory only for pages that are written to.
pub(crate) fn is_zero<T: Pod>(number: &T) -> bool {
    bytemuck::bytes_of(number).iter().all(|&byte| byte == 0)
}

/// Returns the bytes of some numbers.
pub(crate) fn to_bytes<T: Pod>(numbers: &[T]) -> Result<Vec<u8>, AllocationError> {
    let mut bytes = allocate::zeroed(size_of_val(numbers))?;
    for (number, bytes) in numbers.iter().zip(bytes.chunks_exact_mut(size_of::<T>())) {
        if !is_zero(number) {
            bytes.copy_from_slice(bytemuck::bytes_of(number));
        }
    }
    Ok(std::mem::take(&mut *bytes))
}

/// Returns the numbers of some bytes; bytes beyond the last whole number are left out.
#[inline]
pub(crate) fn numbers<T: Pod>(bytes: &[u8]) -> impl ExactSizeIterator<Item = T> {
    bytes.chunks_exact(size_of::<T>()).map(bytemuck::pod_read_unaligned)
}

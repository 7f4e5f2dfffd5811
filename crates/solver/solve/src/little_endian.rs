//! Arrays of numbers as bytes: little-endian numbers, one after another.

use bytemuck::Pod;

#[cfg(not(target_endian = "little"))]
compile_error!("files hold the bytes of numbers as a little-endian machine does");

/// Whether all bytes of a number are 0. Zeros need not be written to an array of zeros, of which
/// the system provides memory only for pages that are written to.
pub(crate) fn is_zero<T: Pod>(number: &T) -> bool {
    bytemuck::bytes_of(number).iter().all(|&byte| byte == 0)
}

/// Returns the numbers of some bytes; bytes beyond the last whole number are left out.
#[inline]
pub(crate) fn numbers<T: Pod>(bytes: &[u8]) -> impl ExactSizeIterator<Item = T> {
    bytes.chunks_exact(size_of::<T>()).map(bytemuck::pod_read_unaligned)
}

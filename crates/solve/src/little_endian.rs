//! Arrays of numbers as bytes: little-endian numbers, one after another.

use bytemuck::Zeroable;

use crate::allocate::{self, AllocationError, Array};

/// A number that is held as little-endian bytes.
pub(crate) trait LittleEndian: Copy + Zeroable {
    /// How many bytes a number has.
    const BYTES: usize;

    /// Writes the number to as many bytes.
    fn write(self, bytes: &mut [u8]);

    /// Reads the number from as many bytes.
    fn read(bytes: &[u8]) -> Self;

    /// Whether all bytes are 0.
    fn is_zero(self) -> bool;
}

macro_rules! little_endian {
    ($number:ty, $bits:expr) => {
        impl LittleEndian for $number {
            const BYTES: usize = size_of::<$number>();

            #[inline(always)]
            fn write(self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_le_bytes());
            }

            #[inline(always)]
            fn read(bytes: &[u8]) -> Self {
                let mut number = [0; size_of::<$number>()];
                number.copy_from_slice(bytes);
                Self::from_le_bytes(number)
            }

            #[inline(always)]
            fn is_zero(self) -> bool {
                $bits(self) == 0
            }
        }
    };
}

little_endian!(u8, std::convert::identity);
little_endian!(u64, std::convert::identity);
little_endian!(f64, f64::to_bits);
little_endian!(f32, f32::to_bits);

/// Returns the bytes of some numbers.
pub(crate) fn to_bytes<T: LittleEndian>(numbers: &[T]) -> Result<Array<u8>, AllocationError> {
    let mut bytes = allocate::zeroed(T::BYTES * numbers.len())?;
    for (number, bytes) in numbers.iter().zip(bytes.chunks_exact_mut(T::BYTES)) {
        if !number.is_zero() {
            number.write(bytes);
        }
    }
    Ok(bytes)
}

/// Returns the numbers of some bytes; bytes beyond the last whole number are left out.
#[inline]
pub(crate) fn numbers<T: LittleEndian>(bytes: &[u8]) -> impl ExactSizeIterator<Item = T> {
    bytes.chunks_exact(T::BYTES).map(T::read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_back() {
        let values = [0.0, -1.5, f64::NEG_INFINITY];
        let bytes = to_bytes(&values).expect("few bytes");
        assert_eq!(bytes[8..16], [0, 0, 0, 0, 0, 0, 0xf8, 0xbf]);
        assert!(numbers::<f64>(&bytes).eq(values));
        assert!(numbers::<u64>(&bytes[..15]).eq([0]));
    }
}

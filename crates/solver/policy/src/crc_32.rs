//! The checksum of policy files.

/// The CRC-32 of zip files and others, of bytes that may come in parts.
///
/// Its table has 1 KiB, which is computed in microseconds when it is needed, so that an embedded
/// player need not load it.
#[derive(Clone, Debug)]
pub struct Crc32 {
    /// The remainder of each byte.
    table: Vec<u32>,
    /// The remainder of the bytes so far, in which every bit is inverted.
    state: u32,
}

/// The polynomial, with the highest power in the lowest bit.
const POLYNOMIAL: u32 = 0xedb8_8320;

impl Default for Crc32 {
    fn default() -> Self {
        Self::new()
    }
}

impl Crc32 {
    /// The checksum of no bytes.
    pub fn new() -> Self {
        let shift = |it: u32, _| if it & 1 == 1 { it >> 1 ^ POLYNOMIAL } else { it >> 1 };
        Self { table: (0..256).map(|byte| (0..8).fold(byte, shift)).collect(), state: !0 }
    }

    /// Adds bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            let index = (self.state ^ u32::from(byte)) & 255;
            self.state = self.state >> 8 ^ self.table[index as usize];
        }
    }

    /// The checksum of the bytes so far.
    pub const fn value(&self) -> u32 {
        !self.state
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_checksum_is_that_of_zip_files(parts: [Vec<u8>; 3]) {
            let mut checksum = Crc32::new();
            for part in &parts {
                checksum.update(part);
            }
            prop_assert_eq!(checksum.value(), crc32fast::hash(&parts.concat()));
        }
    }
}

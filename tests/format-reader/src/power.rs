//! Powers of two in integers.

/// Computes 2^-s in units of 2^-28.
#[derive(Clone, Debug)]
pub(crate) struct PowerTable([u32; 256]);

impl PowerTable {
    pub(crate) fn new() -> Self {
        let mut r: u128 = 1 << 63;
        for _ in 0..8 {
            r = (r << 64).isqrt();
        }
        let mut x: u128 = 1 << 64;
        let mut powers = [0; 256];
        for power in &mut powers {
            *power = (x >> 36) as u32;
            x = (x * r) >> 64;
        }
        Self(powers)
    }

    /// The power for s in units of 1/65536.
    pub(crate) fn power(&self, s: u32) -> u32 {
        let power = self.0[(s >> 8 & 255) as usize].checked_shr(s >> 16).unwrap_or(0);
        power.max(1 << 15)
    }
}

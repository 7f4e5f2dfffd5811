//! Powers of two in integer arithmetic.

/// The number of fractional bits of an exponent.
const EXPONENT_BITS: u32 = 16;

/// The number of fractional bits of a power.
const POWER_BITS: u32 = 28;

/// 2 to the power of -1/256, in 1/2^64.
const ROOT: u64 = {
    let mut root = 1u128 << 63;
    let mut roots_taken = 0;
    while roots_taken < 8 {
        root = (root << 64).isqrt();
        roots_taken += 1;
    }
    root as u64
};

/// The least result of [`Powers::of`], 2^-13. It keeps probabilities above 0.
const MIN_POWER: u32 = 1 << (POWER_BITS - 13);

/// A table of powers of two. It is computed in microseconds, so that an embedded player need not
/// load it.
#[derive(Clone, Debug)]
pub(crate) struct Powers {
    /// 2 to the power of -i/256, in 1/2^28.
    powers: Vec<u32>,
}

impl Powers {
    /// Computes the table.
    pub(crate) fn new() -> Self {
        let mut power = 1u128 << 64;
        let next = |_| {
            let rounded = (power >> (64 - POWER_BITS)) as u32;
            power = (power * u128::from(ROOT)) >> 64;
            rounded
        };
        Self { powers: (0..256).map(next).collect() }
    }

    /// 2 to the power of minus `exponent`, in 1/2^28, and at least [`MIN_POWER`]. The exponent is
    /// in 1/65536.
    pub(crate) fn of(&self, exponent: u32) -> u32 {
        let (whole, part) = (exponent >> EXPONENT_BITS, exponent >> (EXPONENT_BITS - 8) & 255);
        self.powers[part as usize].checked_shr(whole).unwrap_or(0).max(MIN_POWER)
    }
}

//! Powers of two in integer arithmetic.

/// The number of fractional bits of an exponent.
const EXPONENT_BITS: u32 = 16;

/// The number of fractional bits of a power.
const POWER_BITS: u32 = 28;

/// 2 to the power of -i/256, in 1/2^28.
static POWERS: [u32; 256] = {
    // 1/2 in 1/2^64. After eight square roots it is 2 to the power of -1/256.
    let mut root = 1u128 << 63;
    let mut roots_taken = 0;
    while roots_taken < 8 {
        root = (root << 64).isqrt();
        roots_taken += 1;
    }
    let mut powers = [0; 256];
    let mut power = 1u128 << 64;
    let mut i = 0;
    while i < 256 {
        powers[i] = (power >> (64 - POWER_BITS)) as u32;
        power = (power * root) >> 64;
        i += 1;
    }
    powers
};

/// The least result of [`power`], 2^-13. It keeps probabilities above 0.
const MIN_POWER: u32 = 1 << (POWER_BITS - 13);

/// 2 to the power of minus `exponent`, in 1/2^28, and at least [`MIN_POWER`]. The exponent is in
/// 1/65536.
pub(crate) fn power(exponent: u32) -> u32 {
    let (whole, part) = (exponent >> EXPONENT_BITS, exponent >> (EXPONENT_BITS - 8) & 255);
    POWERS[part as usize].checked_shr(whole).unwrap_or(0).max(MIN_POWER)
}

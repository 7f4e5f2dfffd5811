//! Vectors of eight numbers, one for each symmetric image of a board.

use std::ops::Add;

/// As many as a square has symmetries; a rectangle's four are repeated.
pub(crate) const LANES: usize = 8;

/// Eight numbers.
pub(crate) type Lanes<T> = [T; LANES];

/// The integers that codes are computed in: the narrow ones where they fit, for speed.
pub(crate) trait Code: Copy + Ord + Default + Add<Output = Self> + Send + Sync {
    /// A code that is known to fit.
    fn narrow(code: u64) -> Self;

    /// The code.
    fn widen(self) -> u64;

    /// The least lane.
    fn least<W: Width>(width: W, lanes: &Lanes<Self>) -> Self;
}

impl Code for u32 {
    fn narrow(code: u64) -> Self {
        code as Self
    }

    #[inline(always)]
    fn widen(self) -> u64 {
        u64::from(self)
    }

    #[inline(always)]
    fn least<W: Width>(width: W, lanes: &Lanes<Self>) -> Self {
        width.least(lanes)
    }
}

impl Code for u64 {
    fn narrow(code: u64) -> Self {
        code
    }

    #[inline(always)]
    fn widen(self) -> u64 {
        self
    }

    #[inline(always)]
    fn least<W: Width>(_width: W, lanes: &Lanes<Self>) -> Self {
        least(lanes)
    }
}

/// The vectors of a processor. The compiler makes good ones of everything here by itself but of
/// the least lane.
pub(crate) trait Width: Copy {
    fn least(self, lanes: &Lanes<u32>) -> u32;
}

/// Whatever the compiler may take for granted.
#[derive(Clone, Copy)]
pub(crate) struct Plain;

impl Width for Plain {
    #[inline(always)]
    fn least(self, lanes: &Lanes<u32>) -> u32 {
        least(lanes)
    }
}

#[cfg(target_arch = "x86_64")]
impl Width for pulp::x86::V3 {
    #[inline(always)]
    fn least(self, lanes: &Lanes<u32>) -> u32 {
        let [low, high]: [pulp::u32x4; 2] = pulp::cast(*lanes);
        let four = self.min_u32x4(low, high);
        let swapped = self.sse2._mm_shuffle_epi32::<0b01_00_11_10>(pulp::cast(four));
        let two = self.min_u32x4(four, pulp::cast(swapped));
        let swapped = self.sse2._mm_shuffle_epi32::<0b10_11_00_01>(pulp::cast(two));
        self.min_u32x4(two, pulp::cast(swapped)).0
    }
}

/// The sum of two vectors, lane by lane.
#[inline(always)]
pub(crate) fn add<T: Copy + Add<Output = T>>(a: &Lanes<T>, b: &Lanes<T>) -> Lanes<T> {
    std::array::from_fn(|lane| a[lane] + b[lane])
}

/// The least lane.
#[inline(always)]
pub(crate) fn least<T: Copy + Ord>(lanes: &Lanes<T>) -> T {
    let half: [T; 4] = std::array::from_fn(|lane| lanes[lane].min(lanes[lane + 4]));
    half[0].min(half[2]).min(half[1].min(half[3]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_lane_is_found_wherever_it_is() {
        for lane in 0..LANES {
            let mut lanes = [u32::MAX, 0x8000_0000, 7, 9, 8, 0x7fff_ffff, 10, 11];
            lanes[lane] = 3;
            assert_eq!((least(&lanes), Plain.least(&lanes)), (3, 3));
            #[cfg(target_arch = "x86_64")]
            if let Some(wide) = pulp::x86::V3::try_new() {
                assert_eq!(wide.least(&lanes), 3);
            }
        }
    }
}

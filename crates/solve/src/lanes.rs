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
}

impl Code for u32 {
    fn narrow(code: u64) -> Self {
        code as Self
    }

    fn widen(self) -> u64 {
        u64::from(self)
    }
}

impl Code for u64 {
    fn narrow(code: u64) -> Self {
        code
    }

    fn widen(self) -> u64 {
        self
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

//! Vectors of eight integers in memory.

use std::ops::Add;

/// The number of lanes: the symmetries of a square. A rectangle has four, each in two lanes.
pub(crate) const LANES: usize = 8;

/// Eight integers. The alignment keeps eight `u32` within one cache line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(32))]
pub(crate) struct Lanes<T>(pub(crate) [T; LANES]);

impl<T: Copy> Lanes<T> {
    /// Applies a function to each lane.
    #[inline(always)]
    pub(crate) fn map<U>(self, of: impl FnMut(T) -> U) -> Lanes<U> {
        Lanes(self.0.map(of))
    }
}

/// Returns the sum of two vectors, lane by lane.
#[inline(always)]
pub(crate) fn add<T: Copy + Add<Output = T>>(a: &Lanes<T>, b: &Lanes<T>) -> Lanes<T> {
    Lanes(std::array::from_fn(|lane| a.0[lane] + b.0[lane]))
}

/// Returns the least lane.
#[inline(always)]
pub(crate) fn least<T: Copy + Ord>(lanes: &Lanes<T>) -> T {
    let half: [T; 4] = std::array::from_fn(|lane| lanes.0[lane].min(lanes.0[lane + 4]));
    half[0].min(half[2]).min(half[1].min(half[3]))
}

/// Returns a mask of the lanes that are equal to a number.
#[inline(always)]
pub(super) fn equal_lanes<T: Copy + PartialEq>(lanes: &Lanes<T>, number: T) -> u8 {
    let lanes = lanes.0.iter().enumerate();
    lanes.fold(0, |mask, (lane, &other)| mask | u8::from(other == number) << lane)
}

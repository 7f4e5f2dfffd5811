//! The integer types of board codes.

use std::ops::Add;

use super::vector::Lanes;
use super::width::Width;

/// The integer type of board codes: `u32` where every code of the game fits, which is faster, else
/// `u64`.
pub(crate) trait Code:
    'static + Copy + Ord + Default + Add<Output = Self> + Send + Sync
{
    /// Eight codes in the registers of a vector width.
    type Vector<W: Width>: Copy;

    /// Converts a code that is known to fit; the upper bits of any other are dropped.
    fn narrow(code: u64) -> Self;

    /// Converts the code to 64 bits.
    fn widen(self) -> u64;

    /// Loads eight codes.
    fn load<W: Width>(width: W, lanes: &Lanes<Self>) -> Self::Vector<W>;

    /// Returns the sum, lane by lane.
    fn plus<W: Width>(width: W, a: Self::Vector<W>, b: Self::Vector<W>) -> Self::Vector<W>;

    /// Returns the least lane of each of two vectors.
    fn least_of_two<W: Width>(width: W, vectors: [Self::Vector<W>; 2]) -> [Self; 2];

    /// Returns the least lane of each of four vectors.
    fn least_of_four<W: Width>(width: W, vectors: [Self::Vector<W>; 4]) -> [Self; 4];

    /// Returns a mask of the lanes that hold a code.
    fn equal_lanes<W: Width>(width: W, vector: Self::Vector<W>, code: Self) -> u8;

    /// Moves the codes whose bits are set in the low four bits of a mask to the front, in order.
    /// The entries behind them are unspecified.
    fn compress<W: Width>(width: W, codes: [Self; 4], mask: u8) -> [Self; 4];
}

impl Code for u32 {
    type Vector<W: Width> = W::Vector;

    #[inline(always)]
    fn narrow(code: u64) -> Self {
        code as Self
    }

    #[inline(always)]
    fn widen(self) -> u64 {
        u64::from(self)
    }

    #[inline(always)]
    fn load<W: Width>(width: W, lanes: &Lanes<Self>) -> W::Vector {
        width.load(lanes)
    }

    #[inline(always)]
    fn plus<W: Width>(width: W, a: W::Vector, b: W::Vector) -> W::Vector {
        width.add(a, b)
    }

    #[inline(always)]
    fn least_of_two<W: Width>(width: W, vectors: [W::Vector; 2]) -> [Self; 2] {
        width.least_of_two(vectors)
    }

    #[inline(always)]
    fn least_of_four<W: Width>(width: W, vectors: [W::Vector; 4]) -> [Self; 4] {
        width.least_of_four(vectors)
    }

    #[inline(always)]
    fn equal_lanes<W: Width>(width: W, vector: W::Vector, code: Self) -> u8 {
        width.equal_lanes(vector, code)
    }

    #[inline(always)]
    fn compress<W: Width>(width: W, codes: [Self; 4], mask: u8) -> [Self; 4] {
        width.compress(codes, mask)
    }
}

impl Code for u64 {
    type Vector<W: Width> = W::WideVector;

    #[inline(always)]
    fn narrow(code: u64) -> Self {
        code
    }

    #[inline(always)]
    fn widen(self) -> u64 {
        self
    }

    #[inline(always)]
    fn load<W: Width>(width: W, lanes: &Lanes<Self>) -> W::WideVector {
        width.load_wide(lanes)
    }

    #[inline(always)]
    fn plus<W: Width>(width: W, a: W::WideVector, b: W::WideVector) -> W::WideVector {
        width.add_wide(a, b)
    }

    #[inline(always)]
    fn least_of_two<W: Width>(width: W, vectors: [W::WideVector; 2]) -> [Self; 2] {
        width.least_of_two_wide(vectors)
    }

    #[inline(always)]
    fn least_of_four<W: Width>(width: W, vectors: [W::WideVector; 4]) -> [Self; 4] {
        width.least_of_four_wide(vectors)
    }

    #[inline(always)]
    fn equal_lanes<W: Width>(width: W, vector: W::WideVector, code: Self) -> u8 {
        width.equal_lanes_wide(vector, code)
    }

    #[inline(always)]
    fn compress<W: Width>(width: W, codes: [Self; 4], mask: u8) -> [Self; 4] {
        width.compress_wide(codes, mask)
    }
}

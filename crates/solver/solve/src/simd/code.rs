//! The integer types of board codes.

use std::ops::Add;

use super::operations::Simd;
use super::vector::Lanes;

/// The integer type of board codes: `u32` where every code of the game fits, which is faster, else
/// `u64`.
pub(crate) trait Code:
    'static + Copy + Ord + Default + Add<Output = Self> + Send + Sync
{
    /// Eight codes in the registers of a vector width.
    type Vector<W: Simd>: Copy;

    /// Converts a code that is known to fit; the upper bits of any other are dropped.
    fn narrow(code: u64) -> Self;

    /// Converts the code to 64 bits.
    fn widen(self) -> u64;

    /// Loads eight codes.
    fn load<W: Simd>(simd: W, lanes: &Lanes<Self>) -> Self::Vector<W>;

    /// Returns the sum, lane by lane.
    fn plus<W: Simd>(simd: W, a: Self::Vector<W>, b: Self::Vector<W>) -> Self::Vector<W>;

    /// Returns the least lane of each of two vectors.
    fn least_of_two<W: Simd>(simd: W, vectors: [Self::Vector<W>; 2]) -> [Self; 2];

    /// Returns the least lane of each of four vectors.
    fn least_of_four<W: Simd>(simd: W, vectors: [Self::Vector<W>; 4]) -> [Self; 4];

    /// Returns a mask of the lanes that hold a code.
    fn equal_lanes<W: Simd>(simd: W, vector: Self::Vector<W>, code: Self) -> u8;

    /// Moves the codes whose bits are set in the low four bits of a mask to the front, in order.
    /// The entries behind them are unspecified.
    fn compress<W: Simd>(simd: W, codes: [Self; 4], mask: u8) -> [Self; 4];
}

impl Code for u32 {
    type Vector<W: Simd> = W::Vector;

    #[inline(always)]
    fn narrow(code: u64) -> Self {
        code as Self
    }

    #[inline(always)]
    fn widen(self) -> u64 {
        u64::from(self)
    }

    #[inline(always)]
    fn load<W: Simd>(simd: W, lanes: &Lanes<Self>) -> W::Vector {
        simd.load(lanes)
    }

    #[inline(always)]
    fn plus<W: Simd>(simd: W, a: W::Vector, b: W::Vector) -> W::Vector {
        simd.add(a, b)
    }

    #[inline(always)]
    fn least_of_two<W: Simd>(simd: W, vectors: [W::Vector; 2]) -> [Self; 2] {
        simd.least_of_two(vectors)
    }

    #[inline(always)]
    fn least_of_four<W: Simd>(simd: W, vectors: [W::Vector; 4]) -> [Self; 4] {
        simd.least_of_four(vectors)
    }

    #[inline(always)]
    fn equal_lanes<W: Simd>(simd: W, vector: W::Vector, code: Self) -> u8 {
        simd.equal_lanes(vector, code)
    }

    #[inline(always)]
    fn compress<W: Simd>(simd: W, codes: [Self; 4], mask: u8) -> [Self; 4] {
        simd.compress(codes, mask)
    }
}

impl Code for u64 {
    type Vector<W: Simd> = W::WideVector;

    #[inline(always)]
    fn narrow(code: u64) -> Self {
        code
    }

    #[inline(always)]
    fn widen(self) -> u64 {
        self
    }

    #[inline(always)]
    fn load<W: Simd>(simd: W, lanes: &Lanes<Self>) -> W::WideVector {
        simd.load_wide(lanes)
    }

    #[inline(always)]
    fn plus<W: Simd>(simd: W, a: W::WideVector, b: W::WideVector) -> W::WideVector {
        simd.add_wide(a, b)
    }

    #[inline(always)]
    fn least_of_two<W: Simd>(simd: W, vectors: [W::WideVector; 2]) -> [Self; 2] {
        simd.least_of_two_wide(vectors)
    }

    #[inline(always)]
    fn least_of_four<W: Simd>(simd: W, vectors: [W::WideVector; 4]) -> [Self; 4] {
        simd.least_of_four_wide(vectors)
    }

    #[inline(always)]
    fn equal_lanes<W: Simd>(simd: W, vector: W::WideVector, code: Self) -> u8 {
        simd.equal_lanes_wide(vector, code)
    }

    #[inline(always)]
    fn compress<W: Simd>(simd: W, codes: [Self; 4], mask: u8) -> [Self; 4] {
        simd.compress_wide(codes, mask)
    }
}

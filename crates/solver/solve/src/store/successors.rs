//! The afterstates of the states of a layer, kept from the forward to the backward pass.
//!
//! Finding the afterstates of states is the largest part of either pass. Where the layer has fewer
//! than 2^16 afterstates, the ranks of the four afterstates of a state fit the eight bytes of its
//! value. They are held there until the backward pass replaces them by the value.

use crate::allocate::Array;

/// For each state of a layer, in the order of ranks, one *successor index* for each action.
///
/// The four successor indices are 16-bit numbers, that of the first action in the lowest bits. They
/// are [`NOT_ALLOWED`], [`ENDS_GAME`], or [`FIRST_AFTERSTATE`] plus the rank of the afterstate. The
/// backward pass uses them as indices into the values of the afterstates, which begin with an entry
/// for each of the first two.
///
/// The bits are held as `f64`, so that the values can replace them in the same memory.
pub(crate) type SuccessorIndices = Array<f64>;

/// The successor index of an action that is not allowed.
pub(crate) const NOT_ALLOWED: usize = 0;

/// The successor index of an action that makes the target tile.
pub(crate) const ENDS_GAME: usize = 1;

/// The successor index of the first afterstate of the layer.
pub(crate) const FIRST_AFTERSTATE: usize = 2;

/// How many successor indices there are in 16 bits.
pub(crate) const SUCCESSOR_INDICES: usize = 1 << 16;

/// Returns the four successor indices of a state, by action.
#[inline(always)]
pub(crate) fn successor_indices(entry: f64) -> [usize; 4] {
    let bits = entry.to_bits();
    let index = |shift: u32| usize::from((bits >> shift) as u16);
    [index(0), index(16), index(32), index(48)]
}

//! The best actions of a layer, packed: two bits for each state.
//!
//! The words of the bitmap of the states are split into blocks of [`BLOCK_WORDS`]. The actions of
//! a block begin with a byte of their own, so that blocks are packed and found independently.
//! Within a block the first state has the lowest bits of the first byte.

use std::ops::Range;

use mdp2048_rules::Action;

use crate::allocate::{self, AllocationError, Array};
use crate::bits::ranked::RankedBits;

/// The words of the bitmap of the states in a block.
pub(crate) const BLOCK_WORDS: usize = 128;

/// The states of one byte.
const STATES_PER_BYTE: usize = 4;

/// Returns the number of bytes of the actions of a range of words, which begins with a block.
/// `before` returns the number of states before a word.
pub(crate) fn action_bytes(range: Range<usize>, before: impl Fn(usize) -> usize) -> usize {
    let states = |start: usize| before((start + BLOCK_WORDS).min(range.end)) - before(start);
    let blocks = range.clone().step_by(BLOCK_WORDS);
    blocks.map(|start| states(start).div_ceil(STATES_PER_BYTE)).sum()
}

/// Packs the actions of successive states.
pub(crate) struct ActionPacker<'a, F> {
    /// The bytes that are not written.
    out: &'a mut [u8],
    before: F,
    /// The words that are not begun.
    words: Range<usize>,
    /// The states of the current block that are not packed.
    left: usize,
    /// The actions of the current byte.
    byte: u8,
    /// How many bits of the current byte are packed.
    shift: u32,
}

impl<'a, F: Fn(usize) -> usize> ActionPacker<'a, F> {
    /// Returns a packer of the actions of a range of words, which begins with a block. `out` has
    /// [`action_bytes`].
    pub(crate) const fn new(words: Range<usize>, before: F, out: &'a mut [u8]) -> Self {
        Self { out, before, words, left: 0, byte: 0, shift: 0 }
    }

    /// Packs the actions of the next states.
    #[inline(always)]
    pub(crate) fn push_all(&mut self, actions: &[u64]) {
        for &action in actions {
            if self.left == 0 {
                self.begin_block();
            }
            self.left -= 1;
            self.byte |= (action as u8) << self.shift;
            self.shift += 2;
            if self.shift == 8 || self.left == 0 {
                self.write();
            }
        }
    }

    #[inline(always)]
    fn write(&mut self) {
        if let Some((first, rest)) = std::mem::take(&mut self.out).split_first_mut() {
            *first = self.byte;
            self.out = rest;
        }
        (self.byte, self.shift) = (0, 0);
    }

    fn begin_block(&mut self) {
        while self.left == 0 && !self.words.is_empty() {
            let end = (self.words.start + BLOCK_WORDS).min(self.words.end);
            self.left = (self.before)(end) - (self.before)(self.words.start);
            self.words.start = end;
        }
    }
}

/// The packed actions of a layer.
pub(crate) struct PackedActions {
    bytes: Array<u8>,
    /// By block: the position of its first byte.
    blocks: Array<u64>,
}

impl PackedActions {
    /// Returns the number of bytes of the actions of these states.
    pub(crate) fn bytes_of(states: &RankedBits) -> usize {
        action_bytes(0..states.words().len(), |word| states.before(word))
    }

    /// Returns the actions of these states from their [`bytes_of`](Self::bytes_of) bytes.
    pub(crate) fn new(states: &RankedBits, bytes: Array<u8>) -> Result<Self, AllocationError> {
        let words = states.words().len();
        let mut blocks = allocate::with_capacity(words.div_ceil(BLOCK_WORDS))?;
        let mut next = 0;
        for start in (0..words).step_by(BLOCK_WORDS) {
            blocks.push(next);
            let end = (start + BLOCK_WORDS).min(words);
            let count = states.before(end) - states.before(start);
            next += count.div_ceil(STATES_PER_BYTE) as u64;
        }
        Ok(Self { bytes, blocks })
    }

    /// Returns the action of the state with a bit index; `None` if the bit is not set, or if there
    /// are too few bytes.
    #[inline(always)]
    pub(crate) fn get(&self, states: &RankedBits, bit: u64) -> Option<Action> {
        let rank = states.rank(bit)?;
        let block = bit as usize / (64 * BLOCK_WORDS);
        let in_block = rank - states.before(block * BLOCK_WORDS);
        let byte = *self.blocks.get(block)? as usize + in_block / STATES_PER_BYTE;
        let action = self.bytes.get(byte)? >> (2 * (in_block % STATES_PER_BYTE)) & 3;
        Action::ALL.get(usize::from(action)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_begin_with_a_byte() {
        // 5 states in the first block, none in the second and 3 in the third.
        let before = |word| [0, 5, 5, 8][word / BLOCK_WORDS];
        let words = 0..3 * BLOCK_WORDS;
        let mut out = vec![0; action_bytes(words.clone(), before)];
        assert_eq!(out.len(), 3);
        let mut packer = ActionPacker::new(words, before, &mut out);
        packer.push_all(&[3, 0, 1, 2, 1, 2]);
        packer.push_all(&[0, 3]);
        assert_eq!(out, [0b10_01_00_11, 0b01, 0b11_00_10]);
        let mut words = vec![0; 3 * BLOCK_WORDS];
        (words[0], words[2 * BLOCK_WORDS]) = (0b1_1111, 0b111 << 5);
        let states = RankedBits::new(words.into()).expect("few states");
        assert_eq!(PackedActions::bytes_of(&states), 3);
        let actions = PackedActions::new(&states, out.into()).expect("few actions");
        assert_eq!(actions.get(&states, 4), Some(Action::ALL[1]));
        assert_eq!(actions.get(&states, 64 * 2 * BLOCK_WORDS as u64 + 7), Some(Action::ALL[3]));
        assert_eq!(actions.get(&states, 5), None);
    }
}

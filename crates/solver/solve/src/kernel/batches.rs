//! Batches: boards that are worked on together.

use crate::board_index::cells::BoardPatterns;
use crate::board_index::inner::InnerRanks;
use crate::board_index::layer::LayerBoards;

/// The most boards of a batch.
pub(crate) const BATCH: usize = 192;

/// The most boards of a batch whose spawns are computed together. It is less than [`BATCH`], as
/// each board has up to 30 successors.
pub(crate) const SPAWN_BATCH: usize = 32;

/// Bit indices are written four at a time, see [`Batch::fill`].
const AT_ONCE: usize = 4;

/// Boards of one layer that are worked on together, at most [`BATCH`].
///
/// Each step (decode, slide, look up bit indices, set bits) is done for the whole batch before the
/// next step begins. So the look-ups of a step do not depend on each other, and the processor
/// overlaps their cache misses.
pub(crate) struct Batch {
    len: usize,
    bits: [u64; BATCH + AT_ONCE - 1],
    parts: [BoardPatterns; BATCH],
}

impl Batch {
    /// Returns an empty batch.
    pub(crate) fn new() -> Self {
        let parts = [BoardPatterns::default(); BATCH];
        Self { len: 0, bits: [0; BATCH + AT_ONCE - 1], parts }
    }

    /// The bit indices of the boards.
    #[inline(always)]
    pub(crate) fn bits(&self) -> &[u64] {
        &self.bits[..self.len]
    }

    /// The parts of the boards.
    #[inline(always)]
    pub(crate) fn parts(&self) -> &[BoardPatterns] {
        &self.parts[..self.len]
    }

    /// Replaces the batch by the next boards of a layer, those of as many words as fit. Returns
    /// whether there are any.
    #[inline(always)]
    pub(crate) fn fill(&mut self, boards: &mut LayerBoards<'_, impl InnerRanks>) -> bool {
        self.fill_bits(boards);
        for (parts, &bit) in self.parts.iter_mut().zip(&self.bits[..self.len]) {
            *parts = boards.parts(bit);
        }
        self.len > 0
    }

    /// Replaces the batch as [`Batch::fill`] does, but finds the bit indices only: the parts of the
    /// boards are not valid.
    #[inline(always)]
    pub(crate) fn fill_bits(&mut self, boards: &mut LayerBoards<'_, impl InnerRanks>) -> bool {
        let mut len = 0;
        while len <= BATCH - 64 {
            let Some((base, word)) = boards.next_word() else { break };
            let (mut left, mut at) = (word, len);
            len += word.count_ones() as usize;
            // A loop that runs once for each set bit would be mispredicted for most words. This one
            // writes up to three entries too many, which are overwritten or not read.
            while at < len {
                let Some(bits) = self.bits.get_mut(at..at + AT_ONCE) else { break };
                for bit in bits {
                    *bit = base.wrapping_add(u64::from(left.trailing_zeros()));
                    left &= left.wrapping_sub(1);
                }
                at += AT_ONCE;
            }
        }
        self.len = len;
        len > 0
    }
}

#[cfg(test)]
mod tests {
    use mdp2048_model::Game;
    use mdp2048_rules::Shape;

    use super::*;
    use crate::board_index::codes::{BoardCodes, Numbering};
    use crate::board_index::layer::LayerIndex;
    use crate::half_sum::HalfSum;

    #[test]
    fn batches_hold_the_boards_of_a_set_in_order() {
        let game = Game::reach(Shape::THREE_BY_THREE, 64).expect("a game");
        let (codes, ranks) = BoardCodes::new(&game).expect("small tables");
        let numbering = Numbering { codes: &codes, ranks: &ranks };
        let index = LayerIndex::new(&codes, HalfSum::new(40));
        let mut words = vec![0u64; index.len().div_ceil(64) as usize];
        for (at, word) in words.iter_mut().enumerate() {
            // Full words, empty ones and some between.
            *word = [u64::MAX, 0, 0x8000_0000_0000_0001, 0x0123_4567_89ab_cdef][at / 3 % 4];
        }
        if let Some(last) = words.last_mut().filter(|_| !index.len().is_multiple_of(64)) {
            *last &= (1 << (index.len() % 64)) - 1;
        }
        for first in [0, 7] {
            let expected: Vec<_> = index.boards(numbering, &words[first..], first).collect();
            let mut boards = index.boards(numbering, &words[first..], first);
            let (mut found, mut batch) = (Vec::new(), Batch::new());
            while batch.fill(&mut boards) {
                found.extend(batch.bits().iter().copied().zip(batch.parts().iter().copied()));
            }
            assert_eq!(found, expected);
        }
    }
}

//! Records the successors of the states of a layer, which are their afterstates and the actions
//! that end the game, while the forward pass finds them.

use std::ops::Range;

use crate::allocate::{self, AllocationError, Array};
use crate::bits::ranked::{CountError, RankedBits, WordRanks, prefix_counts};
use crate::kernel::moves::{ALLOWED, CONTINUING};
use crate::parallel::{self, ParallelTask};
use crate::simd::{Code, Simd};
use crate::store::successors::{ENDS_GAME, FIRST_AFTERSTATE, SUCCESSOR_INDICES, SuccessorIndices};

/// The largest number of boards, including lost ones, in a layer whose successors are recorded.
///
/// It limits the memory of the buffer. Most larger layers have more afterstates than 16-bit
/// successor indices can number.
pub(crate) const MOST_RECORDED_BOARDS: usize = 1 << 17;

/// The successors of the states of a layer, with the afterstates as bit indices. They are replaced
/// by ranks when all afterstates of the layer are known.
///
/// Each task of the forward pass writes to its own part of the two arrays. The part is large enough
/// for all boards of the task.
pub(crate) struct SuccessorBuffer<C> {
    // Four entries for each board of the layer. A task writes the bit indices of the afterstates
    // from the start of its part, without gaps.
    bits: Array<C>,
    // One entry for each board of the layer. A task writes the effect bits of its states from the
    // start of its part, without gaps.
    effects: Array<u8>,
    // For each task the range of its boards, counted from the first board of the layer. Empty if
    // nothing is recorded.
    tasks: Vec<Range<usize>>,
}

/// The entries of a task in a [`SuccessorBuffer`] that are not written yet; empty if nothing is
/// recorded.
pub(crate) struct TaskBuffer<'a, C> {
    bits: &'a mut [C],
    effects: &'a mut [u8],
}

/// A task of the first step of a layer: the position of its first word in the bitmap, its words,
/// and its part of the buffer.
pub(crate) type RecordingTask<'a, C> = (usize, &'a mut [u64], TaskBuffer<'a, C>);

impl<C: Code> TaskBuffer<'_, C> {
    /// Records the successors of some states, in the order of the states.
    ///
    /// `bits` are the bit indices of the afterstates: for each state one for each action that is
    /// allowed and does not end the game. `effects` are the effect bits of each
    /// state.
    #[inline(always)]
    pub(crate) fn push(&mut self, bits: &[C], effects: &[u8]) {
        if self.effects.is_empty() {
            return;
        }
        let (filled, unused) = std::mem::take(&mut self.bits).split_at_mut(bits.len());
        filled.copy_from_slice(bits);
        self.bits = unused;
        let (filled, unused) = std::mem::take(&mut self.effects).split_at_mut(effects.len());
        filled.copy_from_slice(effects);
        self.effects = unused;
        // `IndexSuccessors` reads four bit indices for each state, even if the state has fewer
        // afterstates. So the four entries after the last one must be valid bit indices.
        for bit in self.bits.iter_mut().take(4) {
            *bit = C::default();
        }
    }
}

impl<C: Code> SuccessorBuffer<C> {
    /// Returns an empty buffer.
    pub(crate) fn new() -> Self {
        Self { bits: Array::default(), effects: Array::default(), tasks: Vec::new() }
    }

    /// Splits the words of a layer's bitmap into tasks, as [`parallel::parts`] does, and adds to
    /// each task its part of the buffer. Nothing is recorded if `is_recorded` is false or the layer
    /// is too large.
    pub(crate) fn parts<'a>(
        &'a mut self,
        words: &'a mut [u64],
        is_recorded: bool,
    ) -> Result<Vec<RecordingTask<'a, C>>, AllocationError> {
        let parts = parallel::parts(words);
        let mut boards = 0;
        self.tasks.clear();
        self.tasks.extend(parts.iter().map(|(_, words)| {
            let start = boards;
            boards += words.iter().map(|word| word.count_ones() as usize).sum::<usize>();
            start..boards
        }));
        if !is_recorded || boards > MOST_RECORDED_BOARDS {
            self.tasks.clear();
            boards = 0;
        }
        allocate::grow(&mut self.bits, 4 * boards, C::default())?;
        allocate::grow(&mut self.effects, boards, 0)?;
        let (mut bits, mut effects) = (&mut self.bits[..], &mut self.effects[..]);
        let mut lengths = self.tasks.iter().map(|task| task.len());
        let with_buffer = |(first, words)| {
            let boards = lengths.next().unwrap_or(0);
            let (task_bits, unused) = std::mem::take(&mut bits).split_at_mut(4 * boards);
            bits = unused;
            let (task_effects, unused) = std::mem::take(&mut effects).split_at_mut(boards);
            effects = unused;
            (first, words, TaskBuffer { bits: task_bits, effects: task_effects })
        };
        Ok(parts.into_iter().map(with_buffer).collect())
    }

    /// Returns the successors of the states of a layer, with the afterstates as ranks; `None` if
    /// they were not recorded, or if there are too many afterstates.
    ///
    /// `afterstates` are the words of the bitmap of all afterstates of the layer.
    pub(crate) fn all_indices(
        &self,
        states: &RankedBits,
        afterstates: &[u64],
    ) -> Result<Option<SuccessorIndices>, CountError> {
        if self.tasks.is_empty() {
            return Ok(None);
        }
        let before = prefix_counts(afterstates)?;
        let count = before.last().map_or(0, |&count| count as usize);
        if FIRST_AFTERSTATE + count > SUCCESSOR_INDICES {
            return Ok(None);
        }
        let afterstates = WordRanks::new(afterstates, &before);
        let mut successors = allocate::zeroed(states.len() as usize)?;
        let before = |word| states.before(word);
        let parts = parallel::ranges_with(states.words().len(), before, &mut successors);
        let with_bits = |(range, successors): (Range<usize>, _)| {
            let task = &self.tasks[range.start / parallel::words_of_task()];
            let bits = &self.bits[4 * task.start..4 * task.end];
            (bits, &self.effects[task.clone()], successors)
        };
        let tasks = parts.into_iter().map(with_bits).collect();
        parallel::run(tasks, &IndexSuccessors { afterstates });
        Ok(Some(successors))
    }

    /// The size of the buffers in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        (size_of_val(&self.bits[..]) + size_of_val(&self.effects[..])) as u64
    }
}

/// Converts the recorded bit indices of afterstates to successor indices.
struct IndexSuccessors<'a> {
    afterstates: WordRanks<'a>,
}

impl<C: Code> ParallelTask<(&[C], &[u8], &mut [f64])> for IndexSuccessors<'_> {
    #[inline(always)]
    fn run(&self, simd: impl Simd, (bits, effects, successors): (&[C], &[u8], &mut [f64])) {
        let afterstates = self.afterstates;
        let mut next = 0;
        for (entry, &effects) in successors.iter_mut().zip(effects) {
            let Some([a, b, c, d]) = bits.get(next..next + 4) else { break };
            let rank = |bit: &C| (afterstates.below(bit.widen()) + FIRST_AFTERSTATE) as u64;
            let ranks = rank(a) | rank(b) << 16 | rank(c) << 32 | rank(d) << 48;
            let continuing = CONTINUING[usize::from(effects)];
            next += continuing.count_ones() as usize;
            let ending = ENDING[usize::from(effects)];
            *entry = f64::from_bits(simd.expand(ranks, continuing) | ending);
        }
    }
}

/// The part of an entry of [`SuccessorIndices`] that depends on the effect bits only, indexed by the
/// effect bits: [`ENDS_GAME`] for each action that makes the target tile, and 0 for the others.
static ENDING: [u64; 256] = {
    let mut entries = [0; 256];
    let mut effects = 0;
    while effects < 256 {
        let mut action = 0;
        while action < 4 {
            if effects as u8 & ALLOWED[action] != 0 && CONTINUING[effects] >> action & 1 == 0 {
                entries[effects] |= (ENDS_GAME as u64) << (16 * action);
            }
            action += 1;
        }
        effects += 1;
    }
    entries
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::moves::MoveEffects;
    use crate::store::successors::{NOT_ALLOWED, successor_indices};

    /// Returns the successors of a layer that has one state and this number of afterstates. The
    /// first action of the state leads to the last afterstate, and its last action leads to the
    /// first afterstate. The other two actions are not allowed.
    fn successors(afterstates: usize) -> Option<SuccessorIndices> {
        let mut words = vec![u64::MAX; afterstates.div_ceil(64)];
        words[afterstates / 64 - usize::from(afterstates.is_multiple_of(64))] >>=
            (64 - afterstates % 64) % 64;
        let mut buffer = SuccessorBuffer::new();
        let mut states = [1 << 5];
        for (_, _, mut part) in buffer.parts(&mut states, true).expect("a small buffer") {
            let effects = ALLOWED[0] | ALLOWED[3];
            part.push(&[afterstates as u32 - 1, 0], &[effects]);
        }
        let states = RankedBits::new(states.to_vec().into()).expect("few states");
        buffer.all_indices(&states, &words).expect("few afterstates")
    }

    #[test]
    fn successor_indices_are_those_of_the_afterstates() {
        for afterstates in [64, 100, SUCCESSOR_INDICES - FIRST_AFTERSTATE] {
            let successors = successors(afterstates).expect("successors");
            let last = afterstates - 1 + FIRST_AFTERSTATE;
            assert_eq!(
                successors.iter().map(|&entry| successor_indices(entry)).collect::<Vec<_>>(),
                [[last, NOT_ALLOWED, NOT_ALLOWED, FIRST_AFTERSTATE]]
            );
        }
        assert!(successors(SUCCESSOR_INDICES - FIRST_AFTERSTATE + 1).is_none());
        let states = RankedBits::new(vec![1].into()).expect("few states");
        assert_eq!(SuccessorBuffer::<u32>::new().all_indices(&states, &[1]), Ok(None));
    }

    #[test]
    fn actions_that_make_the_target_end_the_game() {
        for bits in 0..=u8::MAX {
            let effects = MoveEffects::of_bits(bits);
            let entries = successor_indices(f64::from_bits(ENDING[usize::from(bits)]));
            for (action, entry) in entries.into_iter().enumerate() {
                let ends_game = effects.allows(action) && effects.wins(action);
                assert_eq!(
                    entry,
                    if ends_game { ENDS_GAME } else { NOT_ALLOWED },
                    "{bits:x} {action}"
                );
            }
        }
    }
}

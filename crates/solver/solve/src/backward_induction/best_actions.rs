//! The best actions of the states of a batch.

use crate::board_index::cells::BoardPatterns;
use crate::kernel::batches::BATCH;
use crate::kernel::canonical::CanonicalActions;
use crate::simd::Simd;
use crate::store::successors::NOT_ALLOWED;

/// The actions of the states of a batch: first what they are worth and what they lead to, and then
/// which are the best.
///
/// The best actions of a state are those with the greatest value up to rounding, as `ActionValues`
/// of the model chooses them.
pub(crate) struct ActionBatch {
    /// By action and state: Q, or minus infinity for an action that is not allowed.
    values: [[f64; BATCH]; 4],
    /// By action and state: the successor index, see
    /// [`SuccessorIndices`](crate::store::successors::SuccessorIndices).
    successors: [[u64; BATCH]; 4],
    /// By state: the greatest value.
    greatest: [f64; BATCH],
    /// By state: one of the best actions.
    actions: [u64; BATCH],
    /// By state: a mask of the best actions, with a bit in the byte of each, if their successors
    /// differ; else 0.
    ties: [u64; BATCH],
}

impl ActionBatch {
    /// Returns a batch whose states have no actions.
    pub(crate) const fn new() -> Self {
        Self {
            values: [[f64::NEG_INFINITY; BATCH]; 4],
            successors: [[NOT_ALLOWED as u64; BATCH]; 4],
            greatest: [0.0; BATCH],
            actions: [0; BATCH],
            ties: [0; BATCH],
        }
    }

    /// Sets the values of the actions of a state, and their successor indices.
    #[inline(always)]
    pub(crate) fn set(&mut self, state: usize, values: [f64; 4], successors: [u64; 4]) {
        for action in 0..4 {
            self.values[action][state] = values[action];
            self.successors[action][state] = successors[action];
        }
    }

    /// The values of the actions of a state, and their successor indices.
    #[inline(always)]
    pub(crate) fn of(&self, state: usize) -> ([f64; 4], [u64; 4]) {
        // `map` would copy the whole arrays.
        let [left, right, up, down] = &self.values;
        let values = [left[state], right[state], up[state], down[state]];
        let [left, right, up, down] = &self.successors;
        (values, [left[state], right[state], up[state], down[state]])
    }

    /// Finds the best actions of the first states.
    #[inline(always)]
    pub(crate) fn find(&mut self, simd: impl Simd, states: usize) {
        // The entries behind the last state are from an earlier batch, and are not read.
        for first in (0..states).step_by(4) {
            let next = first..first + 4;
            let values = std::array::from_fn(|action| four(&self.values[action], first));
            let successors = std::array::from_fn(|action| four(&self.successors[action], first));
            let best = simd.best_of_four(values, successors, NOT_ALLOWED as u64);
            self.greatest[next.clone()].copy_from_slice(&best.greatest);
            self.actions[next.clone()].copy_from_slice(&best.first);
            self.ties[next].copy_from_slice(&best.ties);
        }
    }

    /// The greatest values of the actions of the first states.
    #[inline(always)]
    pub(crate) fn greatest(&self, states: usize) -> &[f64] {
        &self.greatest[..states]
    }

    /// Chooses among the best actions of the first states where their successors differ: the first
    /// one on the canonical board of `mdp2048-rules`, as for policies of solutions. `parts` returns
    /// the parts of the representative of a state; it is called with ascending states.
    ///
    /// If all best actions lead to the same afterstate or end the game, the choice is the first one
    /// on the image, which is found faster.
    #[inline(always)]
    pub(crate) fn choose(
        &mut self,
        states: usize,
        canonical: &CanonicalActions,
        mut parts: impl FnMut(usize) -> BoardPatterns,
    ) {
        // Every state is written to the list, but only those with several successors are kept: this
        // is faster than a branch.
        let (mut list, mut count) = ([0; BATCH], 0);
        for (state, &tie) in self.ties[..states].iter().enumerate() {
            list[count] = state as u8;
            count += usize::from(tie != 0);
        }
        for &state in &list[..count] {
            let state = usize::from(state);
            self.actions[state] = canonical.first(parts(state), self.ties[state]);
        }
    }

    /// The chosen actions of the first states.
    #[inline(always)]
    pub(crate) fn actions(&self, states: usize) -> &[u64] {
        &self.actions[..states]
    }
}

/// Returns four successive numbers.
#[inline(always)]
fn four<T: Copy>(numbers: &[T; BATCH], first: usize) -> [T; 4] {
    std::array::from_fn(|at| numbers[first + at])
}

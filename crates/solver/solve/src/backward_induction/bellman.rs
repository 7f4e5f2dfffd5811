//! The Bellman maximum over a layer: V(s) = max over a of Q(s, a).
//!
//! It is taken in two ways: from recorded successors, or from the boards. Each has a short form
//! where the actions are not needed, and treats points apart.

use std::ops::Range;

use mdp2048_model::Rewards;

use crate::allocate::{self, AllocationError, Array};
use crate::bits::ranked::{CountedBits, RankedBits};
use crate::board_index::cells::BoardPatterns;
use crate::board_index::layer::LayerIndex;
use crate::kernel::batches::{BATCH, Batch};
use crate::kernel::canonical::CanonicalActions;
use crate::kernel::moves::{BoardLines, MoveEffects};
use crate::parallel::{self, ParallelTask};
use crate::simd::{Code, Simd, greater, greatest};
use crate::store::actions::{ActionPacker, action_bytes};
use crate::store::layers::StoredActions;
use crate::store::successors::{
    ENDS_GAME, FIRST_AFTERSTATE, NOT_ALLOWED, SuccessorIndices, successor_indices,
};
use crate::store::values::{LayerValues, StoredValue};

use super::best_actions::ActionBatch;
use crate::kernel::representation::{BasesOf, GameTables, Representation};

/// Returns the number that is stored for an afterstate. `mean` is the expectation of V over the
/// random tile.
///
/// If points have no reward, the stored value is Q of every action that leads to the afterstate.
/// Otherwise Q also depends on the points of the action. Then the stored value is the mean, and Q
/// is computed when the maximum over the actions is.
#[inline(always)]
pub(crate) fn afterstate_value(rewards: &Rewards, mean: f64) -> f64 {
    if rewards.each_point == 0.0 { rewards.going_on(0.0, mean) } else { mean }
}

/// Returns the value that is stored for actions that make the target tile, at the successor index
/// [`ENDS_GAME`](crate::store::successors::ENDS_GAME).
///
/// If points have no reward, the stored value is Q of every such action. Otherwise Q also depends
/// on the points of the action. Then the stored value is plus infinity, to mark such actions: no
/// mean is plus infinity.
pub(super) fn game_end_value(rewards: &Rewards) -> f64 {
    if rewards.each_point == 0.0 { rewards.winning(0.0) } else { f64::INFINITY }
}

/// Computes the values of the states of a layer from the values of its afterstates.
pub(super) struct BellmanMaximum<'a, B: Representation> {
    pub(super) rewards: &'a Rewards,
    pub(super) game_tables: GameTables<'a, B>,
    pub(super) index: &'a LayerIndex,
    pub(super) bases: &'a BasesOf<B>,
    pub(super) states: &'a RankedBits,
    pub(super) afterstates: &'a CountedBits,
    /// The values of the afterstates, indexed by successor index, see [`SuccessorIndices`].
    pub(super) afterstate_values: &'a [f64],
    /// The only action that is taken in each state; `None` if every action is.
    pub(super) chosen: Option<StoredActions<'a>>,
    /// Chooses among the best actions; `None` if the actions are not needed.
    pub(super) canonical: Option<&'a CanonicalActions>,
}

impl<B: Representation> BellmanMaximum<'_, B> {
    /// Returns the values of the states, and their packed actions if these are needed. If the
    /// forward pass has recorded the successors, the values replace them in the same memory.
    pub(super) fn values<N: StoredValue>(
        &self,
        successors: Option<SuccessorIndices>,
    ) -> Result<(LayerValues, Array<u8>), AllocationError> {
        let mut actions = Array::default();
        if let Some(mut entries) = successors {
            let tasks = self.tasks(&mut entries, &mut actions)?;
            parallel::run(tasks, &FromSuccessors(self));
            return Ok((LayerValues::Double(entries), actions));
        }
        let mut values = allocate::zeroed::<N>(self.states.len() as usize)?;
        let tasks = self.tasks(&mut values, &mut actions)?;
        parallel::run(tasks, &FromBoards(self));
        Ok((N::wrap(values), actions))
    }

    /// Splits the states into tasks. Allocates `actions` if they are needed.
    fn tasks<'b, N>(
        &self,
        values: &'b mut [N],
        actions: &'b mut Array<u8>,
    ) -> Result<Vec<StatesTask<'b, N>>, AllocationError> {
        let before = |word| self.states.before(word);
        let tasks = parallel::ranges_with(self.states.words().len(), before, values);
        let bytes = |range: &Range<usize>| match self.canonical {
            Some(_) => action_bytes(range.clone(), before),
            None => 0,
        };
        *actions = allocate::zeroed(tasks.iter().map(|(range, _)| bytes(range)).sum())?;
        let mut unused = &mut actions[..];
        let with_actions = |(range, values)| {
            let (actions, rest) = std::mem::take(&mut unused).split_at_mut(bytes(&range));
            unused = rest;
            (range, values, actions)
        };
        Ok(tasks.into_iter().map(with_actions).collect())
    }

    /// Calls `visit` once for each batch of the states in a range of words. The arguments have for
    /// each state the points of a slide along the rows and those of a slide along the columns, and
    /// the parts of its board.
    #[inline(always)]
    fn visit_points(
        &self,
        range: Range<usize>,
        mut visit: impl FnMut(&[[f64; 2]], &[BoardPatterns]),
    ) {
        let Self { game_tables: GameTables { numbering, tables }, index, states, .. } = *self;
        let slider = tables.slider(B::HAS_FOURTH_LINE);
        let mut boards = index.boards(numbering, &states.words()[range.clone()], range.start);
        let mut batch = Batch::new();
        let mut points = [[0.0; 2]; BATCH];
        let mut lines = [BoardLines::default(); BATCH];
        while batch.fill(&mut boards) {
            for (lines, &parts) in lines.iter_mut().zip(batch.parts()) {
                *lines = slider.lines(parts);
            }
            for (points, &lines) in points[..batch.parts().len()].iter_mut().zip(&lines) {
                *points = slider.points(lines);
            }
            visit(&points[..batch.parts().len()], batch.parts());
        }
    }
}

/// A task of a Bellman maximum: some words, and the values and the packed actions of their states;
/// no bytes if the actions are not needed.
type StatesTask<'a, N> = (Range<usize>, &'a mut [N], &'a mut [u8]);

/// Computes the values of states from their successors, and overwrites the successors with them.
struct FromSuccessors<'a, B: Representation>(&'a BellmanMaximum<'a, B>);

impl<B: Representation> ParallelTask<StatesTask<'_, f64>> for FromSuccessors<'_, B> {
    #[inline(always)]
    fn run(&self, simd: impl Simd, (range, entries, actions): StatesTask<'_, f64>) {
        let BellmanMaximum {
            rewards,
            game_tables: GameTables { numbering, .. },
            index,
            states,
            afterstate_values,
            canonical,
            ..
        } = *self.0;
        let stored = |indices: [usize; 4]| indices.map(|index| afterstate_values[index]);
        let mut packer = ActionPacker::new(range.clone(), |word| states.before(word), actions);
        let mut best = ActionBatch::new();
        let mut entries = entries.iter_mut();
        if rewards.each_point == 0.0 {
            let Some(canonical) = canonical else {
                entries.for_each(|entry| *entry = greatest(stored(successor_indices(*entry))));
                return;
            };
            let words = &states.words()[range.clone()];
            let mut boards = index.boards(numbering, words, range.start);
            let (mut batch, mut entries) = (Batch::new(), entries.into_slice());
            while batch.fill_bits(&mut boards) {
                let bits = batch.bits();
                let (values, unused) = entries.split_at_mut(bits.len());
                entries = unused;
                for (state, entry) in values.iter().enumerate() {
                    let successors = successor_indices(*entry);
                    best.set(state, stored(successors), successors.map(|index| index as u64));
                }
                best.find(simd, bits.len());
                values.copy_from_slice(best.greatest(bits.len()));
                best.choose(bits.len(), canonical, |state| boards.parts(bits[state]));
                packer.push_all(best.actions(bits.len()));
            }
            return;
        }
        self.0.visit_points(range, |points, parts| {
            let entries = entries.by_ref().take(points.len());
            let Some(canonical) = canonical else {
                for (&points, entry) in points.iter().zip(entries) {
                    let stored = stored(successor_indices(*entry));
                    *entry = greatest_with_points(rewards, stored, points);
                }
                return;
            };
            for ((state, points), entry) in points.iter().enumerate().zip(entries) {
                let successors = successor_indices(*entry);
                let stored = stored(successors);
                let q = |action: usize| q_with_points(rewards, stored[action], points[action / 2]);
                let values = std::array::from_fn(q);
                *entry = greatest(values);
                best.set(state, values, successors.map(|index| index as u64));
            }
            best.find(simd, points.len());
            best.choose(points.len(), canonical, |state| parts[state]);
            packer.push_all(best.actions(points.len()));
        });
    }
}

/// Computes the values of states from their boards. It finds the afterstates of each state again.
struct FromBoards<'a, B: Representation>(&'a BellmanMaximum<'a, B>);

impl<B: Representation, N: StoredValue> ParallelTask<StatesTask<'_, N>> for FromBoards<'_, B> {
    #[inline(always)]
    fn run(&self, simd: impl Simd, (range, mut out, packed): StatesTask<'_, N>) {
        let BellmanMaximum {
            rewards,
            game_tables: GameTables { numbering, tables },
            index,
            bases,
            states,
            afterstates,
            afterstate_values,
            chosen,
            canonical,
        } = *self.0;
        let (slider, finder) = (tables.slider(B::HAS_FOURTH_LINE), bases.finder(numbering));
        let mut boards = index.boards(numbering, &states.words()[range.clone()], range.start);
        let mut batch = Batch::new();
        let mut lines = [BoardLines::default(); BATCH];
        let mut effects = [MoveEffects::default(); BATCH];
        let mut codes = [B::Code::default(); 4 * BATCH];
        let mut afterstate_ranks = [0; 4 * BATCH];
        let mut stored = [0.0; 4 * BATCH + 4];
        let mut packer = ActionPacker::new(range, |word| states.before(word), packed);
        let mut best = ActionBatch::new();
        let ranks = afterstates.ranks();
        let afterstate_values = &afterstate_values[FIRST_AFTERSTATE..];
        while batch.fill(&mut boards) {
            let boards = batch.parts();
            for (lines, &parts) in lines.iter_mut().zip(boards) {
                *lines = slider.lines(parts);
            }
            let mut count = 0;
            for ((effects, &lines), &bit) in effects.iter_mut().zip(&lines).zip(batch.bits()) {
                *effects = slider.effects(lines);
                if let Some(action) = chosen.and_then(|chosen| chosen.get(bit)) {
                    *effects = effects.only(action.index());
                }
                let continuing = effects.continuing();
                let afterstates = slider.afterstates(simd, effects);
                let compressed = B::Code::compress(simd, afterstates, continuing);
                codes[count..count + 4].copy_from_slice(&compressed);
                count += continuing.count_ones() as usize;
            }
            // Each look-up has a loop of its own, so that many of its cache misses overlap.
            finder.replace_all(codes[..count].iter_mut());
            for (rank, bit) in afterstate_ranks.iter_mut().zip(&codes[..count]) {
                *rank = ranks.below(bit.widen()) as u64;
            }
            for (value, &rank) in stored.iter_mut().zip(&afterstate_ranks[..count]) {
                *value = afterstate_values[rank as usize];
            }
            let (values, unused) = out.split_at_mut(boards.len());
            out = unused;
            if let Some(canonical) = canonical {
                let mut first = 0;
                for (state, (effects, &lines)) in
                    effects.iter().zip(&lines).take(values.len()).enumerate()
                {
                    let points =
                        if rewards.each_point == 0.0 { [0.0; 2] } else { slider.points(lines) };
                    let four = std::array::from_fn(|at| stored[first + at]);
                    let ranks = std::array::from_fn(|at| afterstate_ranks[first + at]);
                    let values = values_of_actions(simd, rewards, effects, four, points);
                    let ends = [ENDS_GAME as u64; 2];
                    best.set(state, values, successors_of_actions(simd, effects, ranks, ends));
                    first += effects.continuing().count_ones() as usize;
                }
                best.find(simd, values.len());
                for (value, &greatest) in values.iter_mut().zip(best.greatest(boards.len())) {
                    *value = N::nearest(greatest);
                }
                best.choose(boards.len(), canonical, |state| boards[state]);
                packer.push_all(best.actions(boards.len()));
                continue;
            }
            // The position of the first action value that is not read yet.
            let mut next = 0;
            // Returns the greater value of two actions. The two low bits of `continuing` say which
            // of them continue the game; the others have no number in `stored`. If neither
            // continues, the result is minus infinity. Each call is for the two actions after those
            // of the call before.
            let mut greater_of_two = |continuing: u8| {
                let addends = PAIR_ADDENDS[usize::from(continuing % 4)];
                let two = [stored[next] + addends[0], stored[next + 1] + addends[1]];
                next += (continuing % 4).count_ones() as usize;
                greater(two[0], two[1])
            };
            if rewards.each_point == 0.0 {
                for (value, effects) in values.iter_mut().zip(&effects) {
                    let continuing = effects.continuing();
                    let best = greater(greater_of_two(continuing), greater_of_two(continuing >> 2));
                    // The effect of left says whether left or right wins, that of up likewise.
                    let won = win_value(rewards, effects.wins(0) | effects.wins(2), 0.0);
                    *value = N::nearest(greater(best, won));
                }
            } else {
                for ((value, effects), &lines) in values.iter_mut().zip(&effects).zip(&lines) {
                    let [row_points, column_points] = slider.points(lines);
                    let mut q = |action: usize, points| {
                        let mean = greater_of_two(effects.continuing() >> action);
                        let won = win_value(rewards, effects.wins(action), points);
                        greater(rewards.going_on(points, mean), won)
                    };
                    let rows = q(0, row_points);
                    *value = N::nearest(greater(rows, q(2, column_points)));
                }
            }
        }
    }
}

/// Numbers that are added to two successive action values before the greater one is taken.
///
/// The index has a bit for each of two actions, which is set if the action continues the game. The
/// array of action values has entries for such actions only, so 0, 1 or 2 of its next two entries
/// belong to the two actions. To these entries 0 is added. To the others, which belong to later
/// actions, minus infinity is added, so that they do not change the maximum.
const PAIR_ADDENDS: [[f64; 2]; 4] = {
    const LATER: f64 = f64::NEG_INFINITY;
    [[LATER, LATER], [0.0, LATER], [0.0, LATER], [0.0, 0.0]]
};

/// Returns Q of the four actions of a state; minus infinity for those that are not allowed.
///
/// `stored` begins with the values that are stored for the afterstates of the actions that continue
/// the game, see [`afterstate_value`]. `points` are the points of left and right, and those of up
/// and down.
#[inline(always)]
pub(crate) fn values_of_actions(
    simd: impl Simd,
    rewards: &Rewards,
    effects: &MoveEffects,
    stored: [f64; 4],
    points: [f64; 2],
) -> [f64; 4] {
    let continuing = effects.continuing();
    let won =
        [0, 1, 2, 3].map(|action| win_value(rewards, effects.ends(action), points[action / 2]));
    let expand = |others: [f64; 4]| {
        let expanded =
            simd.expand_wide(stored.map(f64::to_bits), continuing, others.map(f64::to_bits));
        expanded.map(f64::from_bits)
    };
    if rewards.each_point == 0.0 {
        return expand(won);
    }
    let stored = expand([f64::NEG_INFINITY; 4]);
    let q = |action: usize| rewards.going_on(points[action / 2], stored[action]);
    std::array::from_fn(|action| greater(q(action), won[action]))
}

/// Returns the successor indices of the four actions of a state. `ranks` begins with the ranks of
/// the afterstates of the actions that continue the game. `ends` are the successor indices of
/// actions along the rows and along the columns that make the target.
#[inline(always)]
pub(crate) fn successors_of_actions(
    simd: impl Simd,
    effects: &MoveEffects,
    ranks: [u64; 4],
    ends: [u64; 2],
) -> [u64; 4] {
    let ended = |action| if effects.ends(action) { ends[action / 2] } else { NOT_ALLOWED as u64 };
    let others = [0, 1, 2, 3].map(ended);
    simd.expand_wide(ranks.map(|rank| rank + FIRST_AFTERSTATE as u64), effects.continuing(), others)
}

/// Returns Q of an action with these points if the action makes the target tile, else minus
/// infinity.
#[inline(always)]
fn win_value(rewards: &Rewards, wins: bool, points: f64) -> f64 {
    if wins { rewards.winning(points) } else { f64::NEG_INFINITY }
}

/// Returns Q of an action with these points from the value that is stored for its successor, where
/// points have a reward; see [`afterstate_value`] and [`game_end_value`].
#[inline(always)]
fn q_with_points(rewards: &Rewards, stored: f64, points: f64) -> f64 {
    if stored == f64::INFINITY { rewards.winning(points) } else { rewards.going_on(points, stored) }
}

/// Returns the greatest Q of the four actions if points have a reward.
///
/// `values` are the stored values of the four successors, see [`afterstate_value`] and
/// [`game_end_value`]. `points` are the points of left and right, and those of up and down.
#[inline(always)]
fn greatest_with_points(rewards: &Rewards, values: [f64; 4], points: [f64; 2]) -> f64 {
    // Q increases with the stored value, so it is computed only once for two actions with the same
    // points.
    let [left, right, up, down] = values;
    let rows = q_with_points(rewards, greater(left, right), points[0]);
    greater(rows, q_with_points(rewards, greater(up, down), points[1]))
}

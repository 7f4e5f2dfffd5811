//! The Bellman maximum over a layer: V(s) = max over a of Q(s, a).

use std::ops::Range;

use mdp2048_model::Rewards;

use crate::bits::ranked::{CountedBits, RankedBits};
use crate::index::layer::{CornerBases, LayerIndex};
use crate::kernel::batches::{BATCH, Batch};
use crate::kernel::moves::{BoardLines, MoveEffects};
use crate::lanes::{Code, Width};
use crate::parallel::{self, Work};
use crate::store::successors::{FIRST_AFTERSTATE, SuccessorRanks, successor_indices};
use crate::store::values::{LayerValues, StoredValue};

use super::representation::{Kernel, Representation};

/// Returns the value of an afterstate from the mean of V over the random tile: Q of each action
/// that leads to it.
///
/// If points are rewarded, Q also depends on the points of the action, so the value of the
/// afterstate is the mean, and Q is computed with the maximum.
#[inline(always)]
pub(super) fn afterstate_value(rewards: &Rewards, mean: f64) -> f64 {
    if rewards.each_point == 0.0 { rewards.going_on(0.0, mean) } else { mean }
}

/// Returns the value at [`ENDS_GAME`](crate::store::successors::ENDS_GAME): Q of an action that
/// makes the target tile.
///
/// If points are rewarded, Q depends on the action; the value is infinity, which no mean is.
pub(super) fn game_end_value(rewards: &Rewards) -> f64 {
    if rewards.each_point == 0.0 { rewards.winning(0.0) } else { f64::INFINITY }
}

/// Computes the values of a layer's states from those of its afterstates.
pub(super) struct BellmanMaximum<'a, B: Representation> {
    pub(super) rewards: &'a Rewards,
    pub(super) kernel: Kernel<'a, B>,
    pub(super) index: &'a LayerIndex,
    pub(super) bases: &'a CornerBases<B::Code>,
    pub(super) states: &'a RankedBits,
    pub(super) afterstates: &'a CountedBits,
    /// By successor index, see [`SuccessorRanks`].
    pub(super) afterstate_values: &'a [f64],
}

impl<B: Representation> BellmanMaximum<'_, B> {
    /// Returns the values. They replace the successors, if those were kept by the forward pass.
    pub(super) fn values<N: StoredValue>(&self, successors: Option<SuccessorRanks>) -> LayerValues {
        let before = |word| self.states.before(word);
        let words = self.states.words().len();
        if let Some(mut entries) = successors {
            parallel::run(
                parallel::ranges_with(words, before, &mut entries),
                &FromSuccessors(self),
            );
            return LayerValues::Double(entries);
        }
        let mut values = vec![N::default(); self.states.len() as usize];
        parallel::run(parallel::ranges_with(words, before, &mut values), &FromBoards(self));
        N::wrap(values)
    }

    /// Calls `visit` with the points of a slide along the rows and of one along the columns, for
    /// batches of the states in a range of words.
    #[inline(always)]
    fn for_points(&self, range: Range<usize>, mut visit: impl FnMut(&[[f64; 2]])) {
        let Self { kernel: Kernel { numbering, tables }, index, states, .. } = *self;
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
            visit(&points[..batch.parts().len()]);
        }
    }
}

/// Computes values from the successors, and writes them in their place.
struct FromSuccessors<'a, B: Representation>(&'a BellmanMaximum<'a, B>);

impl<B: Representation> Work<(Range<usize>, &mut [f64])> for FromSuccessors<'_, B> {
    #[inline(always)]
    fn run(&self, _: impl Width, (range, entries): (Range<usize>, &mut [f64])) {
        let BellmanMaximum { rewards, afterstate_values, .. } = *self.0;
        let action_values = |entry| successor_indices(entry).map(|index| afterstate_values[index]);
        if rewards.each_point == 0.0 {
            for entry in entries {
                *entry = greatest(action_values(*entry));
            }
        } else {
            let mut entries = entries.iter_mut();
            self.0.for_points(range, |points| {
                for (&points, entry) in points.iter().zip(&mut entries) {
                    *entry = greatest_with_points(rewards, action_values(*entry), points);
                }
            });
        }
    }
}

/// Computes values from the boards: finds the afterstates of each state again.
struct FromBoards<'a, B: Representation>(&'a BellmanMaximum<'a, B>);

impl<B: Representation, N: StoredValue> Work<(Range<usize>, &mut [N])> for FromBoards<'_, B> {
    #[inline(always)]
    fn run(&self, width: impl Width, (range, mut out): (Range<usize>, &mut [N])) {
        let BellmanMaximum {
            rewards,
            kernel: Kernel { numbering, tables },
            index,
            bases,
            states,
            afterstates,
            afterstate_values,
        } = *self.0;
        let (slider, finder) = (tables.slider(B::HAS_FOURTH_LINE), bases.finder(numbering));
        let mut boards = index.boards(numbering, &states.words()[range.clone()], range.start);
        let mut batch = Batch::new();
        let mut lines = [BoardLines::default(); BATCH];
        let mut effects = [MoveEffects::default(); BATCH];
        let mut codes = [B::Code::default(); 4 * BATCH];
        let mut action_values = [0.0; 4 * BATCH + 2];
        let ranks = afterstates.ranks();
        let afterstate_values = &afterstate_values[FIRST_AFTERSTATE..];
        while batch.fill(&mut boards) {
            let boards = batch.parts();
            for (lines, &parts) in lines.iter_mut().zip(boards) {
                *lines = slider.lines(parts);
            }
            let mut count = 0;
            for (effects, &lines) in effects[..boards.len()].iter_mut().zip(&lines) {
                *effects = slider.effects(lines);
                let continuing = effects.continuing();
                let afterstates = slider.afterstates(width, effects);
                let compressed = B::Code::compress(width, afterstates, continuing);
                codes[count..count + 4].copy_from_slice(&compressed);
                count += continuing.count_ones() as usize;
            }
            for (value, &code) in action_values.iter_mut().zip(&codes[..count]) {
                *value = afterstate_values[ranks.below(finder.bit_index(code))];
            }
            let (values, unused) = out.split_at_mut(boards.len());
            out = unused;
            let mut next = 0;
            // The greater value of the two actions in the low bits of a mask, if they continue the
            // game. Successive calls read successive action values.
            let mut greater_of_two = |continuing: u8| {
                let mask = ACTION_MASKS[usize::from(continuing % 4)];
                let two = [action_values[next] + mask[0], action_values[next + 1] + mask[1]];
                next += (continuing % 4).count_ones() as usize;
                greater(two[0], two[1])
            };
            if rewards.each_point == 0.0 {
                for (value, effects) in values.iter_mut().zip(&effects) {
                    let continuing = effects.continuing();
                    let best = greater(greater_of_two(continuing), greater_of_two(continuing >> 2));
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

/// Indexed by a mask of two actions, the ones that continue the game.
///
/// The values of those actions are the next entries of an array. Adding the masks to the next two
/// entries leaves the values of the actions as they are, and sets an entry that belongs to a later
/// action to minus infinity, so that it does not enter the maximum.
const ACTION_MASKS: [[f64; 2]; 4] = {
    const OUT: f64 = f64::NEG_INFINITY;
    [[OUT, OUT], [0.0, OUT], [0.0, OUT], [0.0, 0.0]]
};

/// Returns Q of an action with these points if it makes the target tile, else minus infinity.
#[inline(always)]
fn win_value(rewards: &Rewards, wins: bool, points: f64) -> f64 {
    if wins { rewards.winning(points) } else { f64::NEG_INFINITY }
}

/// Returns the greatest of the values of the four actions.
#[inline(always)]
fn greatest([left, right, up, down]: [f64; 4]) -> f64 {
    greater(greater(left, right), greater(up, down))
}

/// Returns the greatest Q of the four actions if points are rewarded, from the values at their
/// successors. `points` are those of the first two actions, and those of the others.
#[inline(always)]
fn greatest_with_points(rewards: &Rewards, values: [f64; 4], points: [f64; 2]) -> f64 {
    // Q increases with the mean, so of two actions with the same points the one with the greater
    // mean has the greater Q.
    let [left, right, up, down] = values;
    let q = |mean, points| {
        if mean == f64::INFINITY { rewards.winning(points) } else { rewards.going_on(points, mean) }
    };
    greater(q(greater(left, right), points[0]), q(greater(up, down), points[1]))
}

/// Returns the greater of two numbers that are not NaN; `f64::max` would also test for that.
#[inline(always)]
fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

//! The Bellman maximum over a layer: V(s) = max over a of Q(s, a).

use std::ops::Range;

use mdp2048_model::Rewards;
use mdp2048_rules::{Action, Board, CanonicalState};

use crate::allocate::{self, AllocationError, Array};
use crate::bits::ranked::{CountedBits, RankedBits};
use crate::index::layer::LayerIndex;
use crate::kernel::batches::{BATCH, Batch};
use crate::kernel::moves::{BoardLines, MoveEffects};
use crate::lanes::{Code, Width};
use crate::parallel::{self, Work};
use crate::store::actions::{ActionPacker, action_bytes};
use crate::store::successors::{FIRST_AFTERSTATE, SuccessorRanks, successor_indices};
use crate::store::values::{LayerValues, StoredValue};

use super::representation::{BasesOf, GameTables, Representation};

/// Returns the value that is stored for an afterstate. `mean` is the expectation of V over the
/// random tile.
///
/// If points have no reward, the stored value is Q of every action that leads to the afterstate.
/// Otherwise Q also depends on the points of the action. Then the stored value is the mean, and Q
/// is computed when the maximum over the actions is.
#[inline(always)]
pub(super) fn afterstate_value(rewards: &Rewards, mean: f64) -> f64 {
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
    /// The values of the afterstates, indexed by successor index, see [`SuccessorRanks`].
    pub(super) afterstate_values: &'a [f64],
}

impl<B: Representation> BellmanMaximum<'_, B> {
    /// Returns the values of the states, and their packed actions if these are needed. If the
    /// forward pass has recorded the successors, the values replace them in the same memory.
    pub(super) fn values<N: StoredValue>(
        &self,
        successors: Option<SuccessorRanks>,
        needs_actions: bool,
    ) -> Result<(LayerValues, Array<u8>), AllocationError> {
        let before = |word| self.states.before(word);
        let words = self.states.words().len();
        if let Some(mut entries) = successors.filter(|_| !needs_actions) {
            parallel::run(
                parallel::ranges_with(words, before, &mut entries),
                &FromSuccessors(self),
            );
            return Ok((LayerValues::Double(entries), Array::default()));
        }
        let mut values = allocate::zeroed::<N>(self.states.len() as usize)?;
        let tasks = parallel::ranges_with(words, before, &mut values);
        let bytes = |range: &Range<usize>| match needs_actions {
            true => action_bytes(range.clone(), before),
            false => 0,
        };
        let mut actions = allocate::zeroed(tasks.iter().map(|(range, _)| bytes(range)).sum())?;
        let mut unused = &mut actions[..];
        let with_actions = |(range, values)| {
            let (actions, rest) = std::mem::take(&mut unused).split_at_mut(bytes(&range));
            unused = rest;
            (range, values, actions)
        };
        parallel::run(tasks.into_iter().map(with_actions).collect(), &FromBoards(self));
        Ok((N::wrap(values), actions))
    }

    /// Calls `visit` once for each batch of the states in a range of words. The argument has for
    /// each state the points of a slide along the rows and those of a slide along the columns.
    #[inline(always)]
    fn visit_points(&self, range: Range<usize>, mut visit: impl FnMut(&[[f64; 2]])) {
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
            visit(&points[..batch.parts().len()]);
        }
    }
}

/// Computes the values of states from their successors, and overwrites the successors with them.
struct FromSuccessors<'a, B: Representation>(&'a BellmanMaximum<'a, B>);

impl<B: Representation> Work<(Range<usize>, &mut [f64])> for FromSuccessors<'_, B> {
    #[inline(always)]
    fn run(&self, _: impl Width, (range, entries): (Range<usize>, &mut [f64])) {
        let BellmanMaximum { rewards, afterstate_values, .. } = *self.0;
        let action_values = |entry| {
            let [left, right, up, down] = successor_indices(entry);
            [
                afterstate_values[left],
                afterstate_values[right],
                afterstate_values[up],
                afterstate_values[down],
            ]
        };
        if rewards.each_point == 0.0 {
            for entry in entries {
                *entry = greatest(action_values(*entry));
            }
        } else {
            let mut entries = entries.iter_mut();
            self.0.visit_points(range, |points| {
                for (&points, entry) in points.iter().zip(&mut entries) {
                    *entry = greatest_with_points(rewards, action_values(*entry), points);
                }
            });
        }
    }
}

/// Computes the values of states from their boards. It finds the afterstates of each state again.
struct FromBoards<'a, B: Representation>(&'a BellmanMaximum<'a, B>);

/// A task of [`FromBoards`]: some words, and the values and the packed actions of their states; no
/// bytes if the actions are not needed.
type FromBoardsTask<'a, N> = (Range<usize>, &'a mut [N], &'a mut [u8]);

impl<B: Representation, N: StoredValue> Work<FromBoardsTask<'_, N>> for FromBoards<'_, B> {
    #[inline(always)]
    fn run(&self, width: impl Width, (range, mut out, actions): FromBoardsTask<'_, N>) {
        let BellmanMaximum {
            rewards,
            game_tables: GameTables { numbering, tables },
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
        let mut afterstate_ranks = [0; 4 * BATCH];
        let mut action_values = [0.0; 4 * BATCH + 4];
        let needs_actions = !actions.is_empty();
        let mut packer = ActionPacker::new(range, |word| states.before(word), actions);
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
            // Each look-up has a loop of its own, so that many of its cache misses overlap.
            let codes = &mut codes[..count];
            finder.replace_all(codes.iter_mut());
            for (rank, bit) in afterstate_ranks.iter_mut().zip(&*codes) {
                *rank = ranks.below(bit.widen()) as u32;
            }
            for (value, &rank) in action_values.iter_mut().zip(&afterstate_ranks[..count]) {
                *value = afterstate_values[rank as usize];
            }
            let (values, unused) = out.split_at_mut(boards.len());
            out = unused;
            if needs_actions {
                let mut first = 0;
                for ((value, effects), &lines) in values.iter_mut().zip(&effects).zip(&lines) {
                    let continuing = effects.continuing();
                    let own = &action_values[first..first + 4];
                    let points =
                        if rewards.each_point == 0.0 { [0.0; 2] } else { slider.points(lines) };
                    let of_actions = values_of_actions(rewards, effects, own, points);
                    *value = N::nearest(greatest(of_actions));
                    let best = best_actions(effects, of_actions);
                    let end = first + continuing.count_ones() as usize;
                    let action = if best & (best - 1) == 0 {
                        best.trailing_zeros() as u8
                    } else {
                        choose(best, effects, &codes[first..end], || tables.board(lines))
                    };
                    packer.push(action);
                    first = end;
                }
                continue;
            }
            // The position of the first action value that is not read yet.
            let mut next = 0;
            // Returns the greater value of two actions. The two low bits of `continuing` say which
            // of them continue the game; the others have no value in `action_values`. If neither
            // continues, the result is minus infinity. Each call is for the two actions after those
            // of the call before.
            let mut greater_of_two = |continuing: u8| {
                let addends = PAIR_ADDENDS[usize::from(continuing % 4)];
                let two = [action_values[next] + addends[0], action_values[next + 1] + addends[1]];
                next += (continuing % 4).count_ones() as usize;
                greater(two[0], two[1])
            };
            if rewards.each_point == 0.0 {
                for (value, effects) in values.iter_mut().zip(&effects) {
                    let continuing = effects.continuing();
                    let best = greater(greater_of_two(continuing), greater_of_two(continuing >> 2));
                    // Left and right make the target tile on the same boards, as do up and down.
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

/// By a mask of the actions that continue the game: the place of each among those of them, and a
/// mask of 64 bits, which are set if the action continues.
static PLACES: [([usize; 4], [u64; 4]); 16] = {
    let mut places = [([0; 4], [0; 4]); 16];
    let mut continuing = 0;
    while continuing < 16 {
        let (mut action, mut next) = (0, 0);
        while action < 4 {
            places[continuing].0[action] = next;
            if continuing >> action & 1 == 1 {
                places[continuing].1[action] = u64::MAX;
                next += 1;
            }
            action += 1;
        }
        continuing += 1;
    }
    places
};

/// Returns Q of the four actions of a state; minus infinity for those that are not allowed.
///
/// `stored` begins with the values that are stored for the afterstates of the actions that continue
/// the game, see [`afterstate_value`], and has four entries or more. `points` are the points of
/// left and right, and those of up and down.
#[inline(always)]
fn values_of_actions(
    rewards: &Rewards,
    effects: &MoveEffects,
    stored: &[f64],
    points: [f64; 2],
) -> [f64; 4] {
    let (places, continuing) = PLACES[usize::from(effects.continuing())];
    // Left and right make the target tile on the same boards, as do up and down.
    let won = [0, 1].map(|axis| win_value(rewards, effects.wins(2 * axis), points[axis]));
    std::array::from_fn(|action| {
        let q = q_of_stored(rewards, stored[places[action]], points[action / 2]);
        // The choice is made among bits, because a branch would often be predicted wrong.
        let bits =
            (q.to_bits() & continuing[action]) | (won[action / 2].to_bits() & !continuing[action]);
        f64::from_bits(bits)
    })
}

/// Returns Q of an action with these points if the action makes the target tile, else minus
/// infinity.
#[inline(always)]
fn win_value(rewards: &Rewards, wins: bool, points: f64) -> f64 {
    if wins { rewards.winning(points) } else { f64::NEG_INFINITY }
}

/// Returns Q of an action with these points that continues the game, from the value that is stored
/// for its afterstate, see [`afterstate_value`].
#[inline(always)]
fn q_of_stored(rewards: &Rewards, stored: f64, points: f64) -> f64 {
    if rewards.each_point == 0.0 { stored } else { rewards.going_on(points, stored) }
}

/// Returns a mask of the allowed actions whose values are the greatest up to rounding, as
/// `ActionValues` of the model chooses them. There is at least one.
#[inline(always)]
fn best_actions(effects: &MoveEffects, values: [f64; 4]) -> u8 {
    let best = greatest(values);
    let least = if best < 0.0 { (1.0 + 1e-12) * best } else { (1.0 - 1e-12) * best };
    let mut mask = 0;
    for (action, value) in values.into_iter().enumerate() {
        mask |= u8::from(effects.allows(action) && value >= least) << action;
    }
    // A value that is not a number has no best action.
    if mask == 0 { 1 } else { mask }
}

/// Chooses among several best actions. `successors` are the bit indices of the afterstates of all
/// actions that continue the game.
///
/// If their afterstates differ, the choice is the first action on the canonical board of
/// `mdp2048-rules`, as for policies of solutions. If all of them end the game or have the same
/// afterstate, it is the first one on the image that the index holds, which is found faster.
#[inline(never)]
fn choose<C: Code>(
    best: u8,
    effects: &MoveEffects,
    successors: &[C],
    board: impl FnOnce() -> Board,
) -> u8 {
    let mut successors = successors.iter().map(|bit| bit.widen());
    let mut after = |action| if effects.continues(action) { successors.next() } else { None };
    let after = [0, 1, 2, 3].map(&mut after);
    let is_best = |action: &usize| best >> action & 1 == 1;
    let first = best.trailing_zeros() as usize;
    if (0..4).filter(is_best).all(|action| after[action] == after[first]) {
        return first as u8;
    }
    let (_, symmetry) = CanonicalState::of(board());
    let on_canonical = |&action: &usize| symmetry.action(Action::ALL[action]).index();
    (0..4).filter(is_best).min_by_key(on_canonical).unwrap_or(first) as u8
}

/// Returns the greatest of the four values.
#[inline(always)]
fn greatest([left, right, up, down]: [f64; 4]) -> f64 {
    greater(greater(left, right), greater(up, down))
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
    let q = |mean, points| {
        if mean == f64::INFINITY { rewards.winning(points) } else { rewards.going_on(points, mean) }
    };
    greater(q(greater(left, right), points[0]), q(greater(up, down), points[1]))
}

/// Returns the greater of two numbers that are not NaN. It is faster than `f64::max`, which tests
/// for NaN.
#[inline(always)]
fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

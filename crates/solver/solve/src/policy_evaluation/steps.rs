//! The steps of the forward pass through a layer, over batches of boards and with vectors.
//!
//! First the afterstates of the states are found, then what is expected after each of them, then
//! the action that is chosen in each state, and at last the boards after each chosen afterstate.

use std::ops::Range;

use mdp2048_model::Rewards;
use mdp2048_rules::CanonicalState;

use crate::allocate::{self, AllocationError, Array};
use crate::backward_induction::bellman::{
    afterstate_value, successors_of_actions, values_of_actions,
};
use crate::backward_induction::best_actions::ActionBatch;
use crate::bits::ranked::WordRanks;
use crate::board_index::cells::BoardPatterns;
use crate::board_index::layer::LayerIndex;
use crate::kernel::batches::{BATCH, Batch, SPAWN_BATCH};
use crate::kernel::canonical::CanonicalActions;
use crate::kernel::expectation::SpawnBatch;
use crate::kernel::lookup::StateLookup;
use crate::kernel::moves::{ALLOWED, BoardLines, MoveEffects};
use crate::kernel::representation::{BasesOf, GameTables, Representation};
use crate::kernel::spawns::MOST_CELLS;
use crate::parallel::ParallelTask;
use crate::progress::SolveError;
use crate::simd::{Code, Simd};
use crate::solution::contradiction::Contradiction;
use crate::store::successors::FIRST_AFTERSTATE;

use super::chosen::ChosenAction;

/// The actions of some states of a layer, and their afterstates.
#[derive(Default)]
pub(super) struct Afterstates<C> {
    /// By state: the effect bits.
    pub(super) effects: Array<u8>,
    /// The bit indices of the afterstates of the states, in the order of the states. Each has one
    /// for each action that is allowed and does not end the game. Four more follow.
    pub(super) bits: Array<C>,
    /// The bitmap of the afterstates.
    pub(super) words: Array<u64>,
    /// The prefix counts of the bitmap.
    pub(super) before: Array<u32>,
    /// By rank of the afterstate: the value that is stored for it, see [`afterstate_value`]. There
    /// is one more entry.
    pub(super) values: Array<f64>,
    /// By rank: the probability that no action is allowed after the random tile.
    pub(super) lost: Array<f64>,
    /// By rank: the board.
    pub(super) parts: Array<BoardPatterns>,
}

/// A layer, and the bitmap of some boards of it.
pub(super) struct BoardsOfLayer<'a, B: Representation> {
    pub(super) game_tables: GameTables<'a, B>,
    pub(super) index: &'a LayerIndex,
    pub(super) words: &'a [u64],
}

// `Clone` and `Copy` are not derived, because the derived ones would require `B: Copy`.
impl<B: Representation> Clone for BoardsOfLayer<'_, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B: Representation> Copy for BoardsOfLayer<'_, B> {}

/// Finds the afterstates of states. The bitmap is as long as that of the states.
pub(super) struct FindAfterstates<'a, B: Representation> {
    pub(super) states: BoardsOfLayer<'a, B>,
    /// By state: the only action that may be chosen. Empty if each allowed action may be.
    pub(super) actions: &'a [u8],
    pub(super) bases: &'a BasesOf<B>,
}

/// The afterstates that are found, and whether there is memory for them.
pub(super) type FoundAfterstates<'a, C> =
    (&'a mut Afterstates<C>, &'a mut Result<(), AllocationError>);

impl<B: Representation> ParallelTask<FoundAfterstates<'_, B::Code>> for FindAfterstates<'_, B> {
    #[inline(always)]
    fn run(&self, simd: impl Simd, (found, result): FoundAfterstates<'_, B::Code>) {
        let BoardsOfLayer { game_tables: GameTables { numbering, tables }, index, words } =
            self.states;
        let (slider, finder) = (tables.slider(B::HAS_FOURTH_LINE), self.bases.finder(numbering));
        let mut boards = index.boards(numbering, words, 0);
        let mut batch = Batch::new();
        let mut codes = [B::Code::default(); 4 * BATCH];
        let mut actions = self.actions.iter();
        while batch.fill(&mut boards) {
            let len = batch.parts().len();
            *result = allocate::reserve(&mut found.effects, len)
                .and_then(|()| allocate::reserve(&mut found.bits, 4 * len));
            if result.is_err() {
                return;
            }
            let mut count = 0;
            for &parts in batch.parts() {
                let mut effects = slider.effects(slider.lines(parts));
                if let Some(&action) = actions.next() {
                    effects.bits = bits_of_action(&effects, usize::from(action));
                }
                let continuing = effects.continuing();
                let afterstates = slider.afterstates(simd, &effects);
                let compressed = B::Code::compress(simd, afterstates, continuing);
                codes[count..count + 4].copy_from_slice(&compressed);
                count += continuing.count_ones() as usize;
                found.effects.push(effects.bits);
            }
            finder.replace_all(codes[..count].iter_mut());
            for bit in &codes[..count] {
                let bit = bit.widen();
                found.words[(bit / 64) as usize] |= 1 << (bit % 64);
            }
            found.bits.extend_from_slice(&codes[..count]);
        }
    }
}

/// The effect bits of a board on which only one action may be chosen; those of a lost board if the
/// action is not allowed.
///
/// If the action makes the target, any other that does may be chosen too: the best of them are the
/// stored action and those that are as good.
#[inline(always)]
const fn bits_of_action(effects: &MoveEffects, action: usize) -> u8 {
    let may_be_chosen = match [effects.wins(0), effects.wins(2)] {
        _ if !effects.wins(action) => ALLOWED[action],
        [true, true] => ROWS | COLUMNS,
        [true, false] => ROWS,
        [false, _] => COLUMNS,
    };
    effects.bits & may_be_chosen
}

/// The effect bits of all rows, and of all columns.
const ROWS: u8 = 0x0f;
const COLUMNS: u8 = 0xf0;

/// Computes what is expected after each afterstate.
pub(super) struct Expectations<'a, B: Representation> {
    pub(super) rewards: &'a Rewards,
    /// The afterstates.
    pub(super) boards: BoardsOfLayer<'a, B>,
    pub(super) above: [Option<StateLookup<'a, B, f64>>; 2],
}

/// Some words of the bitmap of the afterstates, and of each afterstate in them: its value, the
/// probability that no action is allowed after the random tile, and its board.
pub(super) type ExpectTask<'a> =
    (Range<usize>, &'a mut [f64], &'a mut [f64], &'a mut [BoardPatterns]);

impl<B: Representation> ParallelTask<ExpectTask<'_>> for Expectations<'_, B> {
    #[inline(always)]
    fn run(&self, simd: impl Simd, (range, mut out, mut out_lost, mut all): ExpectTask<'_>) {
        let Self { rewards, boards, above } = *self;
        let BoardsOfLayer { game_tables: GameTables { numbering, tables }, index, words } = boards;
        let (spawner, probabilities) = (tables.spawner(), tables.spawn_probabilities);
        let mut boards = index.boards(numbering, &words[range.clone()], range.start);
        let (mut batch, mut spawns) = (Batch::new(), SpawnBatch::new());
        let mut lost = [[0.0; 2]; SPAWN_BATCH * MOST_CELLS];
        while batch.fill(&mut boards) {
            let (parts, unused) = all.split_at_mut(batch.parts().len());
            parts.copy_from_slice(batch.parts());
            all = unused;
            for boards in batch.parts().chunks(SPAWN_BATCH) {
                spawns.place(simd, &spawner, boards.iter().copied());
                let mut all_states = true;
                let above = above.each_ref().map(Option::as_ref);
                spawns.look_up(probabilities, above, rewards.lost, |cell, tile, is_state| {
                    lost[cell][tile] = if is_state { 0.0 } else { probabilities[tile] };
                    all_states &= is_state;
                });
                let (values, unused) = out.split_at_mut(boards.len());
                out = unused;
                let (lost_after, unused) = out_lost.split_at_mut(boards.len());
                out_lost = unused;
                spawns.means(|at, mean, cells| {
                    values[at] = afterstate_value(rewards, mean);
                    if !all_states {
                        let lost = &lost[cells];
                        let sum = lost.iter().fold(0.0, |sum, [two, four]| sum + two + four);
                        lost_after[at] = sum / f64::from(lost.len() as u32);
                    }
                });
            }
        }
    }
}

/// Chooses the actions of states.
pub(super) struct ChooseActions<'a, B: Representation> {
    pub(super) rewards: &'a Rewards,
    pub(super) states: BoardsOfLayer<'a, B>,
    pub(super) canonical: &'a CanonicalActions,
    pub(super) afterstates: &'a Afterstates<B::Code>,
    /// V by state; empty if the actions are known, whose values are then those of the states.
    pub(super) values: &'a [f64],
}

/// Called with the number of a state, its chosen action, and the rank of the afterstate and the
/// probability that no action is allowed after its random tile; both are 0 if the action makes the
/// target.
pub(super) type VisitChosen<'a> =
    dyn FnMut(usize, &ChosenAction<'_>, (usize, f64)) -> Result<(), SolveError> + 'a;

/// The visits of the chosen actions, and how they end.
pub(super) struct ChosenVisits<'a, 'v> {
    pub(super) visit: &'a mut VisitChosen<'v>,
    pub(super) result: Result<(), SolveError>,
}

/// The successor indices of actions that make the target: those along the rows and those along the
/// columns may have other points, so they differ.
const ENDS: [u64; 2] = [u64::MAX, u64::MAX - 1];

impl<B: Representation> ParallelTask<&mut ChosenVisits<'_, '_>> for ChooseActions<'_, B> {
    #[inline(always)]
    fn run(&self, simd: impl Simd, visits: &mut ChosenVisits<'_, '_>) {
        let Self { rewards, states, canonical, afterstates, values } = *self;
        let BoardsOfLayer { game_tables: GameTables { numbering, tables }, index, words } = states;
        let slider = tables.slider(B::HAS_FOURTH_LINE);
        let board_of = &|lines| tables.board(lines);
        let mut boards = index.boards(numbering, words, 0);
        let mut batch = Batch::new();
        let mut lines = [BoardLines::default(); BATCH];
        let mut points = [[0.0; 2]; BATCH];
        let mut ranks = [0; 4 * BATCH + 4];
        let mut best = ActionBatch::new();
        let of_rank = WordRanks::new(&afterstates.words, &afterstates.before);
        // The number of the first state of the batch, and the position of its first afterstate.
        let (mut first, mut next) = (0, 0);
        while batch.fill(&mut boards) {
            let parts: &[BoardPatterns] = batch.parts();
            let effects = &afterstates.effects[first..first + parts.len()];
            for ((lines, points), &parts) in lines.iter_mut().zip(&mut points).zip(parts) {
                *lines = slider.lines(parts);
                *points = slider.points(*lines);
            }
            let continuing = |bits: u8| MoveEffects::of_bits(bits).continuing();
            let count: u32 = effects.iter().map(|&bits| continuing(bits).count_ones()).sum();
            let bits = &afterstates.bits[next..next + count as usize + 4];
            next += count as usize;
            for (rank, bit) in ranks.iter_mut().zip(bits) {
                *rank = of_rank.below(bit.widen()) as u64;
            }
            let mut at = 0;
            for (state, (&bits, points)) in effects.iter().zip(&points).enumerate() {
                let effects = MoveEffects::of_bits(bits);
                let ranks: [u64; 4] = std::array::from_fn(|action| ranks[at + action]);
                let stored = ranks.map(|rank| afterstates.values[rank as usize]);
                let values = values_of_actions(simd, rewards, &effects, stored, *points);
                best.set(state, values, successors_of_actions(simd, &effects, ranks, ENDS));
                at += effects.continuing().count_ones() as usize;
            }
            best.find(simd, parts.len());
            best.choose(parts.len(), canonical, |state| parts[state]);
            for (state, &bits) in effects.iter().enumerate() {
                let effects = MoveEffects::of_bits(bits);
                let greatest = best.greatest(parts.len())[state];
                let known = values.get(first + state).copied();
                let (value, action) =
                    (known.unwrap_or(greatest), best.actions(parts.len())[state] as usize);
                let (action_values, successors) = best.of(state);
                let chosen = ChosenAction {
                    board_of,
                    lines: lines[state],
                    effects,
                    value,
                    action_values,
                    action,
                    points: points[state],
                    afterstates: successors.map(rank_of),
                };
                let after = match chosen.wins() {
                    true => (0, 0.0),
                    false => {
                        let rank = rank_of(successors[action]) as usize;
                        (rank, afterstates.lost.get(rank).copied().unwrap_or(0.0))
                    }
                };
                // A false file holds a lost board as a state, or an action that is not allowed.
                let result = match effects.is_lost() {
                    true => {
                        Err(Contradiction::NoState(CanonicalState::of(chosen.board()).0).into())
                    }
                    false => (visits.visit)(first + state, &chosen, after),
                };
                if result.is_err() {
                    visits.result = result;
                    return;
                }
            }
            first += parts.len();
        }
    }
}

/// The rank of the afterstate with a successor index. Those of other successors mean nothing.
const fn rank_of(successor: u64) -> u32 {
    successor.wrapping_sub(FIRST_AFTERSTATE as u64) as u32
}

/// The rank of a board that is not a state.
pub(super) const NO_STATE: u32 = u32::MAX;

/// Finds the states after some afterstates, and if `IMAGES` also those that are representatives.
pub(super) struct FindSpawns<'a, B: Representation, const IMAGES: bool> {
    pub(super) game_tables: GameTables<'a, B>,
    /// The boards of all afterstates, by rank.
    pub(super) parts: &'a [BoardPatterns],
    pub(super) above: [Option<StateLookup<'a, B, f64>>; 2],
    pub(super) probabilities: [f64; 2],
}

/// Called with the position of an afterstate in a list, and for each of its empty cells the ranks
/// of the states after a 2 and after a 4, or [`NO_STATE`], and masks of the symmetries to the
/// representatives of the boards; without images they are 0.
pub(super) type VisitSpawns<'a> = dyn FnMut(usize, &[[u32; 2]], &[[u8; 2]]) + 'a;

/// The ranks of some afterstates in any order, and the visits of the states after them.
pub(super) type SpawnVisits<'a, 'v> = (&'a [u32], &'a mut VisitSpawns<'v>);

impl<B: Representation, const IMAGES: bool> ParallelTask<SpawnVisits<'_, '_>>
    for FindSpawns<'_, B, IMAGES>
{
    #[inline(always)]
    fn run(&self, simd: impl Simd, (afterstates, visit): SpawnVisits<'_, '_>) {
        let Self { game_tables: GameTables { tables, .. }, ref above, .. } = *self;
        let spawner = tables.spawner();
        let mut codes = [[B::Code::default(); 2]; SPAWN_BATCH * MOST_CELLS];
        let mut bits = [0; SPAWN_BATCH * MOST_CELLS];
        let mut ranks = [[NO_STATE; 2]; SPAWN_BATCH * MOST_CELLS];
        let mut images = [[0; 2]; SPAWN_BATCH * MOST_CELLS];
        let mut ends = [0; SPAWN_BATCH];
        for (chunk, afterstates) in afterstates.chunks(SPAWN_BATCH).enumerate() {
            let mut count = 0;
            for (&rank, end) in afterstates.iter().zip(&mut ends) {
                let parts = self.parts[rank as usize];
                spawner.for_each_image::<_, IMAGES>(simd, parts, |pair, masks| {
                    codes[count] = pair;
                    images[count] = masks;
                    count += 1;
                });
                *end = count;
            }
            for (tile, layer) in above.iter().enumerate() {
                let is_possible = self.probabilities[tile] > 0.0;
                let Some(layer) = layer.as_ref().filter(|_| is_possible) else { continue };
                for (bit, pair) in bits.iter_mut().zip(&codes[..count]) {
                    *bit = layer.bit_index(pair[tile]);
                }
                for (rank, &bit) in ranks[..count].iter_mut().zip(&bits) {
                    let (at, is_state) = layer.find(bit);
                    rank[tile] = if is_state { at as u32 } else { NO_STATE };
                }
            }
            let mut begin = 0;
            for (at, &end) in ends[..afterstates.len()].iter().enumerate() {
                visit(SPAWN_BATCH * chunk + at, &ranks[begin..end], &images[begin..end]);
                begin = end;
            }
        }
    }
}

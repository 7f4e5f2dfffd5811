//! The steps of the forward pass through a layer, over batches of boards and with vectors.
//!
//! First the afterstates of the states are found, then what is expected after each of them, then
//! the action that is chosen in each state, and at last the boards after each chosen afterstate.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use mdp2048_model::Rewards;

use crate::allocate::{self, AllocationError, Array};
use crate::bits::ranked::WordRanks;
use crate::index::cells::BoardPatterns;
use crate::index::layer::LayerIndex;
use crate::kernel::batches::{BATCH, Batch, SPAWN_BATCH};
use crate::kernel::canonical::CanonicalActions;
use crate::kernel::moves::{ALLOWED, BoardLines, MoveEffects};
use crate::kernel::spawns::MOST_CELLS;
use crate::lanes::{Code, Width};
use crate::parallel::ParallelTask;
use crate::passes::bellman::{afterstate_value, successors_of_actions, values_of_actions};
use crate::passes::best_actions::ActionBatch;
use crate::passes::representation::{BasesOf, GameTables, Representation};
use crate::progress::SolveError;
use crate::solution::contradiction::Contradiction;
use crate::store::successors::FIRST_AFTERSTATE;

use super::chosen::ChosenAction;
use super::lookups::Lookup;

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
    /// By rank of the afterstate: the value that is stored for it, see [`afterstate_value`]. It is
    /// NaN if a board after it is missing in the solution. There is one more entry.
    pub(super) values: Array<f64>,
    /// By rank: the probability that no action is allowed after the random tile.
    pub(super) lost: Array<f64>,
    /// By rank: the board.
    pub(super) parts: Array<BoardPatterns>,
    /// Whether a board is missing in the solution.
    pub(super) is_missing: bool,
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
    fn run(&self, width: impl Width, (found, result): FoundAfterstates<'_, B::Code>) {
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
                let afterstates = slider.afterstates(width, &effects);
                let compressed = B::Code::compress(width, afterstates, continuing);
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

/// Computes what is expected after each afterstate. The terms of each sum are in the order in which
/// the solver adds them.
pub(super) struct Expectations<'a, B: Representation> {
    pub(super) rewards: &'a Rewards,
    /// The afterstates.
    pub(super) boards: BoardsOfLayer<'a, B>,
    pub(super) above: [Option<Lookup<'a, B>>; 2],
    /// Whether a board is missing.
    pub(super) is_missing: AtomicBool,
}

/// Some words of the bitmap of the afterstates, and of each afterstate in them: its value, the
/// probability that no action is allowed after the random tile, and its board.
pub(super) type ExpectTask<'a> =
    (Range<usize>, &'a mut [f64], &'a mut [f64], &'a mut [BoardPatterns]);

impl<B: Representation> ParallelTask<ExpectTask<'_>> for Expectations<'_, B> {
    #[inline(always)]
    fn run(&self, width: impl Width, (range, mut out, mut out_lost, mut all): ExpectTask<'_>) {
        let Self { rewards, ref boards, ref above, ref is_missing } = *self;
        let BoardsOfLayer { game_tables: GameTables { numbering, tables }, index, words } = *boards;
        let lost_value = rewards.lost;
        let (spawner, slider) = (tables.spawner(), tables.slider(B::HAS_FOURTH_LINE));
        let probabilities = tables.spawn_probabilities;
        let mut boards = index.boards(numbering, &words[range.clone()], range.start);
        let mut batch = Batch::new();
        let mut codes = [[B::Code::default(); 2]; SPAWN_BATCH * MOST_CELLS];
        let mut bits = [0; SPAWN_BATCH * MOST_CELLS];
        let mut values = [[0.0; 2]; SPAWN_BATCH * MOST_CELLS];
        let mut lost = [[0.0; 2]; SPAWN_BATCH * MOST_CELLS];
        let mut ends = [0; SPAWN_BATCH];
        while batch.fill(&mut boards) {
            let (parts, unused) = all.split_at_mut(batch.parts().len());
            parts.copy_from_slice(batch.parts());
            all = unused;
            for boards in batch.parts().chunks(SPAWN_BATCH) {
                let mut count = 0;
                for (&parts, end) in boards.iter().zip(&mut ends) {
                    spawner.for_each(width, parts, |pair| {
                        codes[count] = pair;
                        count += 1;
                    });
                    *end = count;
                }
                let mut all_states = true;
                for (tile, layer) in above.iter().enumerate() {
                    let probability = probabilities[tile];
                    if probability <= 0.0 {
                        continue;
                    }
                    let Some(layer) = layer else {
                        all_states = false;
                        for (value, lost) in values[..count].iter_mut().zip(&mut lost) {
                            (value[tile], lost[tile]) = (probability * lost_value, probability);
                        }
                        continue;
                    };
                    let finder = layer.bases.finder(numbering);
                    for (bit, pair) in bits.iter_mut().zip(&codes[..count]) {
                        *bit = finder.bit_index(pair[tile]);
                    }
                    let numbers = values[..count].iter_mut().zip(&mut lost);
                    for ((value, lost), &bit) in numbers.zip(&bits) {
                        let (rank, is_state) = layer.find(bit);
                        // The value is read in either case, so that there is no branch. There are
                        // no values where only actions are known, and then none is needed.
                        let found = layer.values.get(if is_state { rank } else { 0 });
                        let found = found.copied().unwrap_or(0.0);
                        value[tile] = probability * if is_state { found } else { lost_value };
                        lost[tile] = if is_state { 0.0 } else { probability };
                        all_states &= is_state;
                    }
                }
                if !all_states {
                    for ((pair, lost), value) in codes[..count].iter().zip(&lost).zip(&mut values) {
                        for tile in 0..2 {
                            if lost[tile] > 0.0 {
                                let parts = numbering.codes.parts(pair[tile].widen());
                                if !slider.effects(slider.lines(parts)).is_lost() {
                                    value[tile] = f64::NAN;
                                    is_missing.store(true, Ordering::Relaxed);
                                }
                            }
                        }
                    }
                }
                let (expectations, unused) = out.split_at_mut(boards.len());
                out = unused;
                let (lost_after, unused) = out_lost.split_at_mut(boards.len());
                out_lost = unused;
                let mut begin = 0;
                for ((expected, lost_after), &end) in
                    expectations.iter_mut().zip(lost_after).zip(&ends)
                {
                    let mut sum = 0.0;
                    for [two, four] in &values[begin..end] {
                        // If the probability of a tile is 0, its entries are 0.
                        sum = sum + two + four;
                    }
                    let cells = f64::from((end - begin) as u32);
                    *expected = afterstate_value(rewards, sum / cells);
                    if !all_states {
                        let all = lost[begin..end].iter().fold(0.0, |sum, [a, b]| sum + a + b);
                        *lost_after = all / cells;
                    }
                    begin = end;
                }
            }
        }
    }
}

/// What is wrong with the values of a state.
#[derive(Clone, Copy, Debug)]
pub(super) enum StateFault {
    /// No action is allowed.
    NoAction,
    /// The value is not that of the best action, or a board after an action is missing.
    Value,
}

/// Chooses the actions of states.
pub(super) struct ChooseActions<'a, B: Representation> {
    pub(super) rewards: &'a Rewards,
    pub(super) states: BoardsOfLayer<'a, B>,
    pub(super) canonical: &'a CanonicalActions,
    pub(super) afterstates: &'a Afterstates<B::Code>,
    /// V by state; empty if the actions are known, whose values are then those of the states.
    pub(super) values: &'a [f64],
    /// Whether rounding explains the difference of V and the best action value.
    pub(super) agrees: &'a (dyn Fn(f64, f64) -> bool + Sync),
}

/// Called with the number of a state, its chosen action, and the rank of the afterstate and the
/// probability that no action is allowed after its random tile; both are 0 if the action makes the
/// target.
pub(super) type VisitChosen<'a> =
    dyn FnMut(usize, &ChosenAction<'_>, (usize, f64)) -> Result<(), SolveError> + 'a;

/// The visits of the chosen actions, and how they end.
pub(super) struct ChosenVisits<'a, 'v> {
    pub(super) visit: &'a mut VisitChosen<'v>,
    /// Returns the contradiction of the state with some line patterns, and with the effects of the
    /// actions that may be chosen.
    pub(super) contradiction: &'a dyn Fn(BoardLines, MoveEffects, StateFault) -> Contradiction,
    pub(super) result: Result<(), SolveError>,
}

/// The successor indices of actions that make the target: those along the rows and those along the
/// columns may have other points, so they differ.
const ENDS: [u64; 2] = [u64::MAX, u64::MAX - 1];

impl<B: Representation> ParallelTask<&mut ChosenVisits<'_, '_>> for ChooseActions<'_, B> {
    #[inline(always)]
    fn run(&self, width: impl Width, visits: &mut ChosenVisits<'_, '_>) {
        let Self { rewards, states, canonical, afterstates, values, agrees } = *self;
        let BoardsOfLayer { game_tables: GameTables { numbering, tables }, index, words } = states;
        let slider = tables.slider(B::HAS_FOURTH_LINE);
        let board_of = &|lines| tables.board(lines);
        let mut boards = index.boards(numbering, words, 0);
        let mut batch = Batch::new();
        let mut lines = [BoardLines::default(); BATCH];
        let mut points = [[0.0; 2]; BATCH];
        let mut ranks = [0; 4 * BATCH + 4];
        let mut best = ActionBatch::new();
        let mut is_missing = [false; BATCH];
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
                let found = &stored[..effects.continuing().count_ones() as usize];
                is_missing[state] = afterstates.is_missing && found.iter().any(|q| q.is_nan());
                let values = values_of_actions(width, rewards, &effects, stored, *points);
                best.set(state, values, successors_of_actions(width, &effects, ranks, ENDS));
                at += effects.continuing().count_ones() as usize;
            }
            best.find(width, parts.len());
            best.choose(parts.len(), canonical, |state| parts[state]);
            for (state, &bits) in effects.iter().enumerate() {
                let effects = MoveEffects::of_bits(bits);
                let greatest = best.greatest(parts.len())[state];
                let known = values.get(first + state).copied();
                let (value, action) =
                    (known.unwrap_or(greatest), best.actions(parts.len())[state] as usize);
                let (action_values, successors) = best.of(state);
                let fault = if effects.is_lost() {
                    Some(StateFault::NoAction)
                } else {
                    let agrees = known.is_none() || value == greatest || agrees(value, greatest);
                    (!agrees || is_missing[state]).then_some(StateFault::Value)
                };
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
                let result = match fault {
                    Some(fault) => Err((visits.contradiction)(chosen.lines, effects, fault).into()),
                    None => (visits.visit)(first + state, &chosen, after),
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

/// Finds the states after some afterstates, and if `IMAGES` also the images that are canonical.
pub(super) struct FindSpawns<'a, B: Representation, const IMAGES: bool> {
    pub(super) game_tables: GameTables<'a, B>,
    /// The boards of all afterstates, by rank.
    pub(super) parts: &'a [BoardPatterns],
    pub(super) above: [Option<Lookup<'a, B>>; 2],
    pub(super) probabilities: [f64; 2],
}

/// Called with the position of an afterstate in a list, and for each of its empty cells the ranks
/// of the states after a 2 and after a 4, or [`NO_STATE`], and masks of the symmetries to the
/// canonical images of the boards; without images they are 0.
pub(super) type VisitSpawns<'a> = dyn FnMut(usize, &[[u32; 2]], &[[u8; 2]]) + 'a;

/// The ranks of some afterstates in any order, and the visits of the states after them.
pub(super) type SpawnVisits<'a, 'v> = (&'a [u32], &'a mut VisitSpawns<'v>);

impl<B: Representation, const IMAGES: bool> ParallelTask<SpawnVisits<'_, '_>>
    for FindSpawns<'_, B, IMAGES>
{
    #[inline(always)]
    fn run(&self, width: impl Width, (afterstates, visit): SpawnVisits<'_, '_>) {
        let Self { game_tables: GameTables { numbering, tables }, ref above, .. } = *self;
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
                spawner.for_each_image::<_, IMAGES>(width, parts, |pair, masks| {
                    codes[count] = pair;
                    images[count] = masks;
                    count += 1;
                });
                *end = count;
            }
            for (tile, layer) in above.iter().enumerate() {
                let is_possible = self.probabilities[tile] > 0.0;
                let Some(layer) = layer.as_ref().filter(|_| is_possible) else { continue };
                let finder = layer.bases.finder(numbering);
                for (bit, pair) in bits.iter_mut().zip(&codes[..count]) {
                    *bit = finder.bit_index(pair[tile]);
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

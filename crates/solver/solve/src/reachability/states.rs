//! The forward pass: finds the reachable states, layer by layer from the lowest tile sum.
//!
//! The pass processes a layer when all its boards are known, that is, after the two layers below
//! it. It splits these boards into states and lost boards, and collects the afterstates of the
//! states in a bitmap. Then it adds every board that is an afterstate with a random tile to one of
//! the two layers above.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use mdp2048_model::Game;
use mdp2048_rules::{Action, Board, CanonicalState};

use crate::allocate::Array;
use crate::bits::ranked::RankedBits;
use crate::bits::shared::SharedBits;
use crate::board_index::codes::Numbering;
use crate::board_index::layer::LayerIndex;
use crate::half_sum::HalfSum;
use crate::kernel::batches::{BATCH, Batch, SPAWN_BATCH};
use crate::kernel::moves::{BoardLines, MoveEffects};
use crate::kernel::spawns::MOST_CELLS;
use crate::memory::MemoryEstimate;
use crate::parallel::{self, ParallelTask};
use crate::progress::{Phase, Progress, ProgressCallback, SolveError};
use crate::simd::{Code, Simd};
use crate::solution::contradiction::Contradiction;
use crate::store::layers::{
    ForwardCheckpoint, ForwardLayer, ReachTotals, ReachedSizes, ReachedStore, StoredActions,
};

use super::successors::{RecordingTask, SuccessorBuffer};
use crate::kernel::representation::{BasesOf, GameTables, Representation};

/// A layer that is not processed yet: the pass still adds boards to it.
struct OpenLayer<B: Representation> {
    index: LayerIndex,
    bases: BasesOf<B>,
    boards: SharedBits,
}

impl<B: Representation> OpenLayer<B> {
    /// Returns the layer with this half sum, without boards.
    fn new(numbering: Numbering<'_, B::Ranks>, half_sum: HalfSum) -> Result<Self, SolveError> {
        let index = LayerIndex::new(numbering.codes, half_sum);
        let boards = SharedBits::new(index.len())?;
        let bases = index.corner_bases(numbering);
        Ok(Self { index, bases, boards })
    }

    /// The size of the layer in bytes.
    fn bytes(&self) -> u64 {
        self.index.bytes() + self.bases.bytes() + self.boards.bytes()
    }
}

/// The number of open layers: the next layer to process and the two above it. A random tile adds 1
/// or 2 to the half sum.
///
/// The pass ends after as many successive layers without states. Two would be enough, except at the
/// start: if every random tile is a 4, the first two layers have no states.
const OPEN_LAYERS: u32 = 3;

/// The least half sum of two random tiles of 2 or 4.
const LEAST_HALF_SUM: HalfSum = HalfSum::new(2);

/// What the forward pass is run with.
pub(crate) struct Reach<'a> {
    pub(crate) game: &'a Game,
    /// The memory limit.
    pub(crate) limit: Option<u64>,
    /// Half the tile sum of the last layer that the pass finds; `None` if it finds all.
    pub(crate) last_half_sum: Option<HalfSum>,
    /// Whether the successors of states are kept for the backward pass.
    pub(crate) records_successors: bool,
}

/// Runs the forward pass: finds every reachable state, and puts the layers into a store.
///
/// # Errors
/// [`SolveError`] if the estimate exceeds the memory limit, if memory cannot be allocated, if a
/// layer has too many boards, or if `progress` breaks.
pub(crate) fn find_states<B: Representation>(
    &Reach { game, limit, last_half_sum, records_successors }: &Reach<'_>,
    game_tables: GameTables<'_, B>,
    store: &mut dyn ReachedStore,
    estimate: &mut MemoryEstimate,
    progress: ProgressCallback<'_>,
) -> Result<ReachTotals, SolveError> {
    let (numbering, codes) = (game_tables.numbering, game_tables.numbering.codes);
    let ForwardCheckpoint { mut totals, is_complete, layers, afterstates } =
        store.forward_checkpoint(codes)?;
    layers.iter().for_each(|layer| estimate.add_before(*layer));
    if is_complete {
        estimate.end_forward_pass();
        return Ok(totals);
    }
    let starts: Vec<Board> = game.starts().iter().map(|start| start.state.board()).collect();
    let start_half_sums = || starts.iter().map(|&board| HalfSum::of(board));
    let is_given = game.given_starts().len() > 0;
    let first = start_half_sums().min().filter(|_| is_given).unwrap_or(LEAST_HALF_SUM);
    let last_start = start_half_sums().max().unwrap_or(first);
    let (mut half_sum, mut open) = open_layers(game_tables, first, layers.last(), afterstates)?;
    let add_starts = |layer: &OpenLayer<B>| {
        for &board in starts.iter().filter(|&&board| HalfSum::of(board) == layer.index.half_sum()) {
            if let Some(code) = codes.code(board) {
                layer.boards.setter().set(layer.index.bit_index(numbering, code));
            }
        }
    };
    open.iter().for_each(add_starts);
    let mut buffer = SuccessorBuffer::new();
    let mut empty_in_a_row = 0;
    while (empty_in_a_row < OPEN_LAYERS || half_sum <= last_start)
        && last_half_sum.is_none_or(|last| half_sum <= last)
    {
        let Some(OpenLayer { index, bases, boards }) = open.pop_front() else { break };
        let chosen = store.chosen(half_sum)?;
        let find_afterstates = FindAfterstates::new(game_tables, &index, &bases, chosen)?;
        let (states, afterstates, lost) =
            find_afterstates.run(boards.into_words(), &mut buffer, records_successors)?;
        totals.lost += lost;
        let add_spawns =
            AddSpawns { game_tables, index: &index, afterstates: &afterstates, open: &open };
        // These steps do not depend on each other. All threads are busy if they run at the same
        // time. The current thread allocates, as each thread of glibc has a heap of its own, and
        // memory that is freed in one heap is not used for another.
        let (allocated, ()) = parallel::both(
            || {
                let opened = OpenLayer::<B>::new(numbering, half_sum.plus(OPEN_LAYERS))?;
                Ok::<_, SolveError>((buffer.all_indices(&states, &afterstates)?, opened))
            },
            || parallel::run(parallel::ranges(afterstates.len()), &add_spawns),
        );
        let (successors, opened) = allocated?;
        add_starts(&opened);
        open.push_back(opened);
        if states.len() == 0 {
            empty_in_a_row += 1;
            store.put_lost(half_sum, totals.lost)?;
        } else {
            empty_in_a_row = 0;
            totals.layers += 1;
            totals.states += states.len();
            let layer = ForwardLayer { index, states, afterstates, successors };
            let open_bytes: u64 = open.iter().map(OpenLayer::bytes).sum();
            estimate.add(&layer, open_bytes + buffer.bytes());
            store.put_reached(layer, totals.lost)?;
            let ReachTotals { layers, states, .. } = totals;
            let report = Progress {
                states_left: limit.and_then(|_| estimate.states_left()),
                memory: limit.map(|_| estimate.need()),
                ..Progress::new(Phase::Reaching, half_sum.tile_sum(), layers, states)
            };
            report.report(progress)?;
            estimate.check(limit)?;
        }
        half_sum = half_sum.plus(1);
    }
    estimate.end_forward_pass();
    store.end_reached(totals)?;
    Ok(totals)
}

/// The open layers of the forward pass, and the half sum of the first.
type OpenLayers<B> = (HalfSum, VecDeque<OpenLayer<B>>);

/// Returns the open layers above the `last` layer of an earlier run, with the boards that games
/// reach from these afterstates of that run; without such a layer those from `first` on, without
/// boards.
fn open_layers<B: Representation>(
    game_tables: GameTables<'_, B>,
    first: HalfSum,
    last: Option<&ReachedSizes>,
    afterstates: Vec<(HalfSum, Array<u64>)>,
) -> Result<OpenLayers<B>, SolveError> {
    let numbering = game_tables.numbering;
    // The boards of the last layer itself are not needed, but those of the one above it are.
    let mut first = last.map_or(first, |last| last.half_sum);
    let opened = (0..OPEN_LAYERS).map(|up| OpenLayer::new(numbering, first.plus(up)));
    let mut open = opened.collect::<Result<VecDeque<OpenLayer<B>>, _>>()?;
    let mut advance = |open: &mut VecDeque<_>| {
        open.pop_front();
        open.push_back(OpenLayer::new(numbering, first.plus(OPEN_LAYERS))?);
        first = first.plus(1);
        Ok::<_, SolveError>(())
    };
    for (half_sum, afterstates) in afterstates {
        if last.is_some_and(|last| last.half_sum == half_sum) {
            advance(&mut open)?;
        }
        let index = &LayerIndex::new(numbering.codes, half_sum);
        let add_spawns = AddSpawns { game_tables, index, afterstates: &afterstates, open: &open };
        parallel::run(parallel::ranges(afterstates.len()), &add_spawns);
    }
    Ok((first, open))
}

/// The length of the array for the lost boards of a batch. It is a power of two, so that the
/// remainder of an index costs one bit operation and no bounds check is needed.
const MOST_LOST: usize = BATCH.next_power_of_two();

/// The first step of a layer: removes the lost boards from its boards, and finds the afterstates of
/// the others.
struct FindAfterstates<'a, B: Representation> {
    game_tables: GameTables<'a, B>,
    index: &'a LayerIndex,
    bases: &'a BasesOf<B>,
    /// The only action that games take in each state; `None` if they take every action.
    chosen: Option<StoredActions<'a>>,
    /// The afterstates found so far.
    afterstates: SharedBits,
    /// The number of lost boards found so far.
    lost: AtomicU64,
    /// The least bit index of a board on which an action is allowed, but no chosen one;
    /// [`NO_BOARD`] if there is none so far.
    contradiction: AtomicU64,
}

/// A bit index of no board.
const NO_BOARD: u64 = u64::MAX;

impl<'a, B: Representation> FindAfterstates<'a, B> {
    fn new(
        game_tables: GameTables<'a, B>,
        index: &'a LayerIndex,
        bases: &'a BasesOf<B>,
        chosen: Option<StoredActions<'a>>,
    ) -> Result<Self, SolveError> {
        let afterstates = SharedBits::new(index.len())?;
        let (lost, contradiction) = (AtomicU64::new(0), AtomicU64::new(NO_BOARD));
        Ok(Self { game_tables, index, bases, chosen, afterstates, lost, contradiction })
    }

    /// Runs the step on `words`, the words of the bitmap of all boards of the layer. Returns the
    /// states, the words of the bitmap of their afterstates, and the number of lost boards.
    fn run(
        self,
        mut words: Array<u64>,
        buffer: &mut SuccessorBuffer<B::Code>,
        records_successors: bool,
    ) -> Result<(RankedBits, Array<u64>, u64), SolveError> {
        parallel::run(buffer.parts(&mut words, records_successors)?, &self);
        self.check(&words)?;
        let Self { afterstates, lost, .. } = self;
        let (states, afterstates) =
            parallel::both(|| RankedBits::new(words), || afterstates.into_words());
        Ok((states?, afterstates, lost.into_inner()))
    }

    /// Returns an error if a board had no chosen action that is allowed. `words` are the boards.
    fn check(&self, words: &[u64]) -> Result<(), Contradiction> {
        let Self { game_tables: GameTables { numbering, tables }, index, chosen, .. } = *self;
        let bit = self.contradiction.load(Ordering::Relaxed);
        if bit == NO_BOARD {
            return Ok(());
        }
        let parts = index.boards(numbering, words, 0).parts(bit);
        let state = CanonicalState::of(tables.board(tables.lines(parts))).0;
        Err(match chosen.and_then(|chosen| chosen.get(bit)) {
            Some(_) => Contradiction::NoState(state),
            None => Contradiction::Missing(state),
        })
    }

    /// The effects of the actions that games take on the board with a bit index.
    #[inline(always)]
    fn taken(&self, bit: u64, effects: MoveEffects) -> MoveEffects {
        let Some(chosen) = self.chosen else { return effects };
        let is_allowed = |action: &Action| effects.allows(action.index());
        match chosen.get(bit).filter(is_allowed) {
            Some(action) => effects.only(action.index()),
            None => {
                if !effects.is_lost() {
                    self.contradiction.fetch_min(bit, Ordering::Relaxed);
                }
                effects
            }
        }
    }
}

impl<B: Representation> ParallelTask<RecordingTask<'_, B::Code>> for FindAfterstates<'_, B> {
    #[inline(always)]
    fn run(&self, simd: impl Simd, (first_word, words, mut buffer): RecordingTask<'_, B::Code>) {
        let Self { game_tables: GameTables { numbering, tables }, index, .. } = *self;
        let setter = self.afterstates.setter();
        let mut lost = Array::default();
        let (slider, finder) = (tables.slider(B::HAS_FOURTH_LINE), self.bases.finder(numbering));
        let mut batch = Batch::new();
        let mut batch_lost = [0; MOST_LOST];
        let mut lines = [BoardLines::default(); BATCH];
        let mut codes = [B::Code::default(); 4 * BATCH];
        let mut effect_bits = [0; BATCH + 1];
        let mut boards = index.boards(numbering, words, first_word);
        while batch.fill(&mut boards) {
            let (mut code_count, mut state_count, mut lost_count) = (0, 0, 0);
            for (lines, &parts) in lines.iter_mut().zip(batch.parts()) {
                *lines = slider.lines(parts);
            }
            for (&bit, &lines) in batch.bits().iter().zip(&lines) {
                let effects = slider.effects(lines);
                // Each board is written to both arrays, but only one of the two counts increases.
                // The next board overwrites the other entry. This is faster than a branch.
                let is_lost = usize::from(effects.is_lost());
                batch_lost[lost_count % MOST_LOST] = bit;
                lost_count += is_lost;
                let effects = self.taken(bit, effects);
                effect_bits[state_count] = effects.bits;
                state_count += 1 - is_lost;
                let continuing = effects.continuing();
                let afterstates = slider.afterstates(simd, &effects);
                let compressed = B::Code::compress(simd, afterstates, continuing);
                codes[code_count..code_count + 4].copy_from_slice(&compressed);
                code_count += continuing.count_ones() as usize;
            }
            lost.extend_from_slice(&batch_lost[..lost_count]);
            let codes = &mut codes[..code_count];
            finder.replace_all(codes.iter_mut());
            let bits = &*codes;
            setter.set_all(bits.iter().map(|bit| bit.widen()));
            buffer.push(bits, &effect_bits[..state_count]);
        }
        // `boards` borrows the words, so the lost boards are removed after the loop.
        for &bit in lost.iter() {
            words[(bit / 64) as usize - first_word] &= !(1 << (bit % 64));
        }
        self.lost.fetch_add(lost.len() as u64, Ordering::Relaxed);
    }
}

/// The second step of a layer: places every random tile on every afterstate, and adds the resulting
/// boards to the two layers above.
struct AddSpawns<'a, B: Representation> {
    game_tables: GameTables<'a, B>,
    index: &'a LayerIndex,
    /// The words of the bitmap of the afterstates.
    afterstates: &'a [u64],
    /// The two layers above.
    open: &'a VecDeque<OpenLayer<B>>,
}

impl<B: Representation> ParallelTask<Range<usize>> for AddSpawns<'_, B> {
    #[inline(always)]
    fn run(&self, simd: impl Simd, range: Range<usize>) {
        let Self { game_tables: GameTables { numbering, tables }, index, afterstates, open } =
            *self;
        let spawner = tables.spawner();
        let above = [&open[0], &open[1]]
            .map(|layer| (layer.bases.finder(numbering), layer.boards.setter()));
        let mut boards = index.boards(numbering, &afterstates[range.clone()], range.start);
        let mut batch = Batch::new();
        let mut codes = [[B::Code::default(); 2]; SPAWN_BATCH * MOST_CELLS];
        while batch.fill(&mut boards) {
            for boards in batch.parts().chunks(SPAWN_BATCH) {
                let mut count = 0;
                for &parts in boards {
                    spawner.for_each(simd, parts, |pair| {
                        codes[count] = pair;
                        count += 1;
                    });
                }
                for (tile, (finder, setter)) in above.into_iter().enumerate() {
                    if tables.spawn_probabilities[tile] > 0.0 {
                        let codes = &mut codes[..count];
                        finder.replace_all(codes.iter_mut().map(|pair| &mut pair[tile]));
                        setter.set_all(codes.iter().map(|pair| pair[tile].widen()));
                    }
                }
            }
        }
    }
}

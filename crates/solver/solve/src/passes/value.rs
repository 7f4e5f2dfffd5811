//! The backward pass: computes the values of the states, layer by layer from the highest tile sum.
//!
//! For each layer, the pass first computes the values of the afterstates. They are expectations
//! over the random tile, from the values of the states in the two layers above. Then the value of
//! each state is the Bellman maximum over its actions.

use std::collections::VecDeque;
use std::ops::Range;

use mdp2048_model::Rewards;

use crate::allocate::{self, Array};
use crate::bits::ranked::{CountedBits, PairRanks, WordRanks};
use crate::index::layer::LayerIndex;
use crate::kernel::batches::{Batch, SPAWN_BATCH};
use crate::kernel::canonical::CanonicalActions;
use crate::kernel::spawns::MOST_CELLS;
use crate::lanes::{Code, Width};
use crate::parallel::{self, ParallelTask};
use crate::progress::{MemoryNeed, Phase, Progress, ProgressCallback, SolveError};
use crate::shards::exchange;
use crate::shards::peers::Peers;
use crate::store::layers::{BackwardCheckpoint, ReachTotals, Reached, Valued, ValuedStore};
use crate::store::successors::{ENDS_GAME, FIRST_AFTERSTATE, NOT_ALLOWED};
use crate::store::values::StoredValue;

use super::bellman::{BellmanMaximum, afterstate_value, game_end_value};
use super::layer_tables::{LayerOfAfterstates, LayerTables};
use super::reads::{read_above, read_afterstates};
use super::representation::{BasesOf, GameTables, Representation};

/// The values of the states of a layer, for look-ups by bit index. The number type `N` is a type
/// parameter, so that it is not tested at each look-up.
struct LayerLookup<'a, B: Representation, N> {
    bases: &'a BasesOf<B>,
    // Only one of the next two fields is used, see `Representation::COUNTS_EVERY_WORD`.
    pair_ranks: PairRanks<'a>,
    word_ranks: WordRanks<'a>,
    values: &'a [N],
}

// `Clone` and `Copy` are not derived, because the derived ones would require `B: Copy`.
impl<B: Representation, N> Clone for LayerLookup<'_, B, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B: Representation, N> Copy for LayerLookup<'_, B, N> {}

impl<'a, B: Representation, N: StoredValue> LayerLookup<'a, B, N> {
    fn new(layer: &'a Valued, tables: &'a LayerTables<B>) -> Self {
        Self {
            bases: &tables.bases,
            pair_ranks: layer.states.ranks(),
            word_ranks: WordRanks::new(layer.states.words(), &tables.before),
            values: N::of_layer(&layer.values),
        }
    }

    /// Returns the value of the board with a bit index, or `lost` if it is not a state.
    #[inline(always)]
    fn value_or(&self, bit: u64, lost: f64) -> f64 {
        let (rank, is_state) = if B::COUNTS_EVERY_WORD {
            self.word_ranks.find(bit)
        } else {
            self.pair_ranks.find(bit)
        };
        // The value is read in either case, so that there is no branch.
        let value = self.values[if is_state { rank } else { 0 }].get();
        if is_state { value } else { lost }
    }
}

/// Runs the backward pass: computes the values of all states. It takes each
/// [`Reached`] from a store and puts a [`Valued`] into it.
///
/// `memory` is the estimated peak of the memory, which is a part of each progress report.
///
/// # Errors
/// [`SolveError::Interrupted`] if `progress` breaks;
/// [`SolveError::TooManyBoards`] if a layer has too many afterstates; [`SolveError::Allocation`] if
/// memory cannot be allocated; errors of the store.
pub(crate) fn compute_values<B: Representation, N: StoredValue>(
    rewards: &Rewards,
    game_tables: GameTables<'_, B>,
    store: &mut dyn ValuedStore,
    peers: &mut dyn Peers,
    totals: ReachTotals,
    memory: MemoryNeed,
    progress: ProgressCallback<'_>,
) -> Result<(), SolveError> {
    let numbering = game_tables.numbering;
    let codes = numbering.codes;
    let BackwardCheckpoint { count: mut layers, mut states, layers: before } =
        store.backward_checkpoint(codes)?;
    // The two layers that were processed last; the last one is the first entry.
    let mut recent: VecDeque<(Valued, LayerTables<B>)> = VecDeque::new();
    for layer in before {
        let tables = LayerTables::new(numbering, &layer.index, &layer.states)?;
        recent.push_front((layer, tables));
    }
    let mut buffer = Array::default();
    let canonical = store.needs_actions().then(|| CanonicalActions::new(codes));
    while let Some(layer) = store.take_reached(codes)? {
        let half_sum = layer.index.half_sum();
        let is_shared = peers.count() > 1;
        let read = match is_shared {
            true => Some(read_above(peers, game_tables, rewards, &layer, &recent)?),
            false => None,
        };
        let above = [1, 2].map(|up| {
            let is_above = |layer: &Valued| layer.index.half_sum() == half_sum.plus(up);
            let mut layers = read.as_ref().unwrap_or(&recent).iter();
            let (layer, tables) = layers.find(|(layer, _)| is_above(layer))?;
            Some(LayerLookup::<B, N>::new(layer, tables))
        });
        let mut layer = value_afterstates(rewards, game_tables, above, layer, &mut buffer)?;
        drop(read);
        if is_shared {
            (layer, buffer) = read_afterstates(peers, game_tables, layer, &buffer)?;
        }
        // No other layer depends on the upper one of the two.
        if recent.len() == 2
            && let Some((layer, _)) = recent.pop_back()
        {
            store.put_valued(layer)?;
        }
        let Computed { layer, tables, actions } =
            value_states::<B, N>(rewards, game_tables, layer, &buffer, canonical.as_ref())?;
        recent.push_front((layer, tables));
        let saved: Vec<&Valued> = recent.iter().map(|(layer, _)| layer).collect();
        let layer = saved[0];
        let value_of = |code| layer.value(game_tables.numbering, code);
        store.record_valued(peers, &saved, actions, &value_of, codes)?;
        if !B::KEEPS_BUFFER {
            buffer = Array::default();
        }
        layers += 1;
        let [states_of_all] = exchange::sum_over_peers(peers, [layer.states.len()])?;
        states += states_of_all;
        let report = Progress {
            layers_in_all: Some(totals.layers),
            states_in_all: Some(totals.states),
            memory: Some(memory),
            ..Progress::new(Phase::Valuing, half_sum.tile_sum(), layers, states)
        };
        report.report(progress)?;
    }
    while let Some((layer, _)) = recent.pop_back() {
        store.put_valued(layer)?;
    }
    Ok(())
}

/// A layer whose values are computed.
struct Computed<B: Representation> {
    layer: Valued,
    tables: LayerTables<B>,
    /// The packed actions of the states; empty if they are not needed.
    actions: Array<u8>,
}

/// Computes the values of the afterstates of a layer, from the two layers above it. `buffer` is
/// used for them; its old contents are not read.
fn value_afterstates<B: Representation, N: StoredValue>(
    rewards: &Rewards,
    game_tables: GameTables<'_, B>,
    above: [Option<LayerLookup<'_, B, N>>; 2],
    layer: Reached,
    buffer: &mut Array<f64>,
) -> Result<LayerOfAfterstates<B>, SolveError> {
    let Reached { index, states, afterstates, successors } = layer;
    let afterstates = CountedBits::new(afterstates)?;
    let count = FIRST_AFTERSTATE + afterstates.len();
    if buffer.len() < count {
        // The old buffer is freed before the new one is allocated, and its contents are not copied.
        *buffer = Array::default();
        *buffer = allocate::zeroed(count)?;
    }
    let afterstate_values = &mut buffer[..count];
    afterstate_values[NOT_ALLOWED] = f64::NEG_INFINITY;
    afterstate_values[ENDS_GAME] = game_end_value(rewards);
    let expectations =
        AfterstateValues { rewards, game_tables, index: &index, afterstates: &afterstates, above };
    let before = |word| afterstates.before(word);
    let words = afterstates.words().len();
    let tasks = parallel::ranges_with(words, before, &mut afterstate_values[FIRST_AFTERSTATE..]);
    let make_tables = || LayerTables::new(game_tables.numbering, &index, &states);
    // The current thread allocates, as in the forward pass.
    let (tables, ()) = parallel::both(make_tables, || parallel::run(tasks, &expectations));
    let tables = tables?;
    Ok(LayerOfAfterstates { index, states, tables, afterstates, successors })
}

/// Computes the values of the states of a layer, from those of its afterstates.
fn value_states<B: Representation, N: StoredValue>(
    rewards: &Rewards,
    game_tables: GameTables<'_, B>,
    layer: LayerOfAfterstates<B>,
    afterstate_values: &[f64],
    canonical: Option<&CanonicalActions>,
) -> Result<Computed<B>, SolveError> {
    let LayerOfAfterstates { index, states, tables, afterstates, successors } = layer;
    let maximum = BellmanMaximum {
        rewards,
        game_tables,
        index: &index,
        bases: &tables.bases,
        states: &states,
        afterstates: &afterstates,
        afterstate_values,
        canonical,
    };
    let (values, actions) = maximum.values::<N>(successors)?;
    Ok(Computed { layer: Valued { index, states, values }, tables, actions })
}

/// Computes the values of the afterstates of a layer, see [`afterstate_value`].
struct AfterstateValues<'a, B: Representation, N> {
    rewards: &'a Rewards,
    game_tables: GameTables<'a, B>,
    index: &'a LayerIndex,
    afterstates: &'a CountedBits,
    above: [Option<LayerLookup<'a, B, N>>; 2],
}

impl<B: Representation, N: StoredValue> ParallelTask<(Range<usize>, &mut [f64])>
    for AfterstateValues<'_, B, N>
{
    #[inline(always)]
    fn run(&self, width: impl Width, (range, mut out): (Range<usize>, &mut [f64])) {
        let Self {
            rewards,
            game_tables: GameTables { numbering, tables },
            index,
            afterstates,
            above,
        } = *self;
        let lost = rewards.lost;
        let spawner = tables.spawner();
        let probabilities = tables.spawn_probabilities;
        let above = above.map(|layer| layer.map(|layer| (layer.bases.finder(numbering), layer)));
        let words = &afterstates.words()[range.clone()];
        let mut boards = index.boards(numbering, words, range.start);
        let mut batch = Batch::new();
        let mut codes = [[B::Code::default(); 2]; SPAWN_BATCH * MOST_CELLS];
        let mut values = [[0.0; 2]; SPAWN_BATCH * MOST_CELLS];
        let mut ends = [0; SPAWN_BATCH];
        while batch.fill(&mut boards) {
            for boards in batch.parts().chunks(SPAWN_BATCH) {
                let mut count = 0;
                for (&parts, end) in boards.iter().zip(&mut ends) {
                    spawner.for_each(width, parts, |pair| {
                        codes[count] = pair;
                        count += 1;
                    });
                    *end = count;
                }
                let (codes, values) = (&mut codes[..count], &mut values[..count]);
                for (tile, layer) in above.iter().enumerate() {
                    let probability = probabilities[tile];
                    if probability > 0.0 {
                        if let Some((finder, layer)) = layer {
                            finder.replace_all(codes.iter_mut().map(|pair| &mut pair[tile]));
                            for (value, pair) in values.iter_mut().zip(&*codes) {
                                value[tile] =
                                    probability * layer.value_or(pair[tile].widen(), lost);
                            }
                        } else {
                            values.iter_mut().for_each(|value| value[tile] = probability * lost);
                        }
                    }
                }
                let (expectations, unused) = out.split_at_mut(boards.len());
                out = unused;
                let mut begin = 0;
                for (expected, &end) in expectations.iter_mut().zip(&ends) {
                    let mut sum = 0.0;
                    for [two, four] in &values[begin..end] {
                        // If the probability of a tile is 0, its entries are 0.
                        sum = sum + two + four;
                    }
                    let mean = sum / f64::from((end - begin) as u32);
                    *expected = afterstate_value(rewards, mean);
                    begin = end;
                }
            }
        }
    }
}

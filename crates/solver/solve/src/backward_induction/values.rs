//! The backward pass: computes the values of the states, layer by layer from the highest tile sum.
//!
//! For each layer, the pass first computes the values of the afterstates. They are expectations
//! over the random tile, from the values of the states in the two layers above. Then the value of
//! each state is the Bellman maximum over its actions.

use std::collections::VecDeque;
use std::ops::Range;

use mdp2048_model::Rewards;

use crate::allocate::{self, Array};
use crate::bits::ranked::{CountedBits, RankedBits};
use crate::board_index::layer::LayerIndex;
use crate::kernel::batches::{Batch, SPAWN_BATCH};
use crate::kernel::canonical::CanonicalActions;
use crate::kernel::expectation::SpawnBatch;
use crate::kernel::lookup::{LookupTables, StateLookup};
use crate::parallel::{self, ParallelTask};
use crate::progress::{MemoryNeed, Phase, Progress, ProgressCallback, SolveError};
use crate::simd::Simd;
use crate::store::layers::{
    BackwardCheckpoint, BackwardLayer, ForwardLayer, ReachTotals, StoredActions, ValuedStore,
};
use crate::store::successors::{ENDS_GAME, FIRST_AFTERSTATE, NOT_ALLOWED, SuccessorIndices};
use crate::store::values::StoredValue;

use super::bellman::{BellmanMaximum, afterstate_value, game_end_value};
use crate::kernel::representation::{GameTables, Representation};

/// Runs the backward pass: computes the values of all states. It takes each
/// [`ForwardLayer`] from a store and puts a [`BackwardLayer`] into it.
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
    totals: ReachTotals,
    memory: MemoryNeed,
    progress: ProgressCallback<'_>,
) -> Result<(), SolveError> {
    let numbering = game_tables.numbering;
    let codes = numbering.codes;
    let BackwardCheckpoint { count: mut layers, mut states, layers: before } =
        store.backward_checkpoint(codes)?;
    // The two layers that were processed last; the last one is the first entry.
    let mut recent: VecDeque<(BackwardLayer, LookupTables<B>)> = VecDeque::new();
    for layer in before {
        let tables = LookupTables::new(numbering, &layer.index, &layer.states)?;
        recent.push_front((layer, tables));
    }
    let mut buffer = Array::default();
    let canonical = store.needs_actions().then(|| CanonicalActions::new(codes));
    while let Some(layer) = store.take_reached(codes)? {
        let half_sum = layer.index.half_sum();
        let above = [1, 2].map(|up| {
            let is_above = |layer: &BackwardLayer| layer.index.half_sum() == half_sum.plus(up);
            let (layer, tables) = recent.iter().find(|(layer, _)| is_above(layer))?;
            let values = N::of_layer(&layer.values);
            Some(tables.lookup(numbering, &layer.states, values))
        });
        let layer = value_afterstates(rewards, game_tables, above, layer, &mut buffer)?;
        // No other layer depends on the upper one of the two.
        if recent.len() == 2
            && let Some((layer, _)) = recent.pop_back()
        {
            store.put_valued(layer)?;
        }
        let actions = (store.chosen(half_sum)?, canonical.as_ref());
        let Computed { layer, tables, actions } =
            value_states::<B, N>(rewards, game_tables, layer, &buffer, actions)?;
        recent.push_front((layer, tables));
        let in_use: Vec<&BackwardLayer> = recent.iter().map(|(layer, _)| layer).collect();
        let layer = in_use[0];
        let value_of = |code| layer.value(game_tables.numbering, code);
        store.record_valued(&in_use, actions, &value_of, codes)?;
        if !B::KEEPS_BUFFER {
            buffer = Array::default();
        }
        layers += 1;
        states += layer.states.len();
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

/// A layer whose states are valued next.
struct LayerToValue<B: Representation> {
    index: LayerIndex,
    states: RankedBits,
    tables: LookupTables<B>,
    afterstates: CountedBits,
    successors: Option<SuccessorIndices>,
}

/// A layer whose values are computed.
struct Computed<B: Representation> {
    layer: BackwardLayer,
    tables: LookupTables<B>,
    /// The packed actions of the states; empty if they are not needed.
    actions: Array<u8>,
}

/// Computes the values of the afterstates of a layer, from the two layers above it. `buffer` is
/// used for them; its old contents are not read.
fn value_afterstates<B: Representation, N: StoredValue>(
    rewards: &Rewards,
    game_tables: GameTables<'_, B>,
    above: [Option<StateLookup<'_, B, N>>; 2],
    layer: ForwardLayer,
    buffer: &mut Array<f64>,
) -> Result<LayerToValue<B>, SolveError> {
    let ForwardLayer { index, states, afterstates, successors } = layer;
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
    let make_tables = || LookupTables::new(game_tables.numbering, &index, &states);
    // The current thread allocates, see `find_states`.
    let (tables, ()) = parallel::both(make_tables, || parallel::run(tasks, &expectations));
    let tables = tables?;
    Ok(LayerToValue { index, states, tables, afterstates, successors })
}

/// Computes the values of the states of a layer, from those of its afterstates. `chosen` are the
/// actions that are taken, if not all are, and `canonical` chooses among the best ones, if these
/// are needed.
fn value_states<B: Representation, N: StoredValue>(
    rewards: &Rewards,
    game_tables: GameTables<'_, B>,
    layer: LayerToValue<B>,
    afterstate_values: &[f64],
    (chosen, canonical): (Option<StoredActions<'_>>, Option<&CanonicalActions>),
) -> Result<Computed<B>, SolveError> {
    let LayerToValue { index, states, tables, afterstates, successors } = layer;
    let maximum = BellmanMaximum {
        rewards,
        game_tables,
        index: &index,
        bases: tables.bases(),
        states: &states,
        afterstates: &afterstates,
        afterstate_values,
        chosen,
        canonical,
    };
    let (values, actions) = maximum.values::<N>(successors)?;
    Ok(Computed { layer: BackwardLayer { index, states, values }, tables, actions })
}

/// Computes the values of the afterstates of a layer, see [`afterstate_value`].
struct AfterstateValues<'a, 'l, B: Representation, N> {
    rewards: &'a Rewards,
    game_tables: GameTables<'a, B>,
    index: &'a LayerIndex,
    afterstates: &'a CountedBits,
    above: [Option<StateLookup<'l, B, N>>; 2],
}

impl<B: Representation, N: StoredValue> ParallelTask<(Range<usize>, &mut [f64])>
    for AfterstateValues<'_, '_, B, N>
{
    #[inline(always)]
    fn run(&self, simd: impl Simd, (range, mut out): (Range<usize>, &mut [f64])) {
        let Self {
            rewards,
            game_tables: GameTables { numbering, tables },
            index,
            afterstates,
            above,
        } = *self;
        let spawner = tables.spawner();
        let words = &afterstates.words()[range.clone()];
        let mut boards = index.boards(numbering, words, range.start);
        let (mut batch, mut spawns) = (Batch::new(), SpawnBatch::new());
        while batch.fill(&mut boards) {
            for boards in batch.parts().chunks(SPAWN_BATCH) {
                let (values, unused) = out.split_at_mut(boards.len());
                out = unused;
                spawns.place(simd, &spawner, boards.iter().copied());
                let above = above.each_ref().map(Option::as_ref);
                spawns.look_up(tables.spawn_probabilities, above, rewards.lost, |_, _, _| ());
                spawns.means(|at, mean, _| values[at] = afterstate_value(rewards, mean));
            }
        }
    }
}

//! What the backward pass of one process reads of the shards of others, see
//! [`shards`](crate::shards).
//!
//! The process finds the boards of which it needs values as the forward pass does, and asks the
//! processes that hold them. Then it computes from the values as if it held these boards.

use std::collections::VecDeque;

use mdp2048_model::Rewards;

use crate::allocate::{self, Array};
use crate::bits::ranked::{CountedBits, RankedBits};
use crate::progress::SolveError;
use crate::shards::exchange::fetch;
use crate::shards::peers::Peers;
use crate::store::layers::{BackwardLayer, ForwardLayer};
use crate::store::successors::FIRST_AFTERSTATE;
use crate::store::values::{LayerValues, StoredValue};

use super::layer_tables::{LayerOfAfterstates, LayerTables};
use crate::kernel::representation::{GameTables, Representation};
use crate::reachability::states::{OpenLayer, afterstates_of, boards_above};

/// Layers with values and with their lookup tables.
type ValuedLayers<B> = VecDeque<(BackwardLayer, LayerTables<B>)>;

/// Returns of the layers above a layer the boards that follow the afterstates of this process, as
/// states with their values. Lost boards are among them, with the value of lost boards, which every
/// precision can represent. `held` are the shards of this process.
pub(super) fn read_above<B: Representation>(
    peers: &mut dyn Peers,
    game_tables: GameTables<'_, B>,
    rewards: &Rewards,
    layer: &ForwardLayer,
    held: &ValuedLayers<B>,
) -> Result<ValuedLayers<B>, SolveError> {
    let mut read = VecDeque::new();
    for OpenLayer { index, boards, .. } in
        boards_above(game_tables, &layer.index, &layer.afterstates)?
    {
        let is_same = |layer: &BackwardLayer| layer.index.half_sum() == index.half_sum();
        let Some((held, _)) = held.iter().find(|(layer, _)| is_same(layer)) else { continue };
        let words = boards.into_words();
        let lost = rewards.lost;
        let values = match &held.values {
            LayerValues::Double(_) => fetch_values::<f64>(peers, held, &words, lost)?,
            LayerValues::Single(_) => fetch_values::<f32>(peers, held, &words, lost)?,
        };
        let states = RankedBits::new(words)?;
        let tables = LayerTables::new(game_tables.numbering, &index, &states)?;
        read.push_back((BackwardLayer { index, states, values }, tables));
    }
    Ok(read)
}

fn fetch_values<N: StoredValue>(
    peers: &mut dyn Peers,
    held: &BackwardLayer,
    reads: &[u64],
    lost: f64,
) -> Result<LayerValues, SolveError> {
    let values = N::of_layer(&held.values);
    let value = |bit| held.states.rank(bit).map_or(N::nearest(lost), |rank| values[rank]);
    Ok(N::wrap(fetch(peers, &held.index, reads, value)?))
}

/// Returns the layer with the afterstates of the states of this process, and their values by
/// successor index. `values` are those of the afterstates of the shard of this process.
pub(super) fn read_afterstates<B: Representation>(
    peers: &mut dyn Peers,
    game_tables: GameTables<'_, B>,
    layer: LayerOfAfterstates<B>,
    values: &[f64],
) -> Result<(LayerOfAfterstates<B>, Array<f64>), SolveError> {
    let LayerOfAfterstates { index, states, tables, afterstates: held, .. } = layer;
    let (states, reads) = afterstates_of(game_tables, &index, &tables.bases, states.into_words())?;
    let ranks = held.ranks();
    let value = |bit| values[FIRST_AFTERSTATE + ranks.below(bit)];
    let fetched = fetch(peers, &index, &reads, value)?;
    let mut read = allocate::with_capacity(FIRST_AFTERSTATE + fetched.len())?;
    read.extend_from_slice(&values[..FIRST_AFTERSTATE]);
    read.extend_from_slice(&fetched);
    let afterstates = CountedBits::new(reads)?;
    Ok((LayerOfAfterstates { index, states, tables, afterstates, successors: None }, read))
}

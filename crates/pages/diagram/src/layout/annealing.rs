//! Simulated annealing of an order by swaps of neighbours.

use mdp2048_model::SplitMix64;

use super::layered_graph::LayeredGraph;
use super::order::VertexOrder;
use super::random::{MEAN_ONE, exponential};

/// The temperature of the first trial, relative to the mean absolute change of a swap: 1/4.
const FIRST_TEMPERATURE: u64 = MEAN_ONE / 4;

/// Simulated annealing: swaps random pairs of neighbours in a column, at first also for the worse,
/// with a temperature that falls linearly to zero. Leaves the best order found in `order`.
///
/// There are `trials_per_pair` trials for each pair of neighbours, and at most `max_trials`.
/// `crossings` are those of the order received; the result is those of the order left.
pub(crate) fn anneal(
    graph: &LayeredGraph,
    order: &mut VertexOrder,
    random: &mut SplitMix64,
    crossings: u64,
    trials_per_pair: usize,
    max_trials: usize,
) -> u64 {
    // Column and upper position of each pair of neighbours.
    let pairs: Vec<(u32, u32)> = (0..)
        .zip(order.columns())
        .flat_map(|(column, vertices)| (1..vertices.len() as u32).map(move |at| (column, at - 1)))
        .collect();
    if pairs.is_empty() {
        return crossings;
    }
    let total_change: u64 = pairs
        .iter()
        .map(|&(column, position)| {
            let pair = &order.columns()[column as usize][position as usize..];
            order.change_of_swap(graph, pair[0], pair[1]).unsigned_abs()
        })
        .sum();
    let first_temperature = total_change * FIRST_TEMPERATURE / pairs.len() as u64;
    let trials = trials_per_pair.saturating_mul(pairs.len()).min(max_trials);
    let mut current = crossings as i64;
    let mut best = (current, order.clone());
    for trial in 0..trials {
        let (column, position) = pairs[random.below(pairs.len())];
        let (column, position) = (column as usize, position as usize);
        let vertices = &order.columns()[column];
        let change = order.change_of_swap(graph, vertices[position], vertices[position + 1]);
        let remaining = (trials - trial) as u64;
        let temperature = first_temperature * remaining / trials as u64;
        if change <= 0 || change <= exponential(random, temperature) {
            order.swap(column, position);
            current += change;
            if current < best.0 {
                best = (current, order.clone());
            }
        }
    }
    *order = best.1;
    best.0 as u64
}

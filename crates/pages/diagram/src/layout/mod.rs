//! Layered layout of a graph whose columns are given (the method of Sugiyama, Tagawa and Toda).
//!
//! Two steps. [`find_order`] orders the vertices of each column so that few edges cross: sweeps
//! from several starting orders, then simulated annealing of the best ones. [`vertical_centres`]
//! computes coordinates that keep this order, by isotonic regression. Both use integers and
//! floating-point operations in a fixed order, so every platform gets the same drawing.
//!
//! Annealing is needed: dot leaves 37, 205, 131, 300, 202 and 9477 crossings in the six graphs of
//! `tests/diagram/layout.rs`, annealing 35, 196, 129, 296, 190 and 9400, and sweeps alone 41, 249,
//! 156, 415, 254 and 12027, with 128 starts instead of 8 still 41, 248, 156, 391, 245 and 11578.
//!
//! This module knows vertices, edges and heights. It does not know boards, actions or shapes.

mod annealing;
mod coordinates;
mod layered_graph;
mod order;
mod random;
mod sweep;

pub use coordinates::{Gaps, vertical_centres};
pub use layered_graph::LayeredGraph;
pub use order::VertexOrder;

use annealing::anneal;
use mdp2048_model::SplitMix64;
use random::shuffle;
use sweep::SortKey;

/// The numbers of starts and trials of the search, which takes some milliseconds.
struct SearchBudget {
    /// Number of starting orders, each of which is swept.
    starts: usize,
    /// Number of orders with the fewest crossings that are annealed.
    annealed: usize,
    /// Annealing trials for each pair of neighbouring positions.
    trials_per_pair: usize,
    /// Upper bound of the annealing trials of one order.
    max_trials: usize,
}

/// The budget for a graph with this number of vertices. Each round of the search takes time in
/// proportion to the graph.
const fn budget(vertices: usize) -> SearchBudget {
    if vertices > LARGE {
        SearchBudget { starts: 1, annealed: 1, trials_per_pair: 10, max_trials: 10_000 }
    } else {
        SearchBudget { starts: 8, annealed: 3, trials_per_pair: 1000, max_trials: 120_000 }
    }
}

/// Seed of the generator for shuffles and annealing. Any seed would do; this one is kept so that
/// drawings stay the same.
const SEED: u64 = 5;

/// Number of starts that use the order of the input, once per [`SortKey`]. The others are shuffled.
const UNSHUFFLED_STARTS: usize = 2;

/// The number of vertices above which the search makes one start only.
const LARGE: usize = 600;

/// Upper bound of the sweeps from one start. Sweeping stops earlier when it gains nothing.
const MAX_SWEEPS: usize = 24;

/// Returns an order of the vertices of each column in which few edges cross.
pub fn find_order(graph: &LayeredGraph) -> VertexOrder {
    let budget = budget(graph.vertices());
    let mut random = SplitMix64::new(SEED);
    let mut orders: Vec<(u64, VertexOrder)> = (0..budget.starts)
        .map(|start| {
            let mut order = VertexOrder::of(graph);
            if start >= UNSHUFFLED_STARTS {
                for column in 0..graph.columns().len() {
                    order.rearrange(column, |vertices, _| shuffle(&mut random, vertices));
                }
            }
            let key = if start % 2 == 0 { SortKey::Mean } else { SortKey::Median };
            (sweep::sweep(graph, &mut order, key, MAX_SWEEPS), order)
        })
        .collect();
    orders.sort_by_key(|order| order.0);
    orders.truncate(budget.annealed);
    for (crossings, order) in &mut orders {
        let (per_pair, most) = (budget.trials_per_pair, budget.max_trials);
        *crossings = anneal(graph, order, &mut random, *crossings, per_pair, most);
    }
    orders.sort_by_key(|order| order.0);
    orders.swap_remove(0).1
}

//! Local search on an order: sifting, and simulated annealing by swaps of neighbours.

use mdp2048_model::SplitMix64;

use super::layered_graph::LayeredGraph;
use super::order::VertexOrder;
use super::random::{MEAN_ONE, exponential};

/// Moves every vertex to the best position of its column (sifting; Matuszewski, Schönfeld and
/// Molitor, 1999), for at most `max_rounds` rounds and until a round gains nothing. Returns by how
/// much the number of crossings fell; it never rises.
pub(crate) fn sift(graph: &LayeredGraph, order: &mut VertexOrder, max_rounds: usize) -> u64 {
    let mut gained = 0;
    let mut imbalances = Imbalances::default();
    for _ in 0..max_rounds {
        let before = gained;
        for column in 0..order.columns().len() {
            for vertex in order.columns()[column].clone() {
                gained += sift_vertex(graph, order, column, vertex, &mut imbalances);
            }
        }
        if gained == before {
            break;
        }
    }
    gained
}

/// Moves one vertex to the best position of its column. Returns by how much the number of
/// crossings fell.
fn sift_vertex(
    graph: &LayeredGraph,
    order: &mut VertexOrder,
    column: usize,
    vertex: u32,
    imbalances: &mut Imbalances,
) -> u64 {
    let columns = order.columns();
    let vertices = &columns[column];
    let current = order.position(vertex) as usize;
    let left_size = column.checked_sub(1).map_or(0, |column| columns[column].len());
    let right_size = columns.get(column + 1).map_or(0, Vec::len);
    imbalances.left.fill(order, graph.left(vertex), left_size);
    imbalances.right.fill(order, graph.right(vertex), right_size);
    // The change in crossings when the vertex moves from directly below `other` to above it.
    let passing = |other: u32| {
        imbalances.left.sum(order, graph.left(other))
            + imbalances.right.sum(order, graph.right(other))
    };
    let mut best = (0, current);
    let mut change = 0;
    for position in (0..current).rev() {
        change += passing(vertices[position]);
        if change < best.0 {
            best = (change, position);
        }
    }
    change = 0;
    for (position, &other) in vertices.iter().enumerate().skip(current + 1) {
        change -= passing(other);
        if change < best.0 {
            best = (change, position);
        }
    }
    let (change, position) = best;
    if position != current {
        order.rearrange(column, |vertices, _| {
            if position < current {
                vertices[position..=current].rotate_right(1);
            } else {
                vertices[current..=position].rotate_left(1);
            }
        });
    }
    change.unsigned_abs()
}

/// The imbalances of one vertex on both sides; kept between vertices to reuse the buffers.
#[derive(Default)]
struct Imbalances {
    left: Imbalance,
    right: Imbalance,
}

/// For each position of a neighbouring column: the number of neighbours of one vertex below the
/// position minus the number above it.
#[derive(Default)]
struct Imbalance(Vec<i32>);

impl Imbalance {
    /// Counts the neighbours of a vertex in a column of `size` vertices.
    fn fill(&mut self, order: &VertexOrder, neighbours: &[u32], size: usize) {
        self.0.clear();
        self.0.resize(size, 0);
        for &neighbour in neighbours {
            self.0[order.position(neighbour) as usize] += 1;
        }
        let total = neighbours.len() as i32;
        let mut above = 0;
        for entry in &mut self.0 {
            let at_position = *entry;
            *entry = total - at_position - 2 * above;
            above += at_position;
        }
    }

    /// Returns the sum over some vertices of the column. For the neighbours of another vertex it
    /// is the change in crossings when the counted vertex moves from below to above that vertex.
    fn sum(&self, order: &VertexOrder, neighbours: &[u32]) -> i64 {
        neighbours.iter().map(|&it| i64::from(self.0[order.position(it) as usize])).sum()
    }
}

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

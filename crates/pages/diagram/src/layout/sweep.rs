//! Layer-by-layer sweeps: one column after another is sorted by the positions of its neighbours.

use super::layered_graph::LayeredGraph;
use super::order::VertexOrder;

/// Number of sweeps without a gain after which sweeping stops.
const MAX_FRUITLESS_SWEEPS: usize = 4;

/// The statistic of a vertex's neighbours by which the vertex is sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SortKey {
    /// The mean position (barycentre) of its neighbours (Sugiyama, Tagawa and Toda, 1981).
    Mean,
    /// The median position of its neighbours (Gansner, Koutsofios, North and Vo, 1993).
    Median,
}

/// The side of a column whose neighbours are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// Sweeps to the right and to the left alternately, at most `max_sweeps` times and until
/// [`MAX_FRUITLESS_SWEEPS`] sweeps in a row gain nothing. Leaves the best order found in `order`
/// and returns its crossings.
pub(crate) fn sweep(
    graph: &LayeredGraph,
    order: &mut VertexOrder,
    key: SortKey,
    max_sweeps: usize,
) -> u64 {
    let mut best = (order.crossings(graph), order.clone());
    let mut fruitless = 0;
    for round in 0..max_sweeps {
        let columns = order.columns().len();
        if round % 2 == 0 {
            (1..columns).for_each(|column| sort(graph, order, column, Side::Left, key));
        } else {
            let leftward = (0..columns.saturating_sub(1)).rev();
            leftward.for_each(|column| sort(graph, order, column, Side::Right, key));
        }
        let crossings = order.crossings(graph);
        fruitless += 1;
        if crossings < best.0 {
            best = (crossings, order.clone());
            fruitless = 0;
        }
        if fruitless == MAX_FRUITLESS_SWEEPS {
            break;
        }
    }
    *order = best.1;
    best.0
}

/// Sorts one column by the neighbours on one side.
///
/// Vertices without such neighbours keep their positions. Ties keep their order.
fn sort(graph: &LayeredGraph, order: &mut VertexOrder, column: usize, side: Side, key: SortKey) {
    order.rearrange(column, |vertices, positions| {
        let mut neighbour_positions = Vec::new();
        let mut keyed: Vec<_> = vertices
            .iter()
            .enumerate()
            .map(|(position, &vertex)| {
                let neighbours = match side {
                    Side::Left => graph.left(vertex),
                    Side::Right => graph.right(vertex),
                };
                neighbour_positions.clear();
                neighbour_positions.extend(neighbours.iter().map(|&it| positions[it as usize]));
                (key.of(&mut neighbour_positions), position, vertex)
            })
            .collect();
        keyed.retain(|entry| entry.0.is_some());
        // The positions that the sorted vertices share among them, ascending.
        let free: Vec<usize> = keyed.iter().map(|entry| entry.1).collect();
        keyed.sort_by(|a, b| {
            let (a_key, b_key) = (a.0.unwrap_or(0.0), b.0.unwrap_or(0.0));
            a_key.total_cmp(&b_key).then(a.1.cmp(&b.1))
        });
        for (&(_, _, vertex), &position) in keyed.iter().zip(&free) {
            vertices[position] = vertex;
        }
    });
}

impl SortKey {
    /// Returns the statistic of some positions, or `None` if there are none.
    fn of(self, positions: &mut [u32]) -> Option<f64> {
        let count = positions.len();
        if count == 0 {
            return None;
        }
        Some(match self {
            Self::Mean => positions.iter().map(|&it| f64::from(it)).sum::<f64>() / count as f64,
            Self::Median => {
                positions.sort_unstable();
                f64::from(positions[(count - 1) / 2] + positions[count / 2]) / 2.0
            }
        })
    }
}

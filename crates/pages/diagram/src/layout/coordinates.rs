//! Vertical coordinates that keep a given order.

use super::layered_graph::LayeredGraph;
use super::order::VertexOrder;

/// The least vertical distances between neighbours of a column, in units of the drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gaps {
    /// Between two nodes.
    pub between_nodes: f64,
    /// Between a node and an edge that passes it.
    pub node_to_edge: f64,
    /// Between two edges that pass side by side.
    pub between_edges: f64,
}

/// Number of passes over the columns. More passes change nothing that can be seen.
const PASSES: usize = 24;

/// Weight of the squared slope of an edge segment, by the number of its ends that are dummy nodes.
/// Segments between dummy nodes weigh most, so that long edges are straight.
const SLOPE_WEIGHTS: [f64; 3] = [1.0, 2.0, 8.0];

/// Weight of the current position of a vertex without neighbours.
const ISOLATED_WEIGHT: f64 = 0.1;

/// Returns the vertical centre of each vertex; the top edge of the highest one is at 0.
///
/// `heights` are those of the nodes; dummy nodes have none. The columns are processed one after
/// another. Each time the weighted sum of squared slopes of the segments at one column is
/// minimised, subject to the order and the gaps, with the other columns fixed. That is an isotonic
/// regression.
pub fn vertical_centres(
    graph: &LayeredGraph,
    order: &VertexOrder,
    heights: &[f64],
    gaps: Gaps,
) -> Vec<f64> {
    let half = |vertex: u32| heights.get(vertex as usize).map_or(0.0, |height| height / 2.0);
    let gap = |upper: u32, lower: u32| match (graph.is_dummy(upper), graph.is_dummy(lower)) {
        (false, false) => gaps.between_nodes,
        (true, true) => gaps.between_edges,
        _ => gaps.node_to_edge,
    };
    // The distance of each vertex from the first of its column when all gaps are the least.
    let mut offsets = vec![0.0; graph.vertices()];
    let mut centres = vec![0.0; graph.vertices()];
    for column in order.columns() {
        let mut offset = 0.0;
        for (position, &vertex) in column.iter().enumerate() {
            if position > 0 {
                let upper = column[position - 1];
                offset += half(upper) + gap(upper, vertex) + half(vertex);
            }
            offsets[vertex as usize] = offset;
        }
        for &vertex in column {
            centres[vertex as usize] = offsets[vertex as usize] - offset / 2.0;
        }
    }
    let count = order.columns().len();
    for pass in 0..PASSES {
        for step in 0..count {
            let column = if pass % 2 == 0 { step } else { count - 1 - step };
            move_column(graph, &order.columns()[column], &offsets, &mut centres);
        }
    }
    let top = |vertex: usize, centres: &[f64]| centres[vertex] - half(vertex as u32);
    let highest = (0..centres.len()).map(|vertex| top(vertex, &centres)).fold(f64::MAX, f64::min);
    centres.iter_mut().for_each(|centre| *centre -= highest);
    centres
}

/// Consecutive vertices of a column at the least distances from each other.
struct VertexBlock {
    /// The centre of its first vertex minus the offset of that vertex.
    position: f64,
    /// Sum of the weights of its vertices.
    weight: f64,
    /// The number of its vertices.
    count: usize,
}

/// Moves the vertices of a column to the weighted means of their neighbours, as far as the order
/// and the gaps allow. This is isotonic regression by pooling adjacent violators.
fn move_column(graph: &LayeredGraph, column: &[u32], offsets: &[f64], centres: &mut [f64]) {
    let mut blocks: Vec<VertexBlock> = Vec::with_capacity(column.len());
    for &vertex in column {
        let (mut sum, mut weight) = (0.0, 0.0);
        for &next in graph.left(vertex).iter().chain(graph.right(vertex)) {
            let dummies = usize::from(graph.is_dummy(vertex)) + usize::from(graph.is_dummy(next));
            sum += SLOPE_WEIGHTS[dummies] * centres[next as usize];
            weight += SLOPE_WEIGHTS[dummies];
        }
        let offset = offsets[vertex as usize];
        let mut block = if weight > 0.0 {
            VertexBlock { position: sum / weight - offset, weight, count: 1 }
        } else {
            let position = centres[vertex as usize] - offset;
            VertexBlock { position, weight: ISOLATED_WEIGHT, count: 1 }
        };
        while let Some(above) = blocks.pop_if(|above| above.position >= block.position) {
            let weight = above.weight + block.weight;
            let sum = above.position * above.weight + block.position * block.weight;
            block =
                VertexBlock { position: sum / weight, weight, count: above.count + block.count };
        }
        blocks.push(block);
    }
    let mut vertices = column.iter();
    for block in blocks {
        for &vertex in vertices.by_ref().take(block.count) {
            centres[vertex as usize] = block.position + offsets[vertex as usize];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAPS: Gaps = Gaps { between_nodes: 10.0, node_to_edge: 6.0, between_edges: 4.0 };

    #[test]
    fn a_long_edge_keeps_its_distance_from_the_nodes_it_passes() {
        // 0 -> 1 -> 3 with 2 beside 1, and the edge 0 -> 3 passes that column.
        let graph = LayeredGraph::new(&[0, 1, 1, 2], &[(0, 1), (1, 3), (0, 3), (0, 2)]);
        let order = VertexOrder::of(&graph);
        let centres = vertical_centres(&graph, &order, &[20.0; 4], GAPS);
        assert!((centres[2] - centres[1] - 30.0).abs() < 1e-9);
        assert!((centres[4] - centres[2] - 16.0).abs() < 1e-9);
        assert!(centres.iter().all(|&centre| centre >= 0.0));
    }

    #[test]
    fn a_path_of_single_nodes_is_level() {
        let graph = LayeredGraph::new(&[0, 1, 2], &[(0, 1), (1, 2)]);
        let centres = vertical_centres(&graph, &VertexOrder::of(&graph), &[20.0; 3], GAPS);
        assert_eq!(centres, [10.0; 3]);
    }
}

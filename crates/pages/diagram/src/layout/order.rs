//! The order of the vertices in each column, and the number of edge crossings in it.

use super::layered_graph::LayeredGraph;

/// An order of the vertices in each column, from top to bottom.
#[derive(Clone, Debug)]
pub struct VertexOrder {
    columns: Vec<Vec<u32>>,
    // The position of each vertex in its column; the inverse of `columns`.
    positions: Vec<u32>,
}

impl VertexOrder {
    /// The order in which the graph lists its vertices.
    pub(crate) fn of(graph: &LayeredGraph) -> Self {
        let positions = vec![0; graph.vertices()];
        let mut order = Self { columns: graph.columns().to_vec(), positions };
        for column in 0..order.columns.len() {
            order.update_positions(column);
        }
        order
    }

    /// The vertices of each column from top to bottom.
    pub fn columns(&self) -> &[Vec<u32>] {
        &self.columns
    }

    /// The position of a vertex in its column, from 0 at the top.
    pub(crate) fn position(&self, vertex: u32) -> u32 {
        self.positions[vertex as usize]
    }

    /// Permutes a column. The closure receives the vertices of the column and the positions of all
    /// vertices before the change.
    pub(crate) fn rearrange(&mut self, column: usize, change: impl FnOnce(&mut [u32], &[u32])) {
        change(&mut self.columns[column], &self.positions);
        self.update_positions(column);
    }

    /// Swaps the vertices at a position and the next.
    pub(crate) fn swap(&mut self, column: usize, position: usize) {
        let vertices = &mut self.columns[column];
        vertices.swap(position, position + 1);
        self.positions[vertices[position] as usize] = position as u32;
        self.positions[vertices[position + 1] as usize] = position as u32 + 1;
    }

    fn update_positions(&mut self, column: usize) {
        for (position, &vertex) in self.columns[column].iter().enumerate() {
            self.positions[vertex as usize] = position as u32;
        }
    }

    /// The number of pairs of edges that cross between neighbouring columns.
    pub fn crossings(&self, graph: &LayeredGraph) -> u64 {
        (1..self.columns.len()).map(|column| self.crossings_left_of(graph, column)).sum()
    }

    /// The number of crossings between a column and the one to its left, counted with an
    /// accumulator tree (Barth, Jünger and Mutzel, "Simple and efficient bilayer cross counting",
    /// 2002).
    fn crossings_left_of(&self, graph: &LayeredGraph, column: usize) -> u64 {
        let size = self.columns[column].len();
        // A Fenwick tree over the positions of `column`: the edges counted so far by their end.
        let mut tree = vec![0u32; size + 1];
        let (mut crossings, mut counted) = (0, 0);
        let mut ends = Vec::new();
        for &vertex in &self.columns[column - 1] {
            ends.clear();
            ends.extend(graph.right(vertex).iter().map(|&next| self.position(next) as usize));
            ends.sort_unstable();
            // The edges of one vertex do not cross each other, so all of them are counted before
            // any is entered.
            for &end in &ends {
                let mut at = end + 1;
                let mut not_below = 0;
                while at > 0 {
                    not_below += tree[at];
                    at &= at - 1;
                }
                crossings += u64::from(counted - not_below);
            }
            for &end in &ends {
                let mut at = end + 1;
                while at <= size {
                    tree[at] += 1;
                    at += at & at.wrapping_neg();
                }
            }
            counted += ends.len() as u32;
        }
        crossings
    }

    /// The change in crossings when `upper` and `lower`, which is directly below it, are swapped.
    pub(crate) fn change_of_swap(&self, graph: &LayeredGraph, upper: u32, lower: u32) -> i64 {
        self.change_on_one_side(graph.left(upper), graph.left(lower))
            + self.change_on_one_side(graph.right(upper), graph.right(lower))
    }

    /// The part of [`Self::change_of_swap`] that is due to the neighbours on one side.
    fn change_on_one_side(&self, of_upper: &[u32], of_lower: &[u32]) -> i64 {
        let mut change = 0;
        for &a in of_upper {
            let a = self.position(a);
            for &b in of_lower {
                let b = self.position(b);
                // The two edges cross after the swap if a < b, and before it if a > b.
                change += i64::from(a < b) - i64::from(a > b);
            }
        }
        change
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mdp2048_model::SplitMix64;

    use crate::layout::random::shuffle;

    #[test]
    fn the_tree_and_a_comparison_of_all_pairs_count_the_same_crossings() {
        let mut random = SplitMix64::new(3);
        for _ in 0..50 {
            let columns: Vec<_> = (0..20).map(|_| random.below(4)).collect();
            let mut edges: Vec<_> = (0..60)
                .map(|_| (random.below(20), random.below(20)))
                .filter(|&(from, to)| columns[from] < columns[to])
                .collect();
            edges.sort_unstable();
            edges.dedup();
            let graph = LayeredGraph::new(&columns, &edges);
            let mut order = VertexOrder::of(&graph);
            for column in 0..order.columns.len() {
                order.rearrange(column, |vertices, _| shuffle(&mut random, vertices));
            }
            let paths = (0..edges.len()).map(|edge| graph.path(edge));
            let steps: Vec<_> = paths.flat_map(|path| path.windows(2)).collect();
            let mut crossings = 0;
            for (at, a) in steps.iter().enumerate() {
                for b in &steps[..at] {
                    let compare = |end: usize| order.position(a[end]).cmp(&order.position(b[end]));
                    let same_columns = graph.column_of(a[0]) == graph.column_of(b[0]);
                    let crossed = compare(0).is_ne() && compare(0).reverse() == compare(1);
                    crossings += u64::from(same_columns && crossed);
                }
            }
            assert_eq!(order.crossings(&graph), crossings);
            // A swap changes the count by the number that `change_of_swap` returned.
            let column = (0..order.columns.len()).find(|&at| order.columns[at].len() > 1);
            if let Some(column) = column {
                let (upper, lower) = (order.columns[column][0], order.columns[column][1]);
                let change = order.change_of_swap(&graph, upper, lower);
                order.swap(column, 0);
                assert_eq!(order.crossings(&graph) as i64 - crossings as i64, change);
            }
        }
    }
}

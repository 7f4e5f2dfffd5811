//! A graph in columns whose edges each lead from one column to the next.

/// Vertices in columns, and edges between neighbouring columns.
///
/// The first vertices are the nodes of the input. The others are dummy nodes: an edge that spans
/// several columns gets one in every column between its ends.
#[derive(Clone, Debug)]
pub struct LayeredGraph {
    nodes: usize,
    columns: Vec<Vec<u32>>,
    // The column of each vertex.
    column: Vec<u32>,
    // Neighbours of each vertex in the column to its left and to its right.
    left: Adjacency,
    right: Adjacency,
    // For each edge of the input the vertices on it, both ends included.
    paths: Vec<Vec<u32>>,
}

/// Adjacency lists of all vertices in one array.
#[derive(Clone, Debug)]
struct Adjacency {
    // The list of vertex v is `neighbours[starts[v]..starts[v + 1]]`.
    starts: Vec<u32>,
    neighbours: Vec<u32>,
}

impl Adjacency {
    fn new(vertices: usize, mut pairs: Vec<(u32, u32)>) -> Self {
        pairs.sort_unstable();
        let mut starts = vec![0u32; vertices + 1];
        for &(from, _) in &pairs {
            starts[from as usize + 1] += 1;
        }
        for at in 0..vertices {
            starts[at + 1] += starts[at];
        }
        Self { starts, neighbours: pairs.into_iter().map(|(_, to)| to).collect() }
    }

    fn of(&self, vertex: u32) -> &[u32] {
        let at = vertex as usize;
        &self.neighbours[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

impl LayeredGraph {
    /// Builds a graph from the column of each node and the edges between nodes.
    ///
    /// # Panics
    /// If an edge does not lead to a later column.
    pub fn new(columns_of_nodes: &[usize], edges: &[(usize, usize)]) -> Self {
        let count = columns_of_nodes.iter().max().map_or(0, |last| last + 1);
        let mut columns = vec![Vec::new(); count];
        let mut column = Vec::with_capacity(columns_of_nodes.len());
        for &at in columns_of_nodes {
            columns[at].push(column.len() as u32);
            column.push(at as u32);
        }
        let mut rightward = Vec::new();
        let mut paths = Vec::with_capacity(edges.len());
        for &(from, to) in edges {
            let (first, last) = (columns_of_nodes[from], columns_of_nodes[to]);
            assert!(first < last, "an edge leads to a later column");
            let mut path = vec![from as u32];
            for (at, vertices) in columns.iter_mut().enumerate().take(last).skip(first + 1) {
                path.push(column.len() as u32);
                vertices.push(column.len() as u32);
                column.push(at as u32);
            }
            path.push(to as u32);
            rightward.extend(path.windows(2).map(|step| (step[0], step[1])));
            paths.push(path);
        }
        let leftward = rightward.iter().map(|&(from, to)| (to, from)).collect();
        Self {
            nodes: columns_of_nodes.len(),
            columns,
            left: Adjacency::new(column.len(), leftward),
            right: Adjacency::new(column.len(), rightward),
            column,
            paths,
        }
    }

    /// The vertices of each column: nodes and dummy nodes.
    pub fn columns(&self) -> &[Vec<u32>] {
        &self.columns
    }

    /// The number of vertices: nodes and dummy nodes.
    pub const fn vertices(&self) -> usize {
        self.column.len()
    }

    /// Whether a vertex is a dummy node.
    pub const fn is_dummy(&self, vertex: u32) -> bool {
        vertex as usize >= self.nodes
    }

    /// The vertices on an edge from left to right, both ends included.
    pub fn path(&self, edge: usize) -> &[u32] {
        &self.paths[edge]
    }

    /// The column of a vertex.
    pub(crate) fn column_of(&self, vertex: u32) -> usize {
        self.column[vertex as usize] as usize
    }

    /// The neighbours of a vertex in the column to its left.
    pub(crate) fn left(&self, vertex: u32) -> &[u32] {
        self.left.of(vertex)
    }

    /// The neighbours of a vertex in the column to its right.
    pub(crate) fn right(&self, vertex: u32) -> &[u32] {
        self.right.of(vertex)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_edge_gets_a_dummy_node_in_every_column_between_its_ends() {
        let graph = LayeredGraph::new(&[0, 1, 3], &[(0, 1), (0, 2), (1, 2)]);
        assert_eq!(graph.vertices(), 6);
        assert_eq!(graph.columns(), [vec![0], vec![1, 3], vec![4, 5], vec![2]]);
        assert_eq!(graph.path(1), [0, 3, 4, 2]);
        assert_eq!((graph.left(2), graph.right(0)), (&[4, 5][..], &[1, 3][..]));
        assert!(graph.is_dummy(3) && !graph.is_dummy(2));
    }
}

//! The graph as the layout sees it: vertices in columns, and edges from each column to the next.

/// Vertices in columns. The first are the nodes; the others are bends, one for each column that an
/// edge passes on its way.
#[derive(Clone, Debug)]
pub struct Net {
    nodes: usize,
    columns: Vec<Vec<u32>>,
    // Column of each vertex.
    column: Vec<u32>,
    // Neighbours in the column before and after.
    before: Neighbours,
    after: Neighbours,
    // The vertices of each edge from end to end, nodes included.
    chains: Vec<Vec<u32>>,
}

/// The neighbours of every vertex on one side.
#[derive(Clone, Debug)]
struct Neighbours {
    starts: Vec<u32>,
    list: Vec<u32>,
}

impl Neighbours {
    fn new(vertices: usize, mut pairs: Vec<(u32, u32)>) -> Self {
        pairs.sort_unstable();
        let mut starts = vec![0u32; vertices + 1];
        for &(from, _) in &pairs {
            starts[from as usize + 1] += 1;
        }
        for at in 0..vertices {
            starts[at + 1] += starts[at];
        }
        Self { starts, list: pairs.into_iter().map(|(_, to)| to).collect() }
    }

    fn of(&self, vertex: u32) -> &[u32] {
        let at = vertex as usize;
        &self.list[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

impl Net {
    /// A graph from the column of each node and its edges, each from a column to a later one.
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
        let mut forth = Vec::new();
        let mut chains = Vec::with_capacity(edges.len());
        for &(from, to) in edges {
            let (first, last) = (columns_of_nodes[from], columns_of_nodes[to]);
            assert!(first < last, "an edge leads to a later column");
            let mut chain = vec![from as u32];
            for (at, vertices) in columns.iter_mut().enumerate().take(last).skip(first + 1) {
                chain.push(column.len() as u32);
                vertices.push(column.len() as u32);
                column.push(at as u32);
            }
            chain.push(to as u32);
            forth.extend(chain.windows(2).map(|step| (step[0], step[1])));
            chains.push(chain);
        }
        let back = forth.iter().map(|&(from, to)| (to, from)).collect();
        Self {
            nodes: columns_of_nodes.len(),
            columns,
            before: Neighbours::new(column.len(), back),
            after: Neighbours::new(column.len(), forth),
            column,
            chains,
        }
    }

    /// The vertices of each column, nodes and bends.
    pub fn columns(&self) -> &[Vec<u32>] {
        &self.columns
    }

    /// How many vertices there are, nodes and bends.
    pub const fn vertices(&self) -> usize {
        self.column.len()
    }

    /// Whether a vertex is a bend of an edge.
    pub const fn is_bend(&self, vertex: u32) -> bool {
        vertex as usize >= self.nodes
    }

    /// The vertices of an edge from end to end, nodes included.
    pub fn chain(&self, edge: usize) -> &[u32] {
        &self.chains[edge]
    }

    pub(crate) fn column_of(&self, vertex: u32) -> usize {
        self.column[vertex as usize] as usize
    }

    pub(crate) fn before(&self, vertex: u32) -> &[u32] {
        self.before.of(vertex)
    }

    pub(crate) fn after(&self, vertex: u32) -> &[u32] {
        self.after.of(vertex)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_edges_get_a_bend_in_every_column_they_pass() {
        let net = Net::new(&[0, 1, 3], &[(0, 1), (0, 2), (1, 2)]);
        assert_eq!(net.vertices(), 6);
        assert_eq!(net.columns(), [vec![0], vec![1, 3], vec![4, 5], vec![2]]);
        assert_eq!(net.chain(1), [0, 3, 4, 2]);
        assert_eq!((net.before(2), net.after(0)), (&[4, 5][..], &[1, 3][..]));
        assert!(net.is_bend(3) && !net.is_bend(2));
    }
}

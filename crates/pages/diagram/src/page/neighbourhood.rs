//! The predecessors and successors of a node.

use crate::{Edge, EdgeEnd, Figure, NodeRole};

/// A node with its predecessors and successors, and the edges that connect it to them.
#[derive(Clone, Debug, PartialEq)]
pub struct Neighbourhood {
    /// For each node of the figure, whether it belongs to the neighbourhood.
    pub nodes: Vec<bool>,
    /// For each edge of the figure, whether it belongs to the neighbourhood.
    pub edges: Vec<bool>,
}

/// The direction in which edges are followed.
#[derive(Clone, Copy)]
enum Direction {
    Forward,
    Backward,
}

impl Neighbourhood {
    /// The neighbourhood of a node along visible edges. Where a neighbour is an afterstate, the
    /// states beyond it belong to the neighbourhood too.
    pub(crate) fn of(figure: &Figure, node: usize, is_visible: impl Fn(&Edge) -> bool) -> Self {
        let mut neighbourhood =
            Self { nodes: vec![false; figure.nodes.len()], edges: vec![false; figure.edges.len()] };
        neighbourhood.nodes[node] = true;
        neighbourhood.add_neighbours(figure, node, &is_visible, Direction::Forward);
        neighbourhood.add_neighbours(figure, node, &is_visible, Direction::Backward);
        neighbourhood
    }

    /// Adds the predecessors or the successors of a node, and the edges to or from them.
    fn add_neighbours(
        &mut self,
        figure: &Figure,
        node: usize,
        is_visible: &impl Fn(&Edge) -> bool,
        direction: Direction,
    ) {
        let edges = figure.edges.iter().enumerate();
        for (index, edge) in edges.filter(|(_, edge)| is_visible(edge)) {
            let (start, neighbour) = match (edge.to, direction) {
                (EdgeEnd::Node(to), Direction::Forward) => (edge.from, Some(to)),
                (EdgeEnd::Node(to), Direction::Backward) => (to, Some(edge.from)),
                (EdgeEnd::Stub(_), Direction::Forward) => (edge.from, None),
                (EdgeEnd::Stub(_), Direction::Backward) => continue,
            };
            if start != node {
                continue;
            }
            self.edges[index] = true;
            let Some(neighbour) = neighbour else { continue };
            self.nodes[neighbour] = true;
            if figure.nodes[neighbour].role == NodeRole::Afterstate {
                self.add_neighbours(figure, neighbour, is_visible, direction);
            }
        }
    }
}

//! Moving the focus from node to node with the arrow keys.

use crate::{Edge, EdgeEnd};

use crate::page::Drawing;

/// An arrow key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrowKey {
    /// To a predecessor.
    Left,
    /// To a successor.
    Right,
    /// Up in the column.
    Up,
    /// Down in the column.
    Down,
}

/// The node that an arrow key leads to; `None` if there is none in that direction.
///
/// Left and right follow the visible edge of the policy's action, else of a best action, else of
/// any action, and among these the most probable edge. Up and down go to the next node of the
/// column.
pub(crate) fn next_node(
    drawing: &Drawing,
    node: usize,
    key: ArrowKey,
    is_visible: impl Fn(&Edge) -> bool,
) -> Option<usize> {
    let figure = &drawing.figure;
    let edges = figure.edges.iter().filter(|edge| is_visible(edge));
    match key {
        ArrowKey::Right => {
            let outgoing = edges.filter(|edge| edge.from == node);
            most_preferred(outgoing.filter_map(|edge| Some((edge, edge.to.node()?))))
        }
        ArrowKey::Left => {
            let incoming = edges.filter(|edge| edge.to == EdgeEnd::Node(node));
            most_preferred(incoming.map(|edge| (edge, edge.from)))
        }
        ArrowKey::Up | ArrowKey::Down => {
            let y = |node: usize| drawing.board_area(node).y;
            let nodes = &figure.nodes;
            let column = nodes[node].column;
            let is_beyond = |other: usize| match key {
                ArrowKey::Up => y(other) < y(node),
                _ => y(other) > y(node),
            };
            let distance = |other: usize| (y(other) - y(node)).abs();
            (0..nodes.len())
                .filter(|&other| nodes[other].column == column && other != node)
                .filter(|&other| is_beyond(other))
                .min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
        }
    }
}

/// The node whose edge is preferred: the policy's action before a best action, then the more
/// probable edge, then the node with the smaller index.
fn most_preferred<'a>(candidates: impl Iterator<Item = (&'a Edge, usize)>) -> Option<usize> {
    let preferred = candidates.max_by(|(a, node_a), (b, node_b)| {
        (a.is_taken, a.is_best)
            .cmp(&(b.is_taken, b.is_best))
            .then(a.probability.total_cmp(&b.probability))
            .then(node_b.cmp(node_a))
    });
    preferred.map(|(_, node)| node)
}

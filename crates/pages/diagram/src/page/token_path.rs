//! The path of the token through the drawing.

use crate::{Edge, EdgeEnd, Ending, Figure, Frame, NodeRole};
use mdp2048_model::Status;
use mdp2048_rules::{Board, CanonicalState};

use crate::page::{Drawing, Settings, Walk};

/// The position of the token in the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenPosition {
    /// At the node with this index.
    Node(usize),
    /// At the label of the stub with this edge index: the last action has ended the game.
    Stub(usize),
}

/// The nodes and edges that a walk has visited up to its cursor.
#[derive(Clone, Debug, PartialEq)]
pub struct TokenPath {
    /// For each node of the figure, whether the walk visited it.
    pub nodes: Vec<bool>,
    /// For each edge of the figure, whether the walk followed it.
    pub edges: Vec<bool>,
    /// The position of the token; `None` if the drawing does not contain the board of the walk.
    pub token: Option<TokenPosition>,
}

impl TokenPath {
    /// The path of a walk in a drawing.
    pub fn of(walk: &Walk, drawing: &Drawing, settings: &Settings) -> Self {
        let figure = &drawing.figure;
        let mut path = Self {
            nodes: vec![false; figure.nodes.len()],
            edges: vec![false; figure.edges.len()],
            token: None,
        };
        let state = |board: Board| drawing.state(settings.frame.board(board));
        let first = walk.steps().next().map_or(walk.board(), |(board, _, _)| board);
        path.visit_node(state(first));
        for (board, action, next) in walk.steps() {
            path.token = None;
            let Some(from) = state(board) else { continue };
            let action = match settings.frame {
                Frame::Canonical => CanonicalState::of(board).1.action(action),
                Frame::Shown => action,
            };
            let ports = &figure.nodes[from].ports;
            let port = ports.iter().position(|port| port.actions.contains(&action));
            let result = match settings.game.status(next) {
                Status::Playing => StepResult::State(state(next)),
                Status::Won => StepResult::End(Ending::Win),
                Status::Lost => StepResult::End(Ending::Lose),
            };
            path.follow(figure, from, port, result);
        }
        path
    }

    /// Visits the edge from a port to the result, or the two edges through an afterstate.
    fn follow(&mut self, figure: &Figure, from: usize, port: Option<usize>, result: StepResult) {
        let edges = || figure.edges.iter().enumerate();
        for (index, edge) in edges().filter(|(_, it)| it.from == from && it.port == port) {
            if result.is_target_of(figure, edge) {
                return self.visit_edge(index, edge);
            }
            let EdgeEnd::Node(middle) = edge.to else { continue };
            if figure.nodes[middle].role != NodeRole::Afterstate {
                continue;
            }
            let second =
                edges().find(|(_, it)| it.from == middle && result.is_target_of(figure, it));
            if let Some((second_index, second_edge)) = second {
                self.visit_edge(index, edge);
                return self.visit_edge(second_index, second_edge);
            }
        }
    }

    /// Marks an edge and its target as visited, and moves the token to the target.
    fn visit_edge(&mut self, index: usize, edge: &Edge) {
        self.edges[index] = true;
        match edge.to {
            EdgeEnd::Node(node) => self.visit_node(Some(node)),
            EdgeEnd::Stub(_) => self.token = Some(TokenPosition::Stub(index)),
        }
    }

    /// Marks a node as visited, and moves the token to it. Does nothing without a node.
    fn visit_node(&mut self, node: Option<usize>) {
        if let Some(node) = node {
            self.nodes[node] = true;
            self.token = Some(TokenPosition::Node(node));
        }
    }
}

/// The result of an action and a random tile.
#[derive(Clone, Copy)]
enum StepResult {
    /// A state: the index of its node, if the drawing contains it.
    State(Option<usize>),
    /// The end of the game.
    End(Ending),
}

impl StepResult {
    /// Whether the edge leads to this result without an afterstate between.
    fn is_target_of(self, figure: &Figure, edge: &Edge) -> bool {
        match self {
            Self::State(state) => state.is_some_and(|state| edge.to == EdgeEnd::Node(state)),
            Self::End(ending) => {
                let leads_to_afterstate = matches!(edge.to, EdgeEnd::Node(node)
                    if figure.nodes[node].role == NodeRole::Afterstate);
                !leads_to_afterstate && figure.ending_of(edge) == Some(ending)
            }
        }
    }
}

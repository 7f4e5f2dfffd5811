//! The figure of one state: its actions, their afterstates and the successors of these.

use std::collections::BTreeMap;

use mdp2048_model::{Game, MoveResult, Status};
use mdp2048_rules::{Action, Board, CanonicalState, Shape};
use thiserror::Error;

use crate::enumerate::{grouped_moves, merged_spawns};
use crate::figure::{Edge, EdgeEnd, Figure, Node, NodeRole, Port};
use crate::graph::{Ending, Frame, Grouping};

/// Why there is no figure of a state.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum StateFigureError {
    /// The board has another shape than the game.
    #[error("the position is {found}, but the game is {expected}: give a {expected} position")]
    Shape {
        /// The shape of the board.
        found: Shape,
        /// The shape of the game.
        expected: Shape,
    },
    /// The game has ended on this board.
    #[error(
        "nothing follows the position {board}: it is {}, so choose one with something left to \
         decide",
        if *ending == Ending::Win { "won" } else { "lost" }
    )]
    Over {
        /// The board.
        board: Board,
        /// How the game has ended.
        ending: Ending,
    },
}

/// The columns of the state, the afterstates and the successors.
const STATE: usize = 0;
const AFTERSTATES: usize = 1;
const SUCCESSORS: usize = 2;

/// The labels of the columns.
const LABELS: [&str; 3] = ["state", "afterstates", "next states"];

/// The labels of the columns of successors by a random 2 and by a random 4.
const SPLIT_LABELS: [&str; 2] = ["after a 2", "after a 4"];

impl Figure {
    /// Builds the figure of a state with its afterstates and successors. The game need not reach
    /// the state.
    ///
    /// # Errors
    /// [`StateFigureError`] if the board has another shape than the game, or if the game has ended
    /// on it.
    pub fn of_state(
        game: &Game,
        board: Board,
        frame: Frame,
        grouping: Grouping,
    ) -> Result<Self, StateFigureError> {
        if board.shape() != game.shape() {
            return Err(StateFigureError::Shape { found: board.shape(), expected: game.shape() });
        }
        match game.status(board) {
            Status::Playing => {}
            Status::Won => return Err(StateFigureError::Over { board, ending: Ending::Win }),
            Status::Lost => return Err(StateFigureError::Over { board, ending: Ending::Lose }),
        }
        let board = frame.board(board);
        let moves = grouped_moves(game, frame, grouping, board);
        let mut nodes = vec![state_node(game, board, &moves)];
        let mut edges = Vec::new();
        let mut indices = BTreeMap::new();
        for (port, &(_, result)) in moves.iter().enumerate() {
            let after = frame.board(result.after.board());
            let is_new = !indices.contains_key(&(AFTERSTATES, after));
            let role = NodeRole::Afterstate;
            let afterstate = find_or_add(&mut nodes, &mut indices, after, role, AFTERSTATES);
            edges.push(Edge::new(0, Some(port), EdgeEnd::Node(afterstate), 1.0, false));
            if result.wins {
                nodes[afterstate].ending = Some(Ending::Win);
            }
            if !is_new {
                continue;
            }
            let successors = merged_spawns(game, result, |next| frame.board(next));
            for (next, (probability, only_four)) in successors {
                let role = NodeRole::State;
                let successor = find_or_add(&mut nodes, &mut indices, next, role, SUCCESSORS);
                if game.status(next) == Status::Lost {
                    nodes[successor].ending = Some(Ending::Lose);
                }
                let to = EdgeEnd::Node(successor);
                edges.push(Edge::new(afterstate, None, to, probability, only_four));
            }
        }
        let columns = nodes.iter().map(|node| node.column + 1).max().unwrap_or(0);
        Ok(Self {
            valued_game: (*game).into(),
            title: format!("{game}: the state {board}"),
            summary: "A state, its actions, their afterstates, and what the random tile makes of \
                      them with these probabilities."
                .to_owned(),
            axis: "",
            columns: LABELS[..columns].iter().map(|&label| label.to_owned()).collect(),
            nodes,
            edges,
            is_single_state: true,
            is_narrow: false,
            is_flow: false,
        })
    }

    /// Puts the successors by a random 4 into a column of their own, so that the drawing of a state
    /// is lower.
    pub(crate) fn split_successors(&mut self) {
        let sum = |node: &Node| node.board.map(|board| board.tile_sum());
        let successors = self.nodes.iter_mut().filter(|node| node.column == SUCCESSORS);
        let least = successors.filter_map(|node| sum(node)).min();
        for node in self.nodes.iter_mut().filter(|it| it.column == SUCCESSORS && sum(it) > least) {
            node.column += 1;
            self.columns.truncate(SUCCESSORS);
            self.columns.extend(SPLIT_LABELS.map(str::to_owned));
        }
    }
}

/// The node of the state itself.
fn state_node(game: &Game, board: Board, moves: &[(Vec<Action>, MoveResult)]) -> Node {
    let (canonical, _) = CanonicalState::of(board);
    let starts = game.starts();
    let start = starts.iter().find(|start| start.state == canonical);
    let is_allowed = |action: &Action| moves.iter().any(|(actions, _)| actions.contains(action));
    let port = |(actions, _): &(Vec<Action>, MoveResult)| Port {
        actions: actions.clone(),
        value: None,
        is_best: false,
        is_taken: false,
        is_shown: true,
    };
    Node {
        start: start.map_or(0.0, |start| start.probability),
        ports: moves.iter().map(port).collect(),
        blocked: Action::ALL.into_iter().filter(|action| !is_allowed(action)).collect(),
        ..Node::new(format!("s{}", board.hex()), NodeRole::State, Some(board), STATE)
    }
}

/// Returns the index of a board's node in a column; adds the node if there is none.
fn find_or_add(
    nodes: &mut Vec<Node>,
    indices: &mut BTreeMap<(usize, Board), usize>,
    board: Board,
    role: NodeRole,
    column: usize,
) -> usize {
    *indices.entry((column, board)).or_insert_with(|| {
        let letter = if role == NodeRole::Afterstate { 'a' } else { 's' };
        let id = format!("{letter}{}", board.hex());
        nodes.push(Node::new(id, role, Some(board), column));
        nodes.len() - 1
    })
}

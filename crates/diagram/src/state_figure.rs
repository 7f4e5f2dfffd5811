//! The figure of one state: its actions, their afterstates, and what the random tile makes of them.

use std::collections::BTreeMap;

use mdp2048_model::{Game, MoveResult, Status};
use mdp2048_rules::{Action, Board, CanonicalState, Shape};
use thiserror::Error;

use crate::enumerate::{choices, is_four, spawns};
use crate::figure::{Column, Edge, EdgeEnd, Figure, Node, NodeRole, Port};
use crate::graph::{Ending, Frame, Grouping};
use crate::graph_figure::bare;

/// Why there is nothing to draw of a board.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum StateFigureError {
    /// The board is of another shape than the game's.
    #[error("the position is {found}, but the game is {expected}: give a {expected} position")]
    Shape {
        /// The shape of the board.
        found: Shape,
        /// The shape of the game.
        expected: Shape,
    },
    /// The game is over on this board.
    #[error(
        "nothing follows the position {board}: it is {}, so choose one with something left to decide",
        if *outcome == Ending::Win { "won" } else { "lost" }
    )]
    Over {
        /// The board.
        board: Board,
        /// How the game ended.
        outcome: Ending,
    },
}

impl Figure {
    /// The figure of a state of a game, with its afterstates and successors. The state need not be
    /// one that the game can reach.
    ///
    /// # Errors
    /// [`StateFigureError`] if the board is not of the game, or nothing is left to decide on it.
    pub fn of_state(
        game: &Game,
        board: Board,
        frame: Frame,
        grouping: Grouping,
    ) -> Result<Self, StateFigureError> {
        if board.shape() != game.shape() {
            return Err(StateFigureError::Shape { found: board.shape(), expected: game.shape() });
        }
        let outcome = match game.status(board) {
            Status::Playing => None,
            Status::Won => Some(Ending::Win),
            Status::Lost => Some(Ending::Lose),
        };
        if let Some(outcome) = outcome {
            return Err(StateFigureError::Over { board, outcome });
        }
        let board = frame.board(board);
        let choices = choices(game, frame, grouping, board);
        let mut nodes = vec![state(game, board, &choices)];
        let mut edges = Vec::new();
        let mut known = BTreeMap::new();
        for (port, (_, acted)) in choices.iter().enumerate() {
            let after = frame.board(acted.after.board());
            let is_new = !known.contains_key(&(1, after));
            let afterstate = add(&mut nodes, &mut known, after, NodeRole::Afterstate, 1);
            edges.push(edge(0, Some(port), afterstate, 1.0, false));
            if acted.wins {
                nodes[afterstate].ending = Some(Ending::Win);
            }
            if !is_new {
                continue;
            }
            let mut merged: BTreeMap<Board, (f64, bool)> = BTreeMap::new();
            for (next, probability) in spawns(game, *acted) {
                let entry = merged.entry(frame.board(next)).or_insert((0.0, true));
                entry.0 += probability;
                entry.1 &= is_four(*acted, next);
            }
            for (next, (probability, only_four)) in merged {
                let successor = add(&mut nodes, &mut known, next, NodeRole::State, 2);
                if game.status(next) == Status::Lost {
                    nodes[successor].ending = Some(Ending::Lose);
                }
                edges.push(edge(afterstate, None, successor, probability, only_four));
            }
        }
        let columns = nodes.iter().map(|node| node.column + 1).max().unwrap_or(0);
        let labels = &["state", "afterstates", "next states"][..columns];
        Ok(Self {
            game: *game,
            title: format!("{game}: the state {board}"),
            summary: "A state, its actions, their afterstates, and what the random tile makes of \
                      them with these probabilities."
                .to_owned(),
            axis: "",
            columns: labels.iter().map(|&label| Column { label: label.to_owned() }).collect(),
            nodes,
            edges,
            is_small: true,
            is_flow: false,
        })
    }
}

fn state(game: &Game, board: Board, choices: &[(Vec<Action>, MoveResult)]) -> Node {
    let starts = game.starts();
    let (canonical, _) = CanonicalState::of(board);
    let start = starts.iter().find(|start| start.state == canonical);
    let allowed = |action: &Action| choices.iter().any(|(actions, _)| actions.contains(action));
    let port = |(actions, _): &(Vec<Action>, MoveResult)| Port {
        actions: actions.clone(),
        value: None,
        is_best: false,
        is_taken: false,
        is_shown: true,
    };
    Node {
        board: Some(board),
        start: start.map_or(0.0, |start| start.probability),
        ports: choices.iter().map(port).collect(),
        blocked: Action::ALL.into_iter().filter(|action| !allowed(action)).collect(),
        ..bare(format!("s{}", board.hex()), NodeRole::State, 0)
    }
}

/// The node of a board in a column, made if it is not there yet.
fn add(
    nodes: &mut Vec<Node>,
    known: &mut BTreeMap<(usize, Board), usize>,
    board: Board,
    role: NodeRole,
    column: usize,
) -> usize {
    *known.entry((column, board)).or_insert_with(|| {
        let letter = if role == NodeRole::Afterstate { 'a' } else { 's' };
        let id = format!("{letter}{}", board.hex());
        nodes.push(Node { board: Some(board), ..bare(id, role, column) });
        nodes.len() - 1
    })
}

const fn edge(
    from: usize,
    port: Option<usize>,
    to: usize,
    probability: f64,
    only_four: bool,
) -> Edge {
    let to = EdgeEnd::Node(to);
    Edge { from, port, to, probability, only_four, is_best: false, is_taken: false, flow: None }
}

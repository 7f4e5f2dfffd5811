//! From the rules of a game to its graph.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use mdp2048_model::{Game, MoveResult, Status};
use mdp2048_rules::{Action, Afterstate, Board, Exponent, TileSum};
use thiserror::Error;

use crate::graph::{
    ActionGroup, Ending, Frame, Graph, GraphState, Grouping, Successor, Transition,
};

/// A graph too large to draw.
#[derive(Clone, Debug, PartialEq, Error)]
#[error(
    "{game} has more than {most} states, too many to draw: draw one state with its successors, or a smaller game"
)]
pub struct GraphTooLarge {
    /// The game.
    pub game: Box<Game>,
    /// The most states that would have been drawn.
    pub most: usize,
}

impl Graph {
    /// Finds every reachable state of a game and what its actions lead to, if there are at most
    /// `most` states.
    ///
    /// # Errors
    /// [`GraphTooLarge`] as soon as one state more is met.
    pub fn of(
        game: &Game,
        frame: Frame,
        grouping: Grouping,
        most: usize,
    ) -> Result<Self, GraphTooLarge> {
        let boards = reachable(game, frame, most)?;
        let numbers: HashMap<Board, usize> =
            boards.iter().enumerate().map(|(number, &board)| (board, number)).collect();
        let starts = starts(game, frame);
        let states = boards
            .iter()
            .map(|&board| GraphState {
                board,
                sum: board.tile_sum(),
                start: starts.get(&board).copied().unwrap_or(0.0),
                value: None,
                action_groups: choices(game, frame, grouping, board)
                    .into_iter()
                    .map(|(actions, acted)| ActionGroup {
                        actions,
                        after: frame.board(acted.after.board()),
                        transitions: transitions(game, frame, acted, &numbers),
                        value: None,
                        is_best: false,
                        is_taken: false,
                    })
                    .collect(),
            })
            .collect();
        Ok(Self { game: *game, frame, grouping, states, has_policy: false })
    }
}

/// The states of a game, ascending by tile sum and then by key.
fn reachable(game: &Game, frame: Frame, most: usize) -> Result<Vec<Board>, GraphTooLarge> {
    let mut open: BTreeMap<TileSum, BTreeSet<Board>> = BTreeMap::new();
    for board in starts(game, frame).into_keys() {
        open.entry(board.tile_sum()).or_default().insert(board);
    }
    let mut found = Vec::new();
    // Every action leads to a higher tile sum, so a layer is complete when it is the lowest.
    while let Some((_, boards)) = open.pop_first() {
        if found.len() + boards.len() > most {
            return Err(GraphTooLarge { game: Box::new(*game), most });
        }
        for &board in &boards {
            for (_, acted) in choices(game, frame, Grouping::Equivalent, board) {
                for (next, _) in spawns(game, acted) {
                    if game.status(next) == Status::Playing {
                        open.entry(next.tile_sum()).or_default().insert(frame.board(next));
                    }
                }
            }
        }
        found.extend(boards);
    }
    Ok(found)
}

/// The probability of each board that a game may start from.
fn starts(game: &Game, frame: Frame) -> BTreeMap<Board, f64> {
    let empty = Afterstate::new(Board::empty(game.shape()));
    let mut starts = BTreeMap::new();
    for (first, p) in game.spawns(empty) {
        for (second, q) in game.spawns(Afterstate::new(first)) {
            *starts.entry(frame.board(second)).or_insert(0.0) += p * q;
        }
    }
    starts
}

/// The allowed actions of a board, those that are one together, and what they do.
pub(crate) fn choices(
    game: &Game,
    frame: Frame,
    grouping: Grouping,
    board: Board,
) -> Vec<(Vec<Action>, MoveResult)> {
    let mut choices: Vec<(Vec<Action>, MoveResult)> = Vec::new();
    for action in Action::ALL {
        let Some(acted) = game.act(board, action) else {
            continue;
        };
        let result = |acted: MoveResult| (frame.board(acted.after.board()), acted.points);
        let same = choices
            .iter_mut()
            .find(|(_, other)| grouping == Grouping::Equivalent && result(*other) == result(acted));
        match same {
            Some((actions, _)) => actions.push(action),
            None => choices.push((vec![action], acted)),
        }
    }
    choices
}

/// The boards that the random tile makes, unless the game is won.
pub(crate) fn spawns(game: &Game, acted: MoveResult) -> impl Iterator<Item = (Board, f64)> {
    let going_on = Some(acted).filter(|acted| !acted.wins);
    going_on.into_iter().flat_map(|acted| game.spawns(acted.after))
}

fn transitions(
    game: &Game,
    frame: Frame,
    acted: MoveResult,
    numbers: &HashMap<Board, usize>,
) -> Vec<Transition> {
    if acted.wins {
        return vec![Transition {
            next: Successor::End(Ending::Win),
            probability: 1.0,
            only_four: false,
        }];
    }
    let mut merged: BTreeMap<Successor, (f64, bool)> = BTreeMap::new();
    for (board, probability) in spawns(game, acted) {
        let next = match numbers.get(&frame.board(board)) {
            Some(&number) => Successor::State(number),
            None => Successor::End(Ending::Lose),
        };
        let entry = merged.entry(next).or_insert((0.0, true));
        entry.0 += probability;
        entry.1 &= is_four(acted, board);
    }
    merged
        .into_iter()
        .map(|(next, (probability, only_four))| Transition { next, probability, only_four })
        .collect()
}

/// Whether the random tile that made a board of an afterstate is a 4.
pub(crate) fn is_four(acted: MoveResult, board: Board) -> bool {
    board.tile_sum() == acted.after.board().tile_sum().plus(Exponent::FOUR)
}

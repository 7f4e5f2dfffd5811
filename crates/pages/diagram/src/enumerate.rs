//! Enumerates the reachable states of a game and builds its graph.

use std::collections::{BTreeMap, HashMap};

use mdp2048_model::{Game, MoveResult, ReachableLayers};
use mdp2048_rules::{Action, Board, Exponent};
use thiserror::Error;

use crate::graph::{
    ActionGroup, Ending, Frame, Graph, GraphState, Grouping, Successor, Transition,
};

/// The game has more states than the caller wants to draw.
#[derive(Clone, Debug, PartialEq, Error)]
#[error(
    "{game} has more than {most} states, too many to draw: draw one state with its successors, \
     or a smaller game"
)]
pub struct GraphTooLarge {
    /// The game.
    pub game: Box<Game>,
    /// The largest number of states that was acceptable.
    pub most: usize,
}

impl Graph {
    /// Builds the graph of all reachable states of a game, if there are at most `most`.
    ///
    /// # Errors
    /// [`GraphTooLarge`] if there are more. The enumeration stops as soon as this is known.
    pub fn of(
        game: &Game,
        frame: Frame,
        grouping: Grouping,
        most: usize,
    ) -> Result<Self, GraphTooLarge> {
        let boards = reachable(game, frame, most)?;
        let indices: HashMap<Board, usize> =
            boards.iter().enumerate().map(|(index, &board)| (board, index)).collect();
        let starts = starts(game, frame);
        let states = boards
            .iter()
            .map(|&board| GraphState {
                board,
                sum: board.tile_sum(),
                start: starts.get(&board).copied().unwrap_or(0.0),
                value: None,
                action_groups: grouped_moves(game, frame, grouping, board)
                    .into_iter()
                    .map(|(actions, result)| ActionGroup {
                        actions,
                        after: frame.board(result.after.board()),
                        transitions: transitions(game, frame, result, &indices),
                        value: None,
                        is_best: false,
                        is_taken: false,
                    })
                    .collect(),
            })
            .collect();
        Ok(Self { valued_game: (*game).into(), frame, grouping, states, has_policy: false })
    }
}

/// The states of a game, ascending by tile sum and then by key.
fn reachable(game: &Game, frame: Frame, most: usize) -> Result<Vec<Board>, GraphTooLarge> {
    let mut found = Vec::new();
    for (_, boards) in ReachableLayers::new(game, |board| frame.board(board)) {
        if found.len() + boards.len() > most {
            return Err(GraphTooLarge { game: Box::new(*game), most });
        }
        found.extend(boards);
    }
    Ok(found)
}

/// The start distribution over the boards of a frame.
fn starts(game: &Game, frame: Frame) -> BTreeMap<Board, f64> {
    let mut starts = BTreeMap::new();
    for (board, probability) in game.start_boards() {
        *starts.entry(frame.board(board)).or_insert(0.0) += probability;
    }
    starts
}

/// The allowed actions of a board in groups that are drawn as one, with their result.
pub(crate) fn grouped_moves(
    game: &Game,
    frame: Frame,
    grouping: Grouping,
    board: Board,
) -> Vec<(Vec<Action>, MoveResult)> {
    let mut groups: Vec<(Vec<Action>, MoveResult)> = Vec::new();
    for action in Action::ALL {
        let Some(result) = game.act(board, action) else {
            continue;
        };
        let key = |result: MoveResult| (frame.board(result.after.board()), result.points);
        let same = groups
            .iter_mut()
            .find(|(_, other)| grouping == Grouping::Equivalent && key(*other) == key(result));
        match same {
            Some((actions, _)) => actions.push(action),
            None => groups.push((vec![action], result)),
        }
    }
    groups
}

/// The successors after the random tile in ascending order, each with its probability and whether
/// only random 4s lead to it. `successor` maps a board to its successor; none if the action wins.
pub(crate) fn merged_spawns<S: Ord>(
    game: &Game,
    result: MoveResult,
    successor: impl Fn(Board) -> S,
) -> BTreeMap<S, (f64, bool)> {
    let sum_after_four = result.after.board().tile_sum().plus(Exponent::FOUR);
    let mut merged = BTreeMap::new();
    if result.wins {
        return merged;
    }
    for (board, probability) in game.spawns(result.after) {
        let (total, only_four) = merged.entry(successor(board)).or_insert((0.0, true));
        *total += probability;
        *only_four &= board.tile_sum() == sum_after_four;
    }
    merged
}

fn transitions(
    game: &Game,
    frame: Frame,
    result: MoveResult,
    indices: &HashMap<Board, usize>,
) -> Vec<Transition> {
    if result.wins {
        let next = Successor::End(Ending::Win);
        return vec![Transition { next, probability: 1.0, only_four: false }];
    }
    let successor = |board: Board| match indices.get(&frame.board(board)) {
        Some(&index) => Successor::State(index),
        None => Successor::End(Ending::Lose),
    };
    merged_spawns(game, result, successor)
        .into_iter()
        .map(|(next, (probability, only_four))| Transition { next, probability, only_four })
        .collect()
}

//! Reachable states: every board that some actions and random tiles lead to.

use std::collections::{BTreeMap, BTreeSet};

use mdp2048_rules::{Action, Board, TileSum};

use crate::game::Game;
use crate::status::Status;

/// The reachable states of a game, a layer at a time, by ascending tile sum.
///
/// The function `to_state` maps a board to its state: to its canonical state, or to itself where
/// symmetric boards are distinct states.
#[derive(Debug)]
pub struct ReachableLayers<'a, S, F> {
    game: &'a Game,
    to_state: F,
    // The states of the layers above the last one returned that are known so far. The lowest of
    // these layers is complete, because every action leads to a higher tile sum.
    open: BTreeMap<TileSum, BTreeSet<S>>,
}

impl<'a, S: Ord + Copy, F: Fn(Board) -> S> ReachableLayers<'a, S, F>
where
    Board: From<S>,
{
    /// The layers of a game.
    pub fn new(game: &'a Game, to_state: F) -> Self {
        let mut layers = Self { game, to_state, open: BTreeMap::new() };
        for (board, _) in game.start_boards() {
            if game.status(board) == Status::Playing {
                layers.insert(board);
            }
        }
        layers
    }

    fn insert(&mut self, board: Board) {
        self.open.entry(board.tile_sum()).or_default().insert((self.to_state)(board));
    }
}

impl<S: Ord + Copy, F: Fn(Board) -> S> Iterator for ReachableLayers<'_, S, F>
where
    Board: From<S>,
{
    type Item = (TileSum, BTreeSet<S>);

    fn next(&mut self) -> Option<Self::Item> {
        let (sum, states) = self.open.pop_first()?;
        let game = self.game;
        for &state in &states {
            for action in Action::ALL {
                let moved = game.act(state.into(), action).filter(|moved| !moved.wins);
                for (board, _) in moved.into_iter().flat_map(|moved| game.spawns(moved.after)) {
                    if game.status(board) == Status::Playing {
                        self.insert(board);
                    }
                }
            }
        }
        Some((sum, states))
    }
}

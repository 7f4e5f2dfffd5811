//! Moves of a game that do not come from its policy file.

use mdp2048_model::{Advice, Game, Policy, Search, ValuedGame};
use mdp2048_rules::{Board, TileSum};

use crate::LoadedPolicy;

/// The moves of the game that a player shows from a board on, found without the policy file.
#[derive(Clone, Debug)]
pub struct Continuation {
    /// The board from which on the moves are given.
    pub board: Board,
    /// The moves in order, each with the tile sum of its board. The tile sum grows with each move,
    /// so it identifies the board within the game.
    pub moves: Vec<(TileSum, Advice)>,
    /// Where the moves come from.
    pub source: MoveSource,
}

/// Where a move comes from, other than the policy file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MoveSource {
    /// The solution of this game: the move is optimal, and its values are exact to rounding.
    Solution(ValuedGame),
    /// A plain search: the move may not be optimal, and it has no value.
    Search,
}

/// How many moves a search looks ahead on boards of few cells and on larger ones, so that it takes
/// less than a frame.
const SEARCH_DEPTHS: [u32; 2] = [3, 2];

/// The most cells of a board that is searched more deeply.
const FEW_CELLS: usize = 9;

/// Returns the depth of a search on the board of a game.
pub(crate) fn search_depth(game: &Game) -> u32 {
    SEARCH_DEPTHS[usize::from(game.shape().cells() > FEW_CELLS)]
}

impl Continuation {
    /// A search from a board on, without any move yet.
    pub(crate) const fn search(board: Board) -> Self {
        Self { board, moves: Vec::new(), source: MoveSource::Search }
    }

    /// Adds the move that a search finds for the last board of the game.
    pub(crate) fn add_search(&mut self, game: &Game, last: Board) {
        let advice = Search::new(*game, search_depth(game)).advise(last);
        self.moves.extend(advice.map(|advice| (last.tile_sum(), advice)));
    }

    /// Whether the moves of boards with this tile sum come from here.
    pub(crate) fn covers(&self, sum: TileSum) -> bool {
        sum >= self.board.tile_sum()
    }
}

/// A policy file and the moves that it does not hold.
pub(crate) struct ContinuedPolicy<'a> {
    pub(crate) policy: &'a LoadedPolicy,
    pub(crate) continuation: Option<&'a Continuation>,
}

impl<'a> ContinuedPolicy<'a> {
    /// A policy file alone.
    #[cfg(test)]
    pub(crate) const fn of(policy: &'a LoadedPolicy) -> Self {
        Self { policy, continuation: None }
    }

    /// Whether a board without an entry may get one later.
    pub(crate) fn awaits(&self, board: Board) -> bool {
        let searches = |it: &Continuation| it.source == MoveSource::Search;
        self.policy.awaits(board) || self.continuation.is_some_and(searches)
    }
}

impl Policy for ContinuedPolicy<'_> {
    fn advise(&self, board: Board) -> Option<Advice> {
        let sum = board.tile_sum();
        match self.continuation.filter(|it| it.covers(sum)) {
            Some(it) => it.moves.iter().find(|it| it.0 == sum).map(|it| it.1),
            None => self.policy.advise(board),
        }
    }
}

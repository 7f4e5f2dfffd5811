//! Moves of a game that do not come from its policy file.

use mdp2048_model::{Advice, Game, Policy, Search, ValuedGame};
use mdp2048_rules::{Board, Symmetry, TileSum};

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

/// How many moves a search looks ahead on boards of few free cells and on larger ones, so that it takes
/// less than a frame.
const SEARCH_DEPTHS: [u32; 2] = [3, 2];

/// The most free cells of a board that is searched more deeply.
const FEW_CELLS: usize = 9;

/// Returns the depth of a search on the board of a game.
pub(crate) fn search_depth(game: &Game) -> u32 {
    SEARCH_DEPTHS[usize::from(game.shape().free_cells() > FEW_CELLS)]
}

/// The most memory of a program on a page, in bytes: addresses of WebAssembly have 32 bits.
const PAGE_BYTES: f64 = (1u64 << 32) as f64;

/// Whether the program of a page may have the memory to solve a game. It has not if the least that
/// a solver holds is too much: two bits for each board up to symmetry, which say whether it is a
/// state and whether it is an afterstate.
pub(crate) fn may_be_solved_on_a_page(game: &Game) -> bool {
    let shape = game.shape();
    let boards = f64::from(game.radix()).powi(shape.free_cells() as i32);
    let symmetries = Symmetry::of(shape).len() as f64;
    2.0 * boards / symmetries / 8.0 < PAGE_BYTES
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

/// A policy file, as far as it is decoded, and the moves that it does not hold.
#[derive(Default)]
pub(crate) struct ContinuedPolicy<'a> {
    pub(crate) policy: Option<&'a LoadedPolicy>,
    pub(crate) continuation: Option<&'a Continuation>,
}

impl<'a> ContinuedPolicy<'a> {
    /// A policy file alone.
    #[cfg(test)]
    pub(crate) const fn of(policy: &'a LoadedPolicy) -> Self {
        Self { policy: Some(policy), continuation: None }
    }

    /// Whether a board without an entry may get one later.
    pub(crate) fn awaits(&self, board: Board) -> bool {
        let searches = |it: &Continuation| it.source == MoveSource::Search;
        self.policy.is_none_or(|policy| policy.awaits(board))
            || self.continuation.is_some_and(searches)
    }
}

impl Policy for ContinuedPolicy<'_> {
    fn advise(&self, board: Board) -> Option<Advice> {
        let policy = self.policy?;
        let sum = board.tile_sum();
        match self.continuation.filter(|it| it.covers(sum)) {
            Some(it) => it.moves.iter().find(|it| it.0 == sum).map(|it| it.1),
            None => policy.advise(board),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_small_games_are_solved_on_a_page() {
        let game = |shape: &str, target| Game::reach(shape.parse().unwrap(), target).unwrap();
        for (shape, target) in [("2x2", 32), ("3x3", 1024), ("3x4", 64), ("4x4", 16)] {
            assert!(may_be_solved_on_a_page(&game(shape, target)), "{shape} to {target}");
        }
        for target in [32, 64, 2048] {
            assert!(!may_be_solved_on_a_page(&game("4x4", target)), "4x4 to {target}");
        }
    }
}

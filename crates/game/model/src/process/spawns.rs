//! Spawns: the random tile on an afterstate.
//!
//! A random tile falls on each empty cell with the same probability. It is a 2 or a 4. Every
//! function here visits the empty cells in row-major order and a 2 before a 4; the packed policy
//! format relies on this order, because it sums probabilities in it.

use mdp2048_rules::{Afterstate, Board, CanonicalState, Cell, Exponent, Images};

use crate::game::Game;

/// The weights of a random 2 and a random 4 on a given cell: probabilities, or integers that are
/// proportional to them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpawnWeights<W> {
    tiles: [(Exponent, W); 2],
}

impl<W: Copy + Default + PartialEq> SpawnWeights<W> {
    /// The weights of a 2 and of a 4. A tile of weight 0 never appears.
    pub const fn new(two: W, four: W) -> Self {
        Self { tiles: [(Exponent::TWO, two), (Exponent::FOUR, four)] }
    }

    /// The boards after a random tile is placed on an afterstate, with the weight of the tile.
    ///
    /// The probability of a board is its weight divided by the sum of both weights and by the
    /// number of empty cells.
    pub fn spawns(self, after: Afterstate) -> impl Iterator<Item = (Board, W)> {
        let after = after.board();
        self.placements(after).map(move |(cell, tile, weight)| (after.with(cell, tile), weight))
    }

    /// The empty cells of a board, each with the tiles of positive weight.
    #[inline]
    fn placements(self, board: Board) -> impl Iterator<Item = (Cell, Exponent, W)> {
        board.empty_cells().flat_map(move |cell| {
            let possible = self.tiles.into_iter().filter(|&(_, weight)| weight != W::default());
            possible.map(move |(tile, weight)| (cell, tile, weight))
        })
    }
}

impl SpawnWeights<f64> {
    /// Calls `visit` for every random tile on an afterstate, with the canonical board, the number
    /// of layers by which it is higher (1 for a 2, 2 for a 4) and its probability.
    ///
    /// The weights must be probabilities. Images of one board are not merged: the same canonical
    /// board may be visited several times.
    #[inline]
    pub fn for_each_canonical_spawn(self, after: Board, visit: impl FnMut(Board, usize, f64)) {
        self.for_each_canonical_spawn_of(after, &after.images(), visit);
    }

    /// As [`Self::for_each_canonical_spawn`], given the images of the afterstate.
    #[inline]
    pub fn for_each_canonical_spawn_of(
        self,
        after: Board,
        images: &Images,
        mut visit: impl FnMut(Board, usize, f64),
    ) {
        let cells = after.empty_cells().count() as f64;
        let per_cell = Self { tiles: self.tiles.map(|(tile, weight)| (tile, weight / cells)) };
        per_cell.placements(after).for_each(|(cell, tile, probability)| {
            let board = CanonicalState::least_of(&images.with(cell, tile)).board();
            visit(board, tile.get().into(), probability);
        });
    }
}

impl Game {
    /// The probabilities of a random 2 and a random 4.
    pub fn spawn_weights(&self) -> SpawnWeights<f64> {
        let four = self.spawn_four().get();
        SpawnWeights::new(1.0 - four, four)
    }

    /// The boards after a random tile is placed on an afterstate, with their probabilities: the
    /// empty cells in row-major order, a 2 before a 4. Boards of probability 0 are omitted.
    pub fn spawns(&self, after: Afterstate) -> impl Iterator<Item = (Board, f64)> {
        let cells = after.board().empty_cells().count() as f64;
        let spawns = self.spawn_weights().spawns(after);
        spawns.map(move |(board, weight)| (board, weight / cells))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_spawns_are_the_canonical_boards_of_the_spawns() {
        let game = Game::reach("2x3".parse().unwrap(), 16).unwrap();
        let after = Afterstate::new("0 2 0/4 0 2".parse().unwrap());
        let expected: Vec<_> = game
            .spawns(after)
            .map(|(board, probability)| (CanonicalState::of(board).0.board(), probability))
            .collect();
        let sum = after.board().tile_sum().get();
        let mut found = Vec::new();
        game.spawn_weights().for_each_canonical_spawn(after.board(), |board, up, probability| {
            assert_eq!(board.tile_sum().get(), sum + 2 * up as u32);
            found.push((board, probability));
        });
        assert_eq!(found, expected);
    }
}

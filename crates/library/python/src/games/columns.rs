//! The states of many games.

use mdp2048::{Board, Shape};

use super::lines;

/// The states of some games, by index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Columns {
    /// The exponents, a nibble for each cell and 16 bits for each row.
    pub(crate) boards: Vec<u64>,
    /// The set of allowed actions: bit i is that of the action with index i; empty if the game is
    /// over.
    pub(crate) allowed: Vec<u8>,
    /// The seeds of the random tiles.
    pub(crate) seeds: Vec<u32>,
    /// The numbers of moves played.
    pub(crate) moves: Vec<u32>,
    /// The scores: the sums of the faces of all tiles made by merging.
    pub(crate) points: Vec<u32>,
}

impl Columns {
    /// The states of games that have not begun.
    pub(super) fn new(count: usize) -> Self {
        Self {
            boards: vec![0; count],
            allowed: vec![0; count],
            seeds: vec![0; count],
            moves: vec![0; count],
            points: vec![0; count],
        }
    }

    /// The number of games.
    pub(crate) fn len(&self) -> usize {
        self.boards.len()
    }

    /// The states of the games at some indices.
    pub(super) fn of(&self, at: &[usize]) -> Self {
        Self {
            boards: at.iter().map(|&at| self.boards[at]).collect(),
            allowed: at.iter().map(|&at| self.allowed[at]).collect(),
            seeds: at.iter().map(|&at| self.seeds[at]).collect(),
            moves: at.iter().map(|&at| self.moves[at]).collect(),
            points: at.iter().map(|&at| self.points[at]).collect(),
        }
    }

    /// The boards.
    pub(crate) fn boards(&self, shape: Shape) -> impl ExactSizeIterator<Item = Board> {
        self.boards.iter().map(move |&board| lines::board_of(shape, board))
    }

    /// The exponents of all boards in row-major order.
    pub(crate) fn exponents(&self, shape: Shape) -> Vec<u8> {
        let mut exponents = vec![0; self.len() * shape.cells()];
        for (board, out) in self.boards.iter().zip(exponents.chunks_exact_mut(shape.cells())) {
            for (row, out) in out.chunks_exact_mut(shape.cols()).enumerate() {
                let mut rest = board >> (16 * row);
                for out in out {
                    *out = (rest & 15) as u8;
                    rest >>= 4;
                }
            }
        }
        exponents
    }
}

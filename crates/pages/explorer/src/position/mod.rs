//! Boards that somebody makes: typed, pasted, turned, drawn at random; and why one cannot occur.

mod formation;
mod obstacle;
mod pasted;
mod random;

pub use formation::FoundFormation;
pub use obstacle::{Obstacle, Remedy};
pub use pasted::{PastedBoard, PastedError, read_pasted};
pub use random::random_position;

use mdp2048_rules::{Board, Cell, Exponent};

/// The cells that are not locked, each with its tile.
pub(crate) fn free_tiles(board: Board) -> impl Iterator<Item = (Cell, Exponent)> {
    let is_free = move |&(cell, _): &(Cell, Exponent)| !board.shape().is_locked(cell);
    board.tiles().enumerate().filter(is_free)
}

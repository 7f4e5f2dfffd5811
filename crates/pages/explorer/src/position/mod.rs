//! Boards that somebody makes: typed, pasted, turned, drawn at random; and why one cannot occur.

mod obstacle;
mod pasted;
mod random;

pub use obstacle::{Obstacle, Remedy};
pub use pasted::{PastedBoard, PastedError, read_pasted};
pub use random::random_position;

//! A replay frame by frame: which tile is which from one board to the next.

use mdp2048_model::{Game, Outcome, Replay, Seed, SeededSpawns, Step};
use mdp2048_rules::{Board, Cell, Exponent, Shape};

/// A tile that keeps its identity while it slides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The same for the same tile on every board of a replay; a merged tile is a new one.
    pub id: u32,
    /// The tile.
    pub exponent: Exponent,
    /// Where it stands.
    pub cell: Cell,
    /// What the last move did to it.
    pub role: Role,
}

impl Tile {
    /// The row and the column in which it stands, from 0.
    pub const fn place(&self, shape: Shape) -> (usize, usize) {
        (self.cell / shape.cols(), self.cell % shape.cols())
    }
}

/// What the last move did to a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It slid, or stayed.
    Slid,
    /// It appeared as a random tile.
    Spawned,
    /// It was made by merging.
    Merged,
    /// It slid here and vanished beneath the tile that it became a part of.
    Absorbed,
}

impl Role {
    /// The name in attributes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Slid => "slid",
            Self::Spawned => "spawned",
            Self::Merged => "merged",
            Self::Absorbed => "absorbed",
        }
    }
}

/// The boards of a game with their tiles; without a policy only the first.
#[derive(Clone, Debug)]
pub(crate) struct Film {
    /// The actions played.
    pub(crate) steps: Vec<Step>,
    /// How the game ended; `None` without a policy.
    pub(crate) outcome: Option<Outcome>,
    // One more than `steps`, so never empty.
    boards: Vec<Board>,
    // One for each board, by ascending id.
    frames: Vec<Vec<Tile>>,
}

impl Film {
    /// The first board of a game whose policy is not there yet.
    pub(crate) fn first(game: &Game, seed: Seed) -> Self {
        let board = SeededSpawns::new(seed).start(game);
        Self {
            steps: Vec::new(),
            outcome: None,
            boards: vec![board],
            frames: frames(&[], &[board]),
        }
    }

    /// A whole game.
    pub(crate) fn of(replay: Replay) -> Self {
        let boards: Vec<Board> = replay.boards().collect();
        let frames = frames(&replay.steps, &boards);
        Self { steps: replay.steps, outcome: Some(replay.outcome), boards, frames }
    }

    /// The position of the last board; the first has position 0.
    pub(crate) fn last(&self) -> usize {
        self.steps.len()
    }

    /// A board; beyond the last, that one.
    pub(crate) fn board(&self, position: usize) -> Board {
        self.boards[position.min(self.last())]
    }

    /// The tiles of a board and those that vanished on the way to it, by ascending id.
    pub(crate) fn tiles(&self, position: usize) -> &[Tile] {
        &self.frames[position.min(self.last())]
    }
}

fn frames(steps: &[Step], boards: &[Board]) -> Vec<Vec<Tile>> {
    let mut ids = 0..;
    let mut frame: Vec<Tile> = Vec::new();
    appear(&mut frame, boards[0], Role::Spawned, &mut ids);
    let mut frames = vec![frame];
    for (index, step) in steps.iter().enumerate() {
        let mut frame = slide(&frames[index], step);
        appear(&mut frame, step.after.board(), Role::Merged, &mut ids);
        appear(&mut frame, boards[index + 1], Role::Spawned, &mut ids);
        frames.push(frame);
    }
    frames
}

/// The tiles of a frame where the action takes them, by ascending id.
fn slide(frame: &[Tile], step: &Step) -> Vec<Tile> {
    let motions = step.board.motions(step.advice.action);
    let standing = frame.iter().filter(|tile| tile.role != Role::Absorbed);
    let moved = standing.filter_map(|&tile| {
        let motion = motions.iter().find(|motion| motion.from == tile.cell)?;
        let role = if motion.merges { Role::Absorbed } else { Role::Slid };
        Some(Tile { cell: motion.to, role, ..tile })
    });
    moved.collect()
}

/// Adds the tiles that stand on the board and not yet in the frame.
fn appear(frame: &mut Vec<Tile>, board: Board, role: Role, ids: &mut impl Iterator<Item = u32>) {
    for (cell, exponent) in board.tiles().enumerate() {
        let taken = frame.iter().any(|tile| tile.cell == cell && tile.role != Role::Absorbed);
        if !exponent.is_empty() && !taken {
            frame.extend(ids.next().map(|id| Tile { id, exponent, cell, role }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::solved;
    use proptest::prelude::{any, proptest};

    /// The board that the tiles of a frame make up.
    fn drawn(film: &Film, position: usize) -> Board {
        let mut board = Board::empty(film.board(position).shape());
        for tile in film.tiles(position).iter().filter(|tile| tile.role != Role::Absorbed) {
            assert!(board.tile(tile.cell).is_empty(), "two tiles on a cell");
            board = board.with(tile.cell, tile.exponent);
        }
        board
    }

    proptest! {
        #[test]
        fn frames_show_the_boards(seed in any::<u32>()) {
            let (game, solution) = solved(32);
            let film = Film::of(Replay::play(&game, &solution, seed.into()));
            for position in 0..=film.last() {
                assert_eq!(drawn(&film, position), film.board(position));
                let tiles = film.tiles(position);
                assert!(tiles.windows(2).all(|pair| pair[0].id < pair[1].id));
                let spawned = tiles.iter().filter(|tile| tile.role == Role::Spawned).count();
                assert_eq!(spawned, if position == 0 { 2 } else { 1 });
                let count = |role| tiles.iter().filter(|tile| tile.role == role).count();
                assert_eq!(count(Role::Absorbed), 2 * count(Role::Merged));
            }
            assert_eq!(Film::first(&game, seed.into()).board(0), film.board(0));
        }
    }
}

//! A replay frame by frame: which tile is which from one board to the next.

use mdp2048_model::{Game, Outcome, Replay, Seed, SeededSpawns, Step};
use mdp2048_policy::PackedPolicy;
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

/// The boards of a game with their tiles, as far as the policy is there; without one, only the
/// first.
#[derive(Clone, Debug)]
pub(crate) struct Film {
    /// The actions played.
    pub(crate) steps: Vec<Step>,
    /// How the game ended; `None` if there is more to come.
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
        let mut frame = Vec::new();
        appear(&mut frame, board, Role::Spawned);
        Self { steps: Vec::new(), outcome: None, boards: vec![board], frames: vec![frame] }
    }

    /// The film of this film's game as far as the policy tells it, which may be another game.
    ///
    /// A policy with more entries plays the same game and gets further in it, and knows more of its
    /// boards.
    pub(crate) fn played_on(&self, game: &Game, policy: &PackedPolicy, seed: Seed) -> Self {
        let replay = Replay::play(game, policy, seed);
        let is_open = replay.outcome == Outcome::OffPolicy && policy.awaits(replay.last);
        let boards: Vec<Board> = replay.boards().collect();
        let same = self.boards.iter().zip(&boards).take_while(|(a, b)| a == b).count();
        let mut film = Self {
            steps: replay.steps,
            outcome: (!is_open).then_some(replay.outcome),
            boards,
            frames: self.frames[..same].to_vec(),
        };
        film.draw();
        film
    }

    /// Draws the frames that are still missing.
    fn draw(&mut self) {
        if self.frames.is_empty() {
            let mut frame = Vec::new();
            appear(&mut frame, self.boards[0], Role::Spawned);
            self.frames.push(frame);
        }
        for position in self.frames.len()..self.boards.len() {
            let step = &self.steps[position - 1];
            let mut frame = slide(&self.frames[position - 1], step);
            appear(&mut frame, step.after.board(), Role::Merged);
            appear(&mut frame, self.boards[position], Role::Spawned);
            self.frames.push(frame);
        }
    }

    /// Whether both films show the same boards up to a position.
    pub(crate) fn agrees(&self, other: &Self, position: usize) -> bool {
        let boards = self.boards.get(..=position).zip(other.boards.get(..=position));
        boards.is_some_and(|(found, expected)| found == expected)
    }

    /// Whether there is more to come, as soon as more of the policy is there.
    pub(crate) const fn is_open(&self) -> bool {
        self.outcome.is_none()
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
///
/// Each move ends with a random tile, so the last tile of a whole frame is the newest of the game
/// and its id the largest.
fn appear(frame: &mut Vec<Tile>, board: Board, role: Role) {
    let mut id = frame.iter().map(|tile| tile.id + 1).max().unwrap_or(0);
    for (cell, exponent) in board.tiles().enumerate() {
        let taken = frame.iter().any(|tile| tile.cell == cell && tile.role != Role::Absorbed);
        if !exponent.is_empty() && !taken {
            frame.push(Tile { id, exponent, cell, role });
            id += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{packed, unpacking};
    use mdp2048_policy::ValuesHeld;
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
            let policy = packed(32, ValuesHeld::State, 0.0);
            let (game, seed) = (policy.game(), seed.into());
            let film = Film::first(game, seed).played_on(game, &policy, seed);
            assert_eq!(film.outcome, Some(Replay::play(game, &policy, seed).outcome));
            for position in 0..=film.last() {
                assert_eq!(drawn(&film, position), film.board(position));
                let tiles = film.tiles(position);
                assert!(tiles.windows(2).all(|pair| pair[0].id < pair[1].id));
                let spawned = tiles.iter().filter(|tile| tile.role == Role::Spawned).count();
                assert_eq!(spawned, if position == 0 { 2 } else { 1 });
                let count = |role| tiles.iter().filter(|tile| tile.role == role).count();
                assert_eq!(count(Role::Absorbed), 2 * count(Role::Merged));
            }
            assert_eq!(Film::first(game, seed).board(0), film.board(0));
        }

        #[test]
        fn films_are_played_on_as_entries_come(seed in any::<u32>()) {
            let policies = unpacking(32, ValuesHeld::Action, 0.0);
            let (game, seed) = (*policies[0].game(), seed.into());
            let mut film = Film::first(&game, seed);
            for policy in &policies {
                let longer = film.played_on(&game, policy, seed);
                assert!(longer.agrees(&film, film.last()));
                assert_eq!(longer.frames[..=film.last()], film.frames);
                assert!(!longer.is_open() || !policy.has_all_actions());
                film = longer;
            }
            let at_once = Film::first(&game, seed).played_on(&game, &policies[policies.len() - 1], seed);
            assert_eq!(film.frames, at_once.frames);
            assert_eq!(film.steps, at_once.steps);
            assert!(film.steps.iter().all(|step| step.advice.action_values.is_some()));
        }
    }
}

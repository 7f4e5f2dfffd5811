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
    pub change: TileChange,
}

impl Tile {
    /// The row and the column in which it stands, from 0.
    pub const fn place(&self, shape: Shape) -> (usize, usize) {
        (self.cell / shape.cols(), self.cell % shape.cols())
    }
}

/// What the last move did to a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileChange {
    /// It slid, or stayed.
    Slid,
    /// It appeared as a random tile.
    Spawned,
    /// It was made by merging.
    Merged,
    /// It slid here and vanished beneath the tile that it became a part of.
    Absorbed,
}

impl TileChange {
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
pub(crate) struct Timeline {
    /// The actions played.
    pub(crate) steps: Vec<Step>,
    /// How the game ended; `None` if there is more to come.
    pub(crate) outcome: Option<Outcome>,
    // One more than `steps`, so never empty.
    boards: Vec<Board>,
    // One for each board, by ascending id.
    frames: Vec<Vec<Tile>>,
}

impl Timeline {
    /// The first board of a game whose policy is not there yet.
    pub(crate) fn first(game: &Game, seed: Seed) -> Self {
        let board = SeededSpawns::new(seed).start(game);
        let mut frame = Vec::new();
        appear(&mut frame, board, TileChange::Spawned);
        Self { steps: Vec::new(), outcome: None, boards: vec![board], frames: vec![frame] }
    }

    /// The timeline of this timeline's game as far as the policy tells it, which may be another game.
    ///
    /// A policy with more entries plays the same game and gets further in it, and knows more of its
    /// boards.
    pub(crate) fn played_on(&self, game: &Game, policy: &PackedPolicy, seed: Seed) -> Self {
        let replay = Replay::play(game, policy, seed);
        let is_open = replay.outcome == Outcome::OffPolicy && policy.awaits(replay.last);
        let boards: Vec<Board> = replay.boards().collect();
        let same = self.boards.iter().zip(&boards).take_while(|(a, b)| a == b).count();
        let mut timeline = Self {
            steps: replay.steps,
            outcome: (!is_open).then_some(replay.outcome),
            boards,
            frames: self.frames[..same].to_vec(),
        };
        timeline.draw();
        timeline
    }

    /// Draws the frames that are still missing.
    fn draw(&mut self) {
        if self.frames.is_empty() {
            let mut frame = Vec::new();
            appear(&mut frame, self.boards[0], TileChange::Spawned);
            self.frames.push(frame);
        }
        for position in self.frames.len()..self.boards.len() {
            let step = &self.steps[position - 1];
            let mut frame = slide(&self.frames[position - 1], step);
            appear(&mut frame, step.after.board(), TileChange::Merged);
            appear(&mut frame, self.boards[position], TileChange::Spawned);
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
    let verdict = frame.iter().filter(|tile| tile.change != TileChange::Absorbed);
    let moved = verdict.filter_map(|&tile| {
        let motion = motions.iter().find(|motion| motion.from == tile.cell)?;
        let change = if motion.merges { TileChange::Absorbed } else { TileChange::Slid };
        Some(Tile { cell: motion.to, change, ..tile })
    });
    moved.collect()
}

/// Adds the tiles that stand on the board and not yet in the frame.
///
/// Each move ends with a random tile, so the last tile of a whole frame is the newest of the game
/// and its id the largest.
fn appear(frame: &mut Vec<Tile>, board: Board, change: TileChange) {
    let mut id = frame.iter().map(|tile| tile.id + 1).max().unwrap_or(0);
    for (cell, exponent) in board.tiles().enumerate() {
        let taken =
            frame.iter().any(|tile| tile.cell == cell && tile.change != TileChange::Absorbed);
        if !exponent.is_empty() && !taken {
            frame.push(Tile { id, exponent, cell, change });
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
    fn drawn(timeline: &Timeline, position: usize) -> Board {
        let mut board = Board::empty(timeline.board(position).shape());
        for tile in
            timeline.tiles(position).iter().filter(|tile| tile.change != TileChange::Absorbed)
        {
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
            let timeline = Timeline::first(game, seed).played_on(game, &policy, seed);
            assert_eq!(timeline.outcome, Some(Replay::play(game, &policy, seed).outcome));
            for position in 0..=timeline.last() {
                assert_eq!(drawn(&timeline, position), timeline.board(position));
                let tiles = timeline.tiles(position);
                assert!(tiles.windows(2).all(|pair| pair[0].id < pair[1].id));
                let spawned = tiles.iter().filter(|tile| tile.change == TileChange::Spawned).count();
                assert_eq!(spawned, if position == 0 { 2 } else { 1 });
                let count = |change| tiles.iter().filter(|tile| tile.change == change).count();
                assert_eq!(count(TileChange::Absorbed), 2 * count(TileChange::Merged));
            }
            assert_eq!(Timeline::first(game, seed).board(0), timeline.board(0));
        }

        #[test]
        fn films_are_played_on_as_entries_come(seed in any::<u32>()) {
            let policies = unpacking(32, ValuesHeld::Action, 0.0);
            let (game, seed) = (*policies[0].game(), seed.into());
            let mut timeline = Timeline::first(&game, seed);
            for policy in &policies {
                let longer = timeline.played_on(&game, policy, seed);
                assert!(longer.agrees(&timeline, timeline.last()));
                assert_eq!(longer.frames[..=timeline.last()], timeline.frames);
                assert!(!longer.is_open() || !policy.has_all_actions());
                timeline = longer;
            }
            let at_once = Timeline::first(&game, seed).played_on(&game, &policies[policies.len() - 1], seed);
            assert_eq!(timeline.frames, at_once.frames);
            assert_eq!(timeline.steps, at_once.steps);
            assert!(timeline.steps.iter().all(|step| step.advice.action_values.is_some()));
        }
    }
}

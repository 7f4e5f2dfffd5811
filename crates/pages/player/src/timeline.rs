//! The boards of a replay and the identity of each tile from one board to the next.

use std::cell::OnceCell;

use mdp2048_model::{Game, Outcome, Replay, Seed, Step};
use mdp2048_rules::{Board, Cell, Exponent, Shape};

use crate::continuation::ContinuedPolicy;

/// A tile with an identity, so that a page can animate its slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The identity: the same on every board of a replay until the tile merges. The result of a
    /// merge is a new tile.
    pub id: u32,
    /// The exponent of the tile's face.
    pub exponent: Exponent,
    /// The cell of the tile.
    pub cell: Cell,
    /// What the last move did to the tile.
    pub change: TileChange,
}

impl Tile {
    /// The row and the column of the tile, counted from 0.
    pub const fn place(&self, shape: Shape) -> (usize, usize) {
        (self.cell / shape.cols(), self.cell % shape.cols())
    }
}

/// What the last move did to a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileChange {
    /// It slid to its cell, or stayed there.
    Slid,
    /// It is a random tile.
    Spawned,
    /// It is the result of a merge.
    Merged,
    /// It slid to its cell and merged. A page draws it below the merged tile until the slide ends.
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

/// The boards of one seeded game, as far as the decoded part of the policy reaches. Without a
/// policy it holds the first board only.
#[derive(Clone, Debug)]
pub(crate) struct Timeline {
    /// The moves: `steps[p]` leads from position `p` to `p + 1`.
    pub(crate) steps: Vec<Step>,
    /// How the game ended; `None` if the next move is not decoded yet.
    pub(crate) outcome: Option<Outcome>,
    // The board at each position: one more than `steps`.
    boards: Vec<Board>,
    // For each board its tiles, by ascending id.
    tiles: Vec<Vec<Tile>>,
    // The position from which on the outcome is certain, once it is computed.
    pub(crate) certain_from: OnceCell<usize>,
}

impl Timeline {
    /// Plays a game from the `chosen` board, else from that of the seed.
    ///
    /// With a policy that extends another one, the result starts with the same boards and may be
    /// longer. With another policy, the games may differ after any position.
    pub(crate) fn play(
        game: &Game,
        policy: &ContinuedPolicy<'_>,
        seed: Seed,
        chosen: Option<Board>,
    ) -> Self {
        let replay = match chosen {
            None => Replay::play(game, policy, seed),
            Some(board) => Replay::play_from(game, policy, seed, 0, board),
        };
        let is_incomplete = replay.outcome == Outcome::OffPolicy && policy.awaits(replay.last);
        let boards: Vec<Board> = replay.boards().collect();
        let mut first = Vec::new();
        add_new_tiles(&mut first, boards[0], TileChange::Spawned);
        let mut tiles = vec![first];
        for (step, &board) in replay.steps.iter().zip(&boards[1..]) {
            let mut next = slide(&tiles[tiles.len() - 1], step);
            add_new_tiles(&mut next, step.after.board(), TileChange::Merged);
            add_new_tiles(&mut next, board, TileChange::Spawned);
            tiles.push(next);
        }
        let outcome = (!is_incomplete).then_some(replay.outcome);
        Self { steps: replay.steps, outcome, boards, tiles, certain_from: OnceCell::new() }
    }

    /// Whether both timelines reach `position` and have equal boards up to it.
    pub(crate) fn agrees(&self, other: &Self, position: usize) -> bool {
        let boards = self.boards.get(..=position).zip(other.boards.get(..=position));
        boards.is_some_and(|(these, others)| these == others)
    }

    /// Whether the game visits a board.
    pub(crate) fn visits(&self, board: Board) -> bool {
        self.boards.contains(&board)
    }

    /// Whether the game continues as soon as more of the policy is decoded.
    pub(crate) const fn is_incomplete(&self) -> bool {
        self.outcome.is_none()
    }

    /// The position of the last board; the first board has position 0.
    pub(crate) fn last(&self) -> usize {
        self.steps.len()
    }

    /// The board at a position, or the last one if the position is greater.
    pub(crate) fn board(&self, position: usize) -> Board {
        self.boards[position.min(self.last())]
    }

    /// The tiles of a board and those absorbed on the way to it, by ascending id.
    pub(crate) fn tiles(&self, position: usize) -> &[Tile] {
        &self.tiles[position.min(self.last())]
    }
}

/// The tiles after the slide, by ascending id. Tiles that merge are marked as absorbed.
fn slide(tiles: &[Tile], step: &Step) -> Vec<Tile> {
    let motions = step.board.motions(step.advice.action);
    let present = tiles.iter().filter(|tile| tile.change != TileChange::Absorbed);
    let slid = present.filter_map(|&tile| {
        let motion = motions.iter().find(|motion| motion.from == tile.cell)?;
        let change = if motion.merges { TileChange::Absorbed } else { TileChange::Slid };
        Some(Tile { cell: motion.to, change, ..tile })
    });
    slid.collect()
}

/// Appends the tiles of the free cells that `tiles` does not contain.
///
/// A new tile gets the largest id of the game so far plus 1. That id is always in `tiles`: every
/// move ends with a random tile, which is the newest and stays in the list for one more move.
fn add_new_tiles(tiles: &mut Vec<Tile>, board: Board, change: TileChange) {
    let mut id = tiles.iter().map(|tile| tile.id + 1).max().unwrap_or(0);
    for (cell, exponent) in board.tiles().enumerate() {
        let is_old = |tile: &Tile| tile.cell == cell && tile.change != TileChange::Absorbed;
        let is_tile = !exponent.is_empty() && !board.shape().is_locked(cell);
        if is_tile && !tiles.iter().any(is_old) {
            tiles.push(Tile { id, exponent, cell, change });
            id += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_game_name;
    use crate::testing::{decoding_stages, packed};
    use mdp2048_policy::ValuesHeld;
    use proptest::prelude::{any, proptest};

    /// The board made of the tiles at a position.
    fn board_of_tiles(timeline: &Timeline, position: usize) -> Board {
        let mut board = Board::empty(timeline.board(position).shape());
        let tiles = timeline.tiles(position).iter();
        for tile in tiles.filter(|tile| tile.change != TileChange::Absorbed) {
            assert!(board.tile(tile.cell).is_empty(), "two tiles on a cell");
            board = board.with(tile.cell, tile.exponent);
        }
        board
    }

    #[test]
    fn locked_cells_have_no_tiles() {
        let game = parse_game_name("L3_to_64").unwrap();
        let timeline = Timeline::play(&game, &ContinuedPolicy::default(), 7.into(), None);
        let board = timeline.board(0);
        assert!(game.given_starts().any(|start| start == board));
        let tiles = timeline.tiles(0).iter().map(|tile| tile.exponent.face());
        assert_eq!(tiles.sum::<u32>(), board.tile_sum().get());
        let player = crate::Player::new(game, 7.into());
        assert!(player.board_text().ends_with("locked locked locked"), "{}", player.board_text());
    }

    proptest! {
        #[test]
        fn tiles_match_the_boards(seed in any::<u32>()) {
            let policy = packed(32, ValuesHeld::State, 0.0);
            let (game, seed) = (policy.game(), seed.into());
            let policy = ContinuedPolicy::of(&policy);
            let timeline = Timeline::play(game, &policy, seed, None);
            assert_eq!(timeline.outcome, Some(Replay::play(game, &policy, seed).outcome));
            for position in 0..=timeline.last() {
                assert_eq!(board_of_tiles(&timeline, position), timeline.board(position));
                let tiles = timeline.tiles(position);
                assert!(tiles.windows(2).all(|pair| pair[0].id < pair[1].id));
                let count = |change| tiles.iter().filter(|tile| tile.change == change).count();
                assert_eq!(count(TileChange::Spawned), if position == 0 { 2 } else { 1 });
                assert_eq!(count(TileChange::Absorbed), 2 * count(TileChange::Merged));
            }
            let unknown = Timeline::play(game, &ContinuedPolicy::default(), seed, None);
            assert_eq!((unknown.last(), unknown.board(0)), (0, timeline.board(0)));
        }

        #[test]
        fn decoding_more_entries_only_appends_boards(seed in any::<u32>()) {
            let policies = decoding_stages(32, ValuesHeld::Action, 0.0);
            let (game, seed) = (*policies[0].game(), seed.into());
            let mut timeline = Timeline::play(&game, &ContinuedPolicy::default(), seed, None);
            for policy in &policies {
                let longer = Timeline::play(&game, &ContinuedPolicy::of(policy), seed, None);
                assert!(longer.agrees(&timeline, timeline.last()));
                assert_eq!(longer.tiles[..=timeline.last()], timeline.tiles);
                assert!(!longer.is_incomplete() || !policy.has_all_actions());
                timeline = longer;
            }
            let whole = &policies[policies.len() - 1];
            let whole = ContinuedPolicy::of(whole);
            let at_once = Timeline::play(&game, &whole, seed, None);
            assert_eq!(timeline.tiles, at_once.tiles);
            assert_eq!(timeline.steps, at_once.steps);
            assert!(timeline.steps.iter().all(|step| step.advice.action_values.is_some()));
        }
    }
}

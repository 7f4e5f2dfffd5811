//! Formations on boards of the real game: large tiles stay in place, and a small game is left.

use mdp2048_model::{Formation, Game, Probability};
use mdp2048_rules::{Board, Exponent, Shape, Symmetry};

use super::{Obstacle, Remedy, free_tiles};
use crate::game_choice::targets;

/// The face of the smallest tile that is large.
const LEAST_LARGE: u32 = 64;

/// A formation that large tiles of a real board make, and the small game that they leave.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundFormation {
    formation: Formation,
    game: Game,
    board: Board,
    is_turned: bool,
}

impl FoundFormation {
    /// The formation of a 4x4 board without locked cells: the first of [`Formation::ALL`], in which
    /// those with more locked cells come first, such that on an image of the board the tiles of the
    /// locked cells are large, larger than all others, and no two of them merge.
    ///
    /// The small game is to the smallest of these tiles, or to the largest smaller target that its
    /// board has.
    pub fn of(board: Board, spawn_four: Probability) -> Option<Self> {
        if board.shape() != Shape::FOUR_BY_FOUR {
            return None;
        }
        let images = || Symmetry::of(Shape::FOUR_BY_FOUR).iter();
        let of_image = |formation: Formation, symmetry: &Symmetry| {
            let is_turned = *symmetry != Symmetry::IDENTITY;
            let (game, board) = small_game(formation, symmetry.board(board), spawn_four)?;
            Some(Self { formation, game, board, is_turned })
        };
        let mut formations = Formation::ALL.into_iter();
        formations.find_map(|formation| images().find_map(|it| of_image(formation, it)))
    }

    /// A sentence about the formation.
    pub fn text(&self) -> String {
        let Self { formation, game, .. } = self;
        let free = game.shape().free_cells();
        let target = game.target().unwrap_or_default();
        let turned = if self.is_turned { " Its board is shown turned." } else { "" };
        format!(
            "This is the formation {}: {} large tiles stay in place, and a game to {target} is \
             left on {free} free cells.{turned}",
            formation.name(),
            game.shape().cells() - free,
        )
    }

    /// The step to the board of the small game, whose values are exact.
    pub fn remedy(&self) -> Remedy {
        let label = format!("Values of {}", self.game);
        Remedy { label, game: self.game, board: self.board }
    }
}

/// The game that is left on the free cells of a formation, and its board; `None` if the tiles on
/// the locked cells do not stay there or the board is not one of the game.
fn small_game(formation: Formation, real: Board, spawn_four: Probability) -> Option<(Game, Board)> {
    let shape = formation.shape();
    let locked = || (0..shape.cells()).filter(|&cell| shape.is_locked(cell));
    let board = locked().fold(real, |board, cell| board.with(cell, Exponent::LOCKED));
    let board = Board::from_key(shape, board.key())?;
    let smallest = locked().map(|cell| real.tile(cell)).min()?;
    let merges = |cell: usize| {
        let next = [(cell % 4 < 3).then_some(cell + 1), (cell < 12).then_some(cell + 4)];
        let mut next = next.into_iter().flatten().filter(|&it| shape.is_locked(it));
        next.any(|it| real.tile(it) == real.tile(cell))
    };
    let is_largest = free_tiles(board).all(|(_, tile)| tile < smallest);
    if smallest.face() < LEAST_LARGE || !is_largest || locked().any(merges) {
        return None;
    }
    let targets = targets(shape, spawn_four.get());
    let target = targets.into_iter().rfind(|&target| target <= smallest.face())?;
    let builder = Game::builder().formation(formation).target(target);
    let game = builder.spawn_four(spawn_four.get()).build().ok()?;
    Obstacle::of(&game, board, None).is_none().then_some((game, board))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(board: Board) -> Option<(String, String)> {
        let found = FoundFormation::of(board, Probability::SPAWN_FOUR)?;
        Some((found.game.to_string(), found.board.to_string()))
    }

    #[test]
    fn formations_are_found_in_all_orientations() {
        for (text, game, small) in [
            (
                "2 4 0 0/0 2 0 0/8 256 512 1024/16 128 2048 4096",
                "L3 to 128",
                "2 4 0 0/0 2 0 0/8 x x x/16 x x x",
            ),
            (
                "0 2 4 2/2 0 0 0/16 8 512 64/128 256 1024 2048",
                "442 to 64",
                "0 2 4 2/2 0 0 0/16 8 x x/x x x x",
            ),
            (
                "2 0 0 0/4 2 0 0/8 32 64 16/256 512 1024 2048",
                "444 to 256",
                "2 0 0 0/4 2 0 0/8 32 64 16/x x x x",
            ),
            (
                "2 0 0 0/4 2 0 0/8 4 16 1024/32 512 256 2048",
                "4431 to 256",
                "2 0 0 0/4 2 0 0/8 4 16 x/32 x x x",
            ),
            (
                "2 0 0 0/4 2 0 0/8 2 1024 256/16 4 512 2048",
                "LL to 256",
                "2 0 0 0/4 2 0 0/8 2 x x/16 4 x x",
            ),
        ] {
            let board: Board = text.parse().unwrap();
            let expected = Some((game.to_owned(), small.to_owned()));
            assert_eq!(found(board), expected);
            // An image may have another image of the small board, by a symmetry of the formation.
            let shape = small.parse::<Board>().unwrap().shape();
            for symmetry in Symmetry::of(board.shape()) {
                let (name, turned) = found(symmetry.board(board)).unwrap();
                assert_eq!(name, game, "{text} by {symmetry:?}");
                let turned: Board = turned.parse().unwrap();
                let images = Symmetry::of(shape).iter().map(|it| it.board(turned).to_string());
                assert!(images.into_iter().any(|it| it == small), "{turned} by {symmetry:?}");
            }
        }
    }

    #[test]
    fn boards_whose_large_tiles_do_not_stay_have_no_formation() {
        for text in [
            // Neighbours that merge, a tile that is not larger than the others, and a small one.
            "2 0 0 0/4 2 0 0/8 32 64 16/256 256 1024 2048",
            "2 0 0 0/4 2 0 0/8 32 4 256/256 512 1024 2048",
            "2 0 0 0/4 2 0 0/8 2 4 16/32 512 1024 2048",
            // Every slide moves a large tile; and no tile that can be the last random one.
            "0 0 0 0/0 0 0 0/2 4 2 4/128 256 512 1024",
            "8 0 0 0/16 8 0 0/8 32 64 16/256 512 1024 2048",
            "2 4/8 16",
            "0 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0",
        ] {
            assert_eq!(found(text.parse().unwrap()), None, "{text}");
        }
        let locked: Board = "2 0 0 0/4 2 0 0/8 32 64 16/x x x x".parse().unwrap();
        assert_eq!(found(locked), None);
    }

    #[test]
    fn the_target_is_one_of_the_board_and_the_sentence_names_it() {
        let large = "2 4 0 0/0 2 0 0/8 4096 8192 16384/16 32768 4096 8192".parse().unwrap();
        assert_eq!(found(large).unwrap().0, "L3 to 2048");
        let board: Board = "16 8 0 2/2048 256 4 0/1024 512 2 0/4096 8192 0 2".parse().unwrap();
        let found = FoundFormation::of(board, Probability::SPAWN_FOUR).unwrap();
        assert_eq!(
            found.text(),
            "This is the formation L3: 6 large tiles stay in place, and a game to 256 is left on \
             10 free cells. Its board is shown turned."
        );
        assert_eq!(found.remedy().label, "Values of L3 to 256");
    }
}

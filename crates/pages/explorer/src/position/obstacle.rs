//! Why a board is not a position of a game, and what to do about it.

use mdp2048_model::{Game, Status};
use mdp2048_rules::{Board, Exponent};

use crate::game_choice::{board_text, targets, with_target};
use crate::known_values::KnownValues;
use crate::position::free_tiles;

/// The reason why a board has no values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// There are fewer than two tiles.
    FewTiles,
    /// A tile is larger than any that the board can make.
    LargeTile(Exponent),
    /// The target is made.
    Won(Exponent),
    /// No action is allowed.
    Lost,
    /// None of the tiles can be the last random tile.
    NoRandomTile,
    /// No game reaches the board, by the solution.
    Unreachable,
}

/// The next sensible step for a board without values.
#[derive(Clone, Debug, PartialEq)]
pub struct Remedy {
    /// What it does.
    pub label: String,
    /// The game afterwards.
    pub game: Game,
    /// The board afterwards.
    pub board: Board,
}

/// The number of tiles on the free cells.
fn tiles_of(board: Board) -> usize {
    board.shape().free_cells() - board.empty_cells().len()
}

/// The least number of tiles with which a game starts.
fn least_tiles(game: &Game) -> usize {
    game.given_starts().map(tiles_of).min().unwrap_or(2)
}

impl Obstacle {
    /// The obstacle of a board, if there is one; `known` is what is known of the solution.
    pub fn of(game: &Game, board: Board, known: Option<&KnownValues>) -> Option<Self> {
        let largest = board.largest();
        let possible = largest_possible(game);
        if game.given_starts().any(|start| start == board) {
            return None;
        }
        if tiles_of(board) < least_tiles(game) {
            return Some(Self::FewTiles);
        }
        if largest > possible {
            return Some(Self::LargeTile(largest));
        }
        match game.status(board) {
            Status::Won => return Some(Self::Won(largest)),
            Status::Lost => return Some(Self::Lost),
            Status::Playing => {}
        }
        if !board.tiles().any(|tile| random_tiles(game).contains(&tile)) {
            return Some(Self::NoRandomTile);
        }
        let is_unreachable = known.is_some_and(|known| known.is_unreachable(board));
        is_unreachable.then_some(Self::Unreachable)
    }

    /// A sentence about the obstacle.
    pub fn text(self, game: &Game) -> String {
        match self {
            Self::FewTiles => {
                let tiles = match least_tiles(game) {
                    1 => "a tile".to_owned(),
                    2 => "two tiles".to_owned(),
                    tiles => format!("{tiles} tiles"),
                };
                format!("A game starts with {tiles}, and this board has fewer.")
            }
            Self::LargeTile(tile) => format!(
                "No game makes a {tile} on a {} board: its largest tile is {}.",
                board_text(game),
                largest_possible(game)
            ),
            Self::Won(tile) => format!("This game is won: the board has a {tile}."),
            Self::Lost if game.shape().has_locked() => {
                "This game is over: no slide leaves every locked tile in its place.".to_owned()
            }
            Self::Lost => "This game is over: no tile can slide.".to_owned(),
            Self::NoRandomTile => {
                let [small, large] = random_tiles(game);
                let tiles = if small == large {
                    format!("a {small}, and this board has none")
                } else {
                    "a 2 or a 4, and this board has neither".to_owned()
                };
                format!("No game reaches this board: its last random tile must be {tiles}.")
            }
            Self::Unreachable if game.given_starts().len() > 0 => format!(
                "No game from the start boards of {} reaches this board: change a tile, or choose \
                 a random position.",
                board_text(game)
            ),
            Self::Unreachable => {
                "No game reaches this board: change a tile, or choose a random position.".to_owned()
            }
        }
    }

    /// The nearest sensible next step, if there is one.
    pub fn remedy(self, game: &Game, board: Board) -> Option<Remedy> {
        let empty = board.empty_cells().next();
        let replace = |cell: usize, tile: Exponent| Remedy {
            label: match (board.tile(cell), tile) {
                (Exponent::EMPTY, _) => format!("Place a {tile} on {}", cell_name(board, cell)),
                (old, Exponent::EMPTY) => {
                    format!("Remove the {old} on {}", cell_name(board, cell))
                }
                (old, _) => format!("Replace the {old} on {} by {tile}", cell_name(board, cell)),
            },
            game: *game,
            board: board.with(cell, tile),
        };
        let [random, _] = random_tiles(game);
        let smallest = || {
            let tiles = free_tiles(board).filter(|(_, tile)| !tile.is_empty());
            tiles.min_by_key(|&(_, tile)| tile).map(|(cell, _)| cell)
        };
        match self {
            Self::FewTiles => empty.map(|cell| replace(cell, random)),
            Self::LargeTile(tile) => {
                let (cell, _) = free_tiles(board).find(|&(_, it)| it == tile)?;
                let playing = game.target().and_then(|it| Exponent::new(it.get() - 1));
                Some(replace(cell, playing.unwrap_or(largest_possible(game))))
            }
            Self::Won(tile) => {
                let larger = targets(game.shape(), game.spawn_four().get());
                let target = larger.into_iter().find(|&target| target > tile.face());
                let game = with_target(game, target);
                let label = match target {
                    Some(target) => format!("Choose the target {target}"),
                    None => "Choose no target".to_owned(),
                };
                (game.status(board) != Status::Won).then_some(Remedy { label, game, board })
            }
            Self::Lost => smallest().map(|cell| replace(cell, Exponent::EMPTY)),
            Self::NoRandomTile => {
                let cell = empty.or_else(smallest)?;
                Some(replace(cell, random))
            }
            Self::Unreachable => None,
        }
    }
}

/// The largest tile that games on this board can make.
fn largest_possible(game: &Game) -> Exponent {
    let largest = targets(game.shape(), game.spawn_four().get()).into_iter().max();
    largest.and_then(|face| Exponent::from_face(face).ok()).unwrap_or(Exponent::MAX)
}

/// The least and the largest random tile.
fn random_tiles(game: &Game) -> [Exponent; 2] {
    let four = game.spawn_four().get();
    let least = if four < 1.0 { Exponent::TWO } else { Exponent::FOUR };
    [least, if four > 0.0 { Exponent::FOUR } else { Exponent::TWO }]
}

/// The name of a cell: `row 1, column 2`.
fn cell_name(board: Board, cell: usize) -> String {
    let cols = board.shape().cols();
    format!("row {}, column {}", cell / cols + 1, cell % cols + 1)
}

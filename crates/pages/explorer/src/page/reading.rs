//! What is understood of texts that a reader gives.

use mdp2048_display::counted;
use mdp2048_model::{Game, Objective, Seed, Status};
use mdp2048_rules::{Board, Exponent, Shape};

use crate::estimates::is_estimated;
use crate::game_choice::{self, with_objective, with_shape, with_target};
use crate::position::{PastedBoard, Remedy, free_tiles};
use mdp2048_review::RecordedGame;

/// A field of the page that takes texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextSource {
    /// The field for a board.
    Board,
    /// The field for a game.
    Game,
}

/// What is understood of a text, or why it cannot be read.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The field that has it.
    pub source: TextSource,
    /// Whether the text is read.
    pub is_read: bool,
    /// A sentence.
    pub text: String,
    /// Another board that the text may mean.
    pub other: Option<Remedy>,
}

/// The longest text that is read as a game, in bytes. A move is a line of less than 100 bytes.
pub(crate) const LONGEST_GAME: usize = 1_000_000;

/// The text that a reader means who pastes a text into the field of a game: that text if it is a
/// game, else the whole of the field, which it completes.
pub fn pasted_game(game: &Game, pasted: String, whole: String) -> String {
    if RecordedGame::parse(game, &pasted).is_ok() { pasted } else { whole }
}

/// The sentence about a board that is read, in the game before and in the game for the board.
pub(crate) fn board_text(pasted: PastedBoard, before: &Game, game: &Game) -> String {
    let board = pasted.board;
    let (shape, sum) = (game_choice::board_text(game), board.tile_sum());
    let exponents = match pasted.is_exponents {
        true => format!(" as exponents{}", example(board)),
        false => String::new(),
    };
    let change = if game == before { String::new() } else { format!(" The game is now {game}.") };
    format!("Position read{exponents}: {shape}, tile sum {sum}.{change}")
}

/// The first three exponents of a board and their tiles: ` (1 2 3 → 2 4 8)`.
fn example(board: Board) -> String {
    let tiles = free_tiles(board).map(|(_, tile)| tile).filter(|tile| !tile.is_empty());
    let mut tiles: Vec<_> = tiles.collect();
    tiles.sort_unstable();
    tiles.dedup();
    tiles.truncate(3);
    let text = |number: fn(&Exponent) -> u32| {
        tiles.iter().map(|tile| number(tile).to_string()).collect::<Vec<_>>().join(" ")
    };
    match tiles.len() {
        0 => String::new(),
        _ => format!(" ({} → {})", text(|it| it.get().into()), text(|it| it.face())),
    }
}

/// The board of a text that may mean tiles and was read as exponents.
pub(crate) fn tiles_instead(pasted: PastedBoard, game: &Game) -> Option<Remedy> {
    let board = pasted.as_faces().filter(|&board| board != pasted.board)?;
    Some(Remedy { label: format!("Read as tiles: {board}"), game: *game, board })
}

/// The sentence about a game that is read.
pub(crate) fn game_text(record: &RecordedGame, seed: Option<Seed>) -> String {
    let moves = counted(record.moves().len() as u64, "move");
    let seed = seed.map(|seed| format!("seed {seed}, ")).unwrap_or_default();
    let status = match record.status() {
        Status::Won => "won",
        Status::Lost => "lost",
        Status::Playing => "not over",
    };
    format!("Game of {moves} read: {seed}{status}.")
}

/// The game for a board that is read. A board of the same shape belongs to the game that is shown.
/// On another shape, the game is the one that was solved last. If none was solved, it is like the
/// game that is shown, with three exceptions: a board of 4x4 is one of the original game, played for
/// points, because such boards have tiles that are too large for a target that a browser can solve;
/// from the original game, a board of another shape leads to a win game with the usual target; and a
/// board that has the target already leads to the next one, if that can be reached.
pub(crate) fn game_of_board<'a>(
    game: &Game,
    board: Board,
    solved: impl DoubleEndedIterator<Item = &'a Game>,
) -> Game {
    let shape = board.shape();
    if shape == game.shape() {
        return *game;
    }
    if let Some(solved) = solved.rev().find(|it| it.shape() == shape) {
        return *solved;
    }
    if shape == Shape::FOUR_BY_FOUR {
        let spawn_four = game.spawn_four().get();
        return Game::new(shape, Objective::Score, None, 1.0, spawn_four).unwrap_or(*game);
    }
    let like = match is_estimated(game) {
        true => with_shape(&with_objective(game, Objective::Win), shape),
        false => with_shape(game, shape),
    };
    match like.status(board) {
        Status::Won => with_target(&like, Some(2 * board.largest().face())),
        _ => like,
    }
}

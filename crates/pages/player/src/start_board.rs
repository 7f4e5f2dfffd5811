//! Chosen first boards, as text.

use mdp2048_display::shortened;
use mdp2048_model::{Game, Status};
use mdp2048_rules::Board;
use thiserror::Error;

/// The text is not a board that a game can be played from.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "'{text}' is not a board with a move to play in {game}: write the tiles row by row, such as \
     '0 2 0/0 64 4/0 8 8'"
)]
pub struct StartBoardError {
    text: String,
    game: String,
}

/// Reads the board that a game is to start from: faces with `/` between the rows, or the exponents
/// as hexadecimal digits.
///
/// # Errors
/// [`StartBoardError`] if the text is not a board of the game's shape, or the board is won or lost.
pub fn parse_start_board(game: &Game, text: &str) -> Result<Board, StartBoardError> {
    let board = match Board::from_hex(game.shape(), text.trim()) {
        Ok(board) => Some(board),
        Err(_) => text.parse().ok().filter(|board: &Board| board.shape() == game.shape()),
    };
    board
        .filter(|&board| game.status(board) == Status::Playing)
        .ok_or_else(|| StartBoardError { text: shortened(text), game: game.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_game_name;

    #[test]
    fn boards_without_a_move_to_play_are_refused() {
        let game = parse_game_name("3x3_to_512").unwrap();
        let board = parse_start_board(&game, "0 2 0/0 64 4/0 8 8");
        assert_eq!(parse_start_board(&game, "010062033"), board);
        let won = "0 512 0/0 0 0/0 0 0";
        let lost = "2 4 2/4 2 4/2 4 2";
        for text in ["", "0 2/2 0", "01006203", "0 3 0/0 0 0/0 0 0", "0 0 0/0 0 0/0 0 0", won, lost]
        {
            let error = parse_start_board(&game, text).unwrap_err().to_string();
            assert!(
                error.contains(&format!("'{text}'")) && error.contains("3x3 to 512"),
                "{error}"
            );
        }
    }
}

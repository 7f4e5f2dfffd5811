//! Games as files.

use mdp2048_review::RecordedGame;

/// A game as lines of text, which [`RecordedGame::parse`] reads.
pub fn saved_text(record: &RecordedGame) -> String {
    let mut text = String::new();
    for (number, it) in (1..).zip(record.moves()) {
        text += &format!("{number}  {}  {}\n", it.board, it.action);
    }
    text + &format!("{}\n", record.last())
}

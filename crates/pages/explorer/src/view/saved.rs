//! Games as files: text, JSON and tables, with their reviews.

use mdp2048_rules::Board;

use crate::{Chances, RecordedGame, Review};

/// A game as lines of text, which [`RecordedGame::parse`] reads.
pub fn saved_text(record: &RecordedGame) -> String {
    let mut text = String::new();
    for (number, it) in (1..).zip(record.moves()) {
        text += &format!("{number}  {}  {}\n", it.board, it.action);
    }
    text + &format!("{}\n", record.last())
}

/// A game as JSON, with its review where that is known.
pub fn saved_json(record: &RecordedGame, review: Option<&Review>) -> String {
    let steps = record.moves().iter().enumerate().map(|(index, it)| {
        let reviewed = review.and_then(|review| review.moves.get(index)).map(|it| {
            format!(
                ", \"best\": \"{}\", \"grade\": \"{}\", \"regret\": {}, \"loss\": {}, \"luck\": {}",
                it.best,
                it.grade.name(),
                it.regret,
                it.loss,
                it.luck
            )
        });
        let reviewed = reviewed.unwrap_or_default();
        format!("{{ \"board\": \"{}\", \"action\": \"{}\"{reviewed} }}", it.board.hex(), it.action)
    });
    let steps: Vec<String> = steps.collect();
    let totals = review.map(|it| {
        format!(
            "\n  \"start_value\": {}, \"start_luck\": {}, \"luck\": {}, \"loss\": {}, \
             \"result\": {},{}",
            it.start_value,
            it.start_luck,
            it.luck,
            it.loss,
            it.result,
            it.chances.map(chances_json).unwrap_or_default()
        )
    });
    format!(
        "{{\n  \"game\": \"{}\",{}\n  \"steps\": [\n    {}\n  ],\n  \"final\": \"{}\"\n}}\n",
        record.game(),
        totals.unwrap_or_default(),
        steps.join(",\n    "),
        record.last().hex()
    )
}

/// The chances of winning as an entry of a JSON object.
fn chances_json(chances: Chances) -> String {
    let Chances { start, kept, luck, outcome } = chances;
    format!(
        "\n  \"chances\": {{ \"start\": {start}, \"kept\": {kept}, \"luck\": {luck}, \
         \"outcome\": {outcome} }},"
    )
}

/// A game as a table with commas, with its review where that is known.
pub fn saved_csv(record: &RecordedGame, review: Option<&Review>) -> String {
    let mut text = "move,board,action,next,best,grade,regret,loss,luck\n".to_owned();
    for (index, it) in record.moves().iter().enumerate() {
        let reviewed = review.and_then(|review| review.moves.get(index));
        let reviewed = reviewed.map_or(",,,,".to_owned(), |it| {
            format!("{},{},{},{},{}", it.best, it.grade.name(), it.regret, it.loss, it.luck)
        });
        let boards: [Board; 2] = [it.board, it.next];
        let [board, next] = boards.map(Board::hex);
        text += &format!("{},{board},{},{next},{reviewed}\n", index + 1, it.action);
    }
    text
}

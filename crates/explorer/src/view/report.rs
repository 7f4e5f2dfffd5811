//! The review of a game in words and as points of a chart.

use mdp2048_display::{Measure, counted};
use mdp2048_model::{Status, ValuedGame};
use mdp2048_rules::Board;

use crate::view::action_rows::cost;
use crate::{Grade, RecordedGame, Review};

/// The review of a game for people.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The accuracy, from 0 to 1.
    pub accuracy: f64,
    /// The accuracy as a text: `89.2 %`.
    pub accuracy_text: String,
    /// The number of moves of each grade that occurs.
    pub grades: Vec<(Grade, usize)>,
    /// The terms of start value + luck - loss = result.
    pub terms: Vec<ReportTerm>,
    /// The value after each move, from the start on: the value of the board and what was gained.
    pub values: Vec<f64>,
    /// The moves that are not perfect.
    pub mistakes: Vec<ReportedMistake>,
    /// A sentence for each move: its grade, its cost and a best move.
    pub sentences: Vec<String>,
    /// The luck in words: `unlucky by 12.3 points`.
    pub luck: String,
    /// What the moves cost in words: `3.1 points lost by moves`.
    pub loss: String,
    /// The outcome in words: `won after 12 moves`.
    pub outcome: String,
    /// A text to share.
    pub summary: String,
}

/// A term of start value + luck - loss = result.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportTerm {
    /// Its name: `luck`.
    pub name: &'static str,
    /// Its text: `+12.3 points`.
    pub text: String,
    /// The number.
    pub number: f64,
}

/// A move that is not perfect.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportedMistake {
    /// The number of moves before it.
    pub ply: usize,
    /// How bad it is.
    pub grade: Grade,
    /// The board, the move and its cost.
    pub text: String,
}

impl Report {
    /// The report of a game and its review.
    pub fn new(valued_game: &ValuedGame, record: &RecordedGame, review: &Review) -> Self {
        let measure = Measure::of(valued_game);
        let shown = |value: f64| measure.text(valued_game.measured(value));
        let luck = review.start_luck + review.luck;
        let term = |name, text, number| ReportTerm { name, text, number };
        let (accuracy_text, luck_text) = (accuracy_text(review), luck_text(measure, luck));
        let outcome = outcome(record);
        let pairs = || record.moves().iter().zip(&review.moves).enumerate();
        let sentences: Vec<String> = pairs()
            .map(|(_, (_, it))| match it.grade {
                Grade::Perfect => format!("{}: perfect.", it.action),
                grade => format!(
                    "{}: {}, {}. The best move was {}.",
                    it.action,
                    grade.name(),
                    cost(measure, it.regret),
                    it.best
                ),
            })
            .collect();
        let mistakes = pairs().filter(|(_, (_, it))| it.grade != Grade::Perfect);
        let mistakes = mistakes.map(|(ply, (played, it))| ReportedMistake {
            ply,
            grade: it.grade,
            text: format!(
                "Move {}, {} on {}: {}, {}",
                ply + 1,
                it.action,
                played.board,
                it.grade.name(),
                cost(measure, it.regret)
            ),
        });
        Self {
            accuracy: review.accuracy,
            grades: Grade::ALL
                .map(|grade| (grade, review.count(grade)))
                .into_iter()
                .filter(|&(_, count)| count > 0)
                .collect(),
            terms: vec![
                term("start value", shown(review.start_value), review.start_value),
                term("luck", signed(measure, luck), luck),
                term("lost by moves", signed(measure, -review.loss), -review.loss),
                term(result_name(record), shown(review.result), review.result),
            ],
            values: values(valued_game, review),
            mistakes: mistakes.collect(),
            summary: format!(
                "{}, {outcome}: {accuracy_text} accuracy, {luck_text}.",
                record.game()
            ),
            luck: luck_text,
            loss: loss_text(measure, review.loss),
            outcome,
            accuracy_text,
            sentences,
        }
    }
}

/// The accuracy, never rounded up to 100 %.
fn accuracy_text(review: &Review) -> String {
    let percent = 100.0 * review.accuracy;
    let is_perfect = review.moves.iter().all(|it| it.grade == Grade::Perfect);
    if is_perfect { "100 %".to_owned() } else { format!("{:.1} %", percent.min(99.9)) }
}

/// What the game is worth after each move, in the unit of the objective.
fn values(valued_game: &ValuedGame, review: &Review) -> Vec<f64> {
    let mut value = review.start_value + review.start_luck;
    let mut values = vec![value];
    for it in &review.moves {
        value += it.luck - it.loss;
        values.push(value);
    }
    values.into_iter().map(|value| valued_game.objective_value(value).unwrap_or(0.0)).collect()
}

fn result_name(record: &RecordedGame) -> &'static str {
    match record.status() {
        Status::Playing => "value now",
        _ => "result",
    }
}

fn outcome(record: &RecordedGame) -> String {
    let moves = counted(record.moves().len() as u64, "move");
    match record.status() {
        Status::Won => format!("won after {moves}"),
        Status::Lost => format!("over after {moves}"),
        Status::Playing => format!("{moves} so far"),
    }
}

/// A difference with its sign: `+12.3 points`.
fn signed(measure: Measure, difference: f64) -> String {
    let sign = if difference < 0.0 { "\u{2212}" } else { "+" };
    format!("{sign}{}", amount(measure, difference.abs()))
}

fn luck_text(measure: Measure, luck: f64) -> String {
    match luck {
        0.0 => "neither lucky nor unlucky".to_owned(),
        ..0.0 => format!("unlucky by {}", amount(measure, -luck)),
        _ => format!("lucky by {}", amount(measure, luck)),
    }
}

fn loss_text(measure: Measure, loss: f64) -> String {
    match loss {
        0.0 => "nothing lost by moves".to_owned(),
        _ => format!("{} lost by moves", amount(measure, loss)),
    }
}

/// An amount with one decimal, or two digits if it is small.
fn amount(measure: Measure, amount: f64) -> String {
    match measure {
        Measure::Probability if amount >= 0.1 => format!("{:.1} points", 100.0 * amount),
        Measure::Score if amount >= 10.0 => format!("{amount:.1} in score"),
        Measure::Moves | Measure::Fewest if amount >= 10.0 => format!("{amount:.1} moves"),
        _ => measure.difference(amount),
    }
}

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
            "\n  \"accuracy\": {}, \"start_value\": {}, \"start_luck\": {}, \"luck\": {}, \
             \"loss\": {}, \"result\": {},",
            it.accuracy, it.start_value, it.start_luck, it.luck, it.loss, it.result
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

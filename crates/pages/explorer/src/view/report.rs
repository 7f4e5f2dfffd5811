//! The review of a game in words and as points of a chart.

use mdp2048_display::{Measure, counted, percent, share, significant};
use mdp2048_model::{Status, Value, ValuedGame};

use crate::view::action_rows::value_texts;
use mdp2048_review::{Chances, Grade, MoveReview, RecordedGame, Review};

/// The review of a game for people.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// What the moves kept or lost.
    pub headline: Headline,
    /// The number of moves of each grade that occurs.
    pub grades: Vec<(Grade, usize)>,
    /// A sentence that explains the grades.
    pub scale: String,
    /// The terms of start value x kept x luck = result if the objective counts wins, else of
    /// start value + luck - loss = result.
    pub terms: Vec<ReportTerm>,
    /// The value after each move, from the start on: the value of the board and what was gained.
    pub values: Vec<f64>,
    /// The texts of these values.
    pub value_texts: Vec<String>,
    /// The grade of each move.
    pub by_move: Vec<Grade>,
    /// A sentence for each move: its value, grade and cost, and a best move with its value.
    pub sentences: Vec<String>,
    /// The luck in words: `luck took the rest`, `unlucky by 12.3 in score`.
    pub luck: String,
    /// Both in words: `kept 95.40 % of the chance; luck took the rest`.
    pub kept_and_luck: String,
    /// The outcome in words: `won after 12 moves`.
    pub outcome: String,
    /// A text to share.
    pub summary: String,
}

/// What the moves of a game kept or lost, as a number and the words after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Headline {
    /// The share of the chance that the moves kept, from 0 to 1; what they lost if the objective
    /// does not count wins.
    pub number: f64,
    /// The number as a text: `95.40 %`, `12.3 in score`.
    pub text: String,
    /// What it is: `of the chance kept`, `lost by moves`.
    pub words: &'static str,
    /// A sentence that explains it.
    pub explanation: &'static str,
}

/// A term of the equation of a result.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportTerm {
    /// Its name: `luck`.
    pub name: &'static str,
    /// Its text, with the sign of its operation: `+12.3 in score`, `× 95.4 %`.
    pub text: String,
    /// The number.
    pub number: f64,
}

impl Report {
    /// The report of a game and its review.
    pub fn new(valued_game: &ValuedGame, record: &RecordedGame, review: &Review) -> Self {
        let measure = Measure::of(valued_game);
        let shown = |value: Value| measure.named(value.measured());
        let luck = review.start_luck + review.luck;
        // Better is less where few moves are wanted.
        let sign = if valued_game.game().objective().wants_few() { -1.0 } else { 1.0 };
        let term = |name, text, number| ReportTerm { name, text, number };
        let (headline, luck_text, terms, sentence) = match &review.chances {
            Some(chances) => {
                let kept = share(chances.kept);
                let luck_text = luck_in_words(chances);
                let chance = |chance| match measure {
                    Measure::Discounted => measure.text(Some(chance)),
                    _ => percent(chance),
                };
                let terms = vec![
                    term("start value", chance(chances.start), chances.start),
                    term("kept by moves", format!("\u{d7} {kept}"), chances.kept),
                    term("luck", format!("\u{d7} {}", factor(chances.luck)), chances.luck),
                    term(
                        result_name(record),
                        format!("= {}", chance(chances.outcome)),
                        chances.outcome,
                    ),
                ];
                let sentence = format!("kept {kept} of the chance; {luck_text}");
                (Headline::kept(chances, kept), luck_text, terms, sentence)
            }
            None => {
                let luck_text = luck_text(measure, luck);
                let (start, result) = (review.start_value, review.result);
                let [changed, lost] = [sign * luck, -sign * review.loss];
                let terms = vec![
                    term("start value", shown(start), start.get()),
                    term("luck", signed(measure, changed), changed),
                    term("lost by moves", signed(measure, lost), lost),
                    term(result_name(record), format!("= {}", shown(result)), result.get()),
                ];
                let sentence = format!("{}, {luck_text}", loss_text(measure, review.loss));
                (Headline::lost(measure, review), luck_text, terms, sentence)
            }
        };
        let outcome = outcome(record);
        let values = values(valued_game, review);
        let sentences = review.moves.iter().map(|it| move_sentence(valued_game, it)).collect();
        Self {
            headline,
            grades: Grade::ALL
                .map(|grade| (grade, review.count(grade)))
                .into_iter()
                .filter(|&(_, count)| count > 0)
                .collect(),
            scale: Grade::scale(valued_game),
            terms,
            value_texts: values.iter().map(|&value| shown(value)).collect(),
            values: values.into_iter().map(Value::get).collect(),
            by_move: review.moves.iter().map(|it| it.grade).collect(),
            summary: format!("{}, {outcome}: {sentence}.", record.game()),
            kept_and_luck: sentence,
            luck: luck_text,
            outcome,
            sentences,
        }
    }
}

impl Headline {
    fn kept(chances: &Chances, text: String) -> Self {
        Self {
            number: chances.kept,
            text,
            words: "of the chance kept",
            explanation: "Each move keeps a share of the chance of winning: that of the move \
                          played over that of the best. All shares multiplied are the share of \
                          the chance that is kept; the random tiles did the rest.",
        }
    }

    fn lost(measure: Measure, review: &Review) -> Self {
        Self {
            number: review.loss,
            text: amount(measure, review.loss),
            words: "lost by moves",
            explanation: "Each move loses what the best move is worth above it. The losses of all \
                          moves are added; the random tiles did the rest.",
        }
    }
}

/// A move in a sentence: its value, its grade, what it keeps or costs, and a best move:
/// `up (58.10 %): mistake, keeps 94.47 % of the chance. Best was left (61.50 %).`
pub(super) fn move_sentence(valued_game: &ValuedGame, it: &MoveReview) -> String {
    let measure = Measure::of(valued_game);
    if it.grade == Grade::Best {
        return format!("{}: best.", it.action);
    }
    let played = valued_game.value(it.value.expected_return() - it.regret);
    let values = [(played, it.regret), (it.value, 0.0)].map(Some);
    let [Some(played), Some(best)] = value_texts(measure, None, values) else {
        return format!("{}: {}.", it.action, it.grade.name());
    };
    format!(
        "{} ({}): {}, {}. Best was {} ({}).",
        it.action,
        measure.with_name(&played.text),
        it.grade.name(),
        measure.in_words(it.value.get(), played.regret),
        it.best,
        measure.with_name(&best.text)
    )
}

/// What the random tiles made of the chance that the moves kept.
fn luck_in_words(chances: &Chances) -> String {
    match *chances {
        Chances { kept: 0.0, .. } => "the moves gave all of it away".to_owned(),
        Chances { outcome: 0.0, kept: 1.0, .. } => "luck took it".to_owned(),
        Chances { outcome: 0.0, .. } => "luck took the rest".to_owned(),
        Chances { luck, .. } => match factor(luck).as_str() {
            "1" | "1.00" => "luck changed nothing".to_owned(),
            factor => format!("luck multiplied it by {factor}"),
        },
    }
}

/// A factor with three significant digits at least: `1.42`, `0.0312`, `1350`.
fn factor(factor: f64) -> String {
    if factor >= 1.0 { format!("{factor:.2}") } else { significant(factor) }
}

/// What the game is worth after each move.
fn values(valued_game: &ValuedGame, review: &Review) -> Vec<Value> {
    let first = review.start_value.expected_return() + review.start_luck;
    let mut values = vec![first];
    for it in &review.moves {
        values.push(values[values.len() - 1] + it.luck - it.loss);
    }
    values.into_iter().map(|value| valued_game.value(value)).collect()
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
        Measure::Expected(_) if amount >= 10.0 => measure.with_unit(&format!("{amount:.1}")),
        _ => measure.difference(amount),
    }
}

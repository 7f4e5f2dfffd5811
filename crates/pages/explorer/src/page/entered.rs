//! What a random tile that the reader has entered does to the value, and which one hurts most.

use mdp2048_display::{Measure, count};
use mdp2048_model::Values as _;
use mdp2048_rules::CanonicalState;

use super::Exploration;
use crate::url::Mode;
use crate::view::{NextBoard, NextMove, named_text};

/// The random tile that the reader has entered last while playing along.
#[derive(Clone, Debug, PartialEq)]
pub struct EnteredTile {
    /// What it does to the value, and which tile hurts most, in a sentence or two.
    pub sentence: String,
    /// The same with all numbers, also those that nobody can picture.
    pub full: String,
    /// The board of the tile that hurts most, unless that of the reader is worth as little.
    pub worst: Option<NextBoard>,
}

impl Exploration {
    /// The last random tile beside all others that could have come: what each leaves is V of its
    /// board, and the expectation over them is the value after the move. `None` unless the reader has
    /// entered a tile while playing along and all these values are known.
    pub fn entered_tile(&self) -> Option<EnteredTile> {
        let (game, line) = (self.game(), self.line());
        let ply = line.at().checked_sub(1).filter(|_| self.mode() == Mode::Along)?;
        let known = self.solution()?.shown(line.board_at(ply));
        let (_, tile) = line.spawn_at(ply)?;
        let step = line.moves().get(ply)?;
        let all = NextMove::of(game, Some(known), line.board_at(ply), step.action)?.boards;
        let state = CanonicalState::of(step.next).0;
        let entered = all.iter().find(|it| CanonicalState::of(it.board).0 == state)?;
        let value_of = |it: &NextBoard| Some(it.probability * it.value?.expected_return());
        let expected: f64 = all.iter().map(value_of).sum::<Option<f64>>()?;
        let worst = all.iter().find(|it| it.is_worst);
        let (cols, measure) = (game.shape().cols(), Measure::of(known.valued_game()));
        let expected = known.valued_game().value(expected);
        let expected = (expected.measured(), named_text(known, expected));
        let sentence = |is_plain: bool| {
            let words = |number: Option<f64>, text: &str| match number {
                Some(number) if is_plain => measure.in_plain_words(number, text),
                _ => text.to_owned(),
            };
            let left = words(entered.number, &entered.text);
            let Some(worst) = worst else {
                return format!("Your {tile} changes nothing: every tile leaves {left}.");
            };
            let expected = words(expected.0, &expected.1);
            let takes = match expected == left {
                true => format!("After the move, and after your {tile}: {left}."),
                false => format!("After the move: {expected}. After your {tile}: {left}."),
            };
            if entered.is_worst {
                return format!("{takes} No other tile hurts more.");
            }
            let (row, column) = (worst.cell / cols + 1, worst.cell % cols + 1);
            let (tile, hurts) = (worst.tile, words(worst.number, &worst.text));
            let most = format!("{takes} What hurts most is a {tile} on row {row}, column {column}");
            // Where the words are the same, the numbers are not.
            let ratio = worst.number.zip(entered.number).map(|(worst, left)| worst / left);
            match ratio.filter(|_| known.valued_game().is_losing()) {
                _ if hurts != left => format!("{most}: {hurts}."),
                Some(ratio) if ratio >= 1.05 && ratio.is_finite() => {
                    format!("{most}: losing is then {} times as likely.", rounded(ratio))
                }
                _ => format!("{most}, by less than is shown."),
            }
        };
        let worst = worst.filter(|_| !entered.is_worst).cloned();
        Some(EnteredTile { sentence: sentence(true), full: sentence(false), worst })
    }
}

/// A ratio with two digits or more: `1.3`, `57`, `1,200`.
fn rounded(ratio: f64) -> String {
    match ratio {
        ..10.0 => format!("{ratio:.1}"),
        _ => count(ratio.round() as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_have_two_digits_or_more() {
        assert_eq!([1.26, 57.4, 1234.0].map(rounded), ["1.3", "57", "1,234"]);
    }
}

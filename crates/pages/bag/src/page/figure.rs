//! The distributions of the page: drawings, and the numbers under the pointer.

use mdp2048_display::chart::Plot;
use mdp2048_display::{count, percent};

use crate::page::charts;
use crate::page::results::BagResults;
use crate::page::tally::GameSample;

/// A distribution of the number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BagFigure {
    /// As a whole.
    Moves,
    /// By the tile sum at the end.
    Sums,
}

/// The part of a figure that a reader points to.
#[derive(Clone, Debug, PartialEq)]
pub struct Pointed {
    /// Its x coordinate in the drawing.
    pub x: f64,
    /// Its numbers.
    pub text: String,
}

impl BagFigure {
    /// The name of the figure in the page.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Sums => "tile_sums",
        }
    }

    /// What is drawn, this wide.
    pub fn plot(self, results: &BagResults, tally: Option<&GameSample>, width: f64) -> Plot {
        match self {
            Self::Moves => charts::moves_plot(results, tally, width),
            Self::Sums => charts::sums_plot(results, width),
        }
    }

    /// The number of moves at an x coordinate of the drawing.
    pub fn cursor_at(self, results: &BagResults, width: f64, x: f64) -> u32 {
        // The sampled games do not change the x axis, but a taller y axis may widen its labels.
        let moves = self.plot(results, None, width).frame().x.value_at(x);
        // A number below 0 becomes 0.
        (moves.round() as u32).clamp(results.shown.0, results.shown.1)
    }

    /// The numbers at a number of moves.
    pub fn pointed(
        self,
        results: &BagResults,
        tally: Option<&GameSample>,
        width: f64,
        moves: u32,
    ) -> Pointed {
        let x = self.plot(results, None, width).frame().x.at(f64::from(moves));
        let text = match self {
            Self::Moves => moves_text(results, tally, moves),
            Self::Sums => sums_text(results, moves),
        };
        Pointed { x, text }
    }
}

fn moves_text(results: &BagResults, tally: Option<&GameSample>, moves: u32) -> String {
    let at_most: f64 = (results.moves.first..=moves).map(|count| results.moves.at(count)).sum();
    let exact = percent(results.moves.at(moves));
    let mut text = format!(
        "{} moves: {exact}; at most that many: {}",
        count(moves.into()),
        percent(at_most.min(1.0))
    );
    if let Some(tally) = tally {
        text += &format!("; sampled: {}", percent(tally.share(moves)));
    }
    text
}

fn sums_text(results: &BagResults, moves: u32) -> String {
    let total = results.moves.at(moves);
    let mut sums: Vec<(u32, f64)> =
        results.sums.iter().map(|sum| (sum.sum, sum.moves.at(moves))).collect();
    sums.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let share = |&(sum, each): &(u32, f64)| format!("sum {} {}", count(sum.into()), percent(each));
    let largest: Vec<String> =
        sums.iter().take(3).filter(|(_, each)| *each > 0.0).map(share).collect();
    format!(
        "{} moves: {}; {}; mixture {}",
        count(moves.into()),
        percent(total),
        largest.join(", "),
        percent(results.mixture.at(moves))
    )
}

#[cfg(test)]
mod tests {
    use crate::{BagGame, Chain};

    use super::*;

    #[test]
    fn the_numbers_under_the_pointer_are_those_of_the_results() {
        let results = BagResults::of(&Chain::new(BagGame::new(2048, 0.1).unwrap()));
        let figure = BagFigure::Moves;
        let pointed = figure.pointed(&results, None, 600.0, 939);
        assert_eq!(figure.cursor_at(&results, 600.0, pointed.x), 939);
        assert!(pointed.text.starts_with("939 moves: 4."), "{}", pointed.text);
        assert_eq!(figure.cursor_at(&results, 600.0, -50.0), results.shown.0);
        assert_eq!(figure.cursor_at(&results, 600.0, 5000.0), results.shown.1);
        let sums = BagFigure::Sums.pointed(&results, None, 600.0, 939);
        assert!(sums.text.contains("sum 2,068"), "{}", sums.text);
    }
}

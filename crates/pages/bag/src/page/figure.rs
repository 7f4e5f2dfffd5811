//! The figures of the page: drawings, and the numbers under the pointer.

use mdp2048_display::chart::{Chart, Plot};
use mdp2048_display::{count, percent};

use crate::page::charts::{self, mixture_at};
use crate::page::results::BagResults;
use crate::page::tally::GameSample;

/// A figure of the page that shows results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BagFigure {
    /// The distribution of the number of moves.
    Moves,
    /// The same, by the tile sum at the end.
    Sums,
    /// The bag at the end.
    Bags,
    /// All bags.
    Overview,
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
            Self::Bags => "last_bags",
            Self::Overview => "bags",
        }
    }

    /// The drawing.
    pub fn chart(self, results: &BagResults, tally: Option<&GameSample>, width: f64) -> Chart {
        match self {
            Self::Moves => charts::moves_plot(results, tally, width).draw(),
            Self::Sums => charts::sums_plot(results, width).draw(),
            Self::Bags => charts::bags_chart(results, width),
            Self::Overview => charts::overview_chart(results, width),
        }
    }

    /// The least and the largest number that a reader can point to, and the step between two of
    /// them; `None` if the figure shows all its numbers.
    pub fn cursor_range(self, results: &BagResults) -> Option<(u32, u32, u32)> {
        let overview = &results.overview;
        match self {
            Self::Moves | Self::Sums => Some((results.shown.0, results.shown.1, 1)),
            Self::Bags => None,
            Self::Overview => {
                let width = (overview.columns - 1) * overview.sums_per_column;
                Some((overview.least_sum, overview.least_sum + width, overview.sums_per_column))
            }
        }
    }

    /// The number at an x coordinate of the drawing.
    pub fn cursor_at(self, results: &BagResults, width: f64, x: f64) -> Option<u32> {
        let (least, most, step) = self.cursor_range(results)?;
        let number = self.plot(results, width)?.frame().x.value_at(x);
        let steps = (number - f64::from(least)) / f64::from(step);
        let steps = if self == Self::Overview { steps.floor() } else { steps.round() };
        // A number below 0 becomes 0.
        Some((least + steps as u32 * step).min(most))
    }

    /// The numbers at a cursor.
    pub fn pointed(
        self,
        results: &BagResults,
        tally: Option<&GameSample>,
        width: f64,
        cursor: u32,
    ) -> Option<Pointed> {
        let (_, _, step) = self.cursor_range(results)?;
        let half = if self == Self::Overview { f64::from(step) / 2.0 } else { 0.0 };
        let x = self.plot(results, width)?.frame().x.at(f64::from(cursor) + half);
        let text = match self {
            Self::Moves => moves_text(results, tally, cursor),
            Self::Sums => sums_text(results, cursor),
            _ => overview_text(results, cursor),
        };
        Some(Pointed { x, text })
    }

    fn plot(self, results: &BagResults, width: f64) -> Option<Plot> {
        match self {
            // The sampled games do not change the x axis, but a taller y axis may widen its labels.
            Self::Moves => Some(charts::moves_plot(results, None, width)),
            Self::Sums => Some(charts::sums_plot(results, width)),
            Self::Bags => None,
            Self::Overview => Some(charts::overview_plot(results, width)),
        }
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
        let share = f64::from(tally.count(moves)) / f64::from(tally.games.max(1));
        text += &format!("; sampled: {}", percent(share));
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
        percent(mixture_at(results, moves))
    )
}

fn overview_text(results: &BagResults, sum: u32) -> String {
    let overview = &results.overview;
    let column = ((sum - overview.least_sum) / overview.sums_per_column) as usize;
    let columns = overview.columns as usize;
    let cells = |cells: &[f64]| -> Vec<(usize, f64)> {
        let rows = cells.iter().skip(column).step_by(columns).copied().enumerate();
        rows.filter(|(_, each)| *each > 0.0).collect()
    };
    let (bags, ends) = (cells(&overview.cells), cells(&overview.ends));
    let last = sum + overview.sums_per_column - 2;
    let sums = if last > sum {
        format!("Sums {} to {}", count(sum.into()), count(last.into()))
    } else {
        format!("Sum {}", count(sum.into()))
    };
    let most = bags.iter().chain(&ends).max_by(|(_, one), (_, other)| one.total_cmp(other));
    let tiles = |at: usize| if at == 0 { "1 tile".to_owned() } else { format!("{} tiles", at + 1) };
    let likely = most.map_or(String::new(), |&(at, each)| {
        format!(": most likely {}, {}", tiles(at), percent(each.min(1.0)))
    });
    let end: f64 = ends.iter().map(|(_, each)| each).sum();
    let target = if end > 0.0 { "; here games end" } else { "" };
    format!("{sums}{likely}{target}")
}

#[cfg(test)]
mod tests {
    use crate::{BagGame, Chain};

    use super::*;

    fn results(target: u32) -> BagResults {
        BagResults::of(&Chain::new(BagGame::new(target, 0.1).unwrap()))
    }

    #[test]
    fn the_numbers_under_the_pointer_are_those_of_the_results() {
        let results = results(2048);
        let figure = BagFigure::Moves;
        let pointed = figure.pointed(&results, None, 600.0, 939).unwrap();
        assert_eq!(figure.cursor_at(&results, 600.0, pointed.x), Some(939));
        assert!(pointed.text.starts_with("939 moves: 4."), "{}", pointed.text);
        let (least, most, _) = figure.cursor_range(&results).unwrap();
        assert_eq!(figure.cursor_at(&results, 600.0, -50.0), Some(least));
        assert_eq!(figure.cursor_at(&results, 600.0, 5000.0), Some(most));
        let sums = BagFigure::Sums.pointed(&results, None, 600.0, 939).unwrap();
        assert!(sums.text.contains("sum 2,068"), "{}", sums.text);
    }

    #[test]
    fn the_overview_names_the_tile_sums_of_a_column() {
        let large = results(2048);
        let text = BagFigure::Overview.pointed(&large, None, 600.0, 4).unwrap().text;
        assert!(text.starts_with("Sums 4 to 14: most likely 3 tiles, 90.9"), "{text}");
        let small = results(16);
        let end = BagFigure::Overview.pointed(&small, None, 600.0, 22).unwrap().text;
        assert!(end.starts_with("Sum 22: ") && end.ends_with("; here games end"), "{end}");
    }

    #[test]
    fn every_figure_has_a_drawing() {
        let results = results(32);
        for figure in [BagFigure::Moves, BagFigure::Sums, BagFigure::Bags, BagFigure::Overview] {
            assert!(!figure.chart(&results, None, 400.0).shapes.is_empty());
        }
        assert_eq!(BagFigure::Bags.cursor_range(&results), None);
    }
}

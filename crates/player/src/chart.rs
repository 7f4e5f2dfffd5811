//! The line chart of the win probability over a game.

use mdp2048_display::{Percentage, tick_percent};
use mdp2048_model::Outcome;

use crate::Player;

/// A chart in fractions of its width (rightwards) and height (upwards).
#[derive(Clone, Debug, PartialEq)]
pub struct ChartData {
    /// The positions visited whose value is known.
    pub points: Vec<ChartPoint>,
    /// The position shown, where it is on the chart.
    pub cursor: f64,
    /// The value shown, if it is known.
    pub cursor_height: Option<f64>,
    /// Labels along the moves.
    pub moves: Vec<AxisTick>,
    /// Labels along the win probability.
    pub values: Vec<AxisTick>,
    // The position at the right edge, at least 1.
    span: usize,
}

/// A point of the line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChartPoint {
    /// From the left, 0 to 1.
    pub x: f64,
    /// From the bottom, 0 to 1.
    pub y: f64,
}

/// A label on an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct AxisTick {
    /// Where it stands, 0 to 1.
    pub at: f64,
    /// What it says.
    pub label: String,
}

impl ChartData {
    /// The position nearest to a fraction of the chart's width.
    pub fn position_at(&self, fraction: f64) -> usize {
        (fraction.clamp(0.0, 1.0) * self.span as f64).round() as usize
    }

    /// How far below the top of a square of `side` units a height is.
    pub fn below_top(height: f64, side: f64) -> f64 {
        side * (1.0 - height)
    }

    /// The line as the data of an SVG path in a square of `side` units, y downwards.
    pub fn line(&self, side: f64) -> String {
        let mut path = String::with_capacity(16 * self.points.len());
        for (index, mark) in self.points.iter().enumerate() {
            let command = if index == 0 { 'M' } else { 'L' };
            let (x, y) = (side * mark.x, Self::below_top(mark.y, side));
            path.push_str(&format!("{command}{x:.1} {y:.1}"));
        }
        path
    }

    /// The area below the line, as [`ChartData::line`].
    pub fn area(&self, side: f64) -> String {
        match (self.points.first(), self.points.last()) {
            (Some(first), Some(last)) => format!(
                "{}L{:.1} {side:.1}L{:.1} {side:.1}Z",
                self.line(side),
                side * last.x,
                side * first.x
            ),
            _ => String::new(),
        }
    }
}

/// The distance of the ticks: 1, 2 or 5 times a power of ten, with at most `most` of them.
fn spacing(span: f64, most: f64) -> f64 {
    let least = span / most;
    let power = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|&step| step >= least * (1.0 - 1e-9))
        .unwrap_or(10.0 * power)
}

/// The least of 10, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150 ... that is at least `number`.
fn round_up(number: usize) -> usize {
    const STEPS: [usize; 9] = [10, 15, 20, 25, 30, 40, 50, 60, 80];
    (0..)
        .flat_map(|power| STEPS.map(|step| step.saturating_mul(10usize.saturating_pow(power))))
        .find(|&round| round >= number)
        .unwrap_or(number)
}

fn ticks(top: f64, most: f64, label: impl Fn(f64) -> String) -> Vec<AxisTick> {
    let step = spacing(top, most);
    let count = (top / step + 1e-9).floor() as usize;
    (0..=count)
        .map(|index| index as f64 * step)
        .map(|value| AxisTick { at: value / top, label: label(value) })
        .collect()
}

impl Player {
    /// The win probability at a visited position, as far as the policy holds it.
    fn charted(&self, position: usize) -> Option<f64> {
        if position == self.last() {
            match self.seen_outcome() {
                Some(Outcome::Won) => return Some(1.0),
                Some(Outcome::Lost) => return Some(0.0),
                Some(Outcome::OffPolicy) | None => {}
            }
        }
        self.held_value(position)
    }

    /// The chart of the visited part of the game.
    pub fn chart(&self) -> ChartData {
        let values: Vec<(usize, f64)> = (0..=self.furthest())
            .filter_map(|position| Some((position, self.charted(position)?)))
            .collect();
        let ended = self.seen_outcome().is_some();
        let span = if ended { self.last().max(1) } else { round_up(self.furthest() + 1) };
        let largest = values.iter().map(|&(_, value)| value).fold(0.0, f64::max);
        // Headroom, so that a line of small chances can be read; 1 is the most there is.
        let top = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5]
            .into_iter()
            .find(|&top| largest <= 0.9 * top)
            .filter(|_| !values.is_empty())
            .unwrap_or(1.0);
        let x = |position: usize| position as f64 / span as f64;
        ChartData {
            points: values
                .iter()
                .map(|&(position, value)| ChartPoint { x: x(position), y: value / top })
                .collect(),
            cursor: x(self.cursor()),
            cursor_height: self.charted(self.cursor()).map(|value| value / top),
            moves: ticks(span as f64, 6.0, |position| format!("{position}")),
            values: ticks(top, 2.0, tick_percent),
            span,
        }
    }

    /// The position shown in words, for the chart's slider.
    pub fn chart_text(&self) -> String {
        let chance = self.charted(self.cursor()).map_or(self.unknown_text().to_owned(), |held| {
            self.win_probability().unwrap_or(Percentage::exact(held)).text()
        });
        format!("{} of {}, win probability {chance}", self.position_text(), self.furthest())
    }

    /// The visited part of the game as a table: position, board, action (or outcome) and win
    /// probability.
    pub fn table(&self) -> Vec<[String; 4]> {
        let error = self.policy().and_then(|policy| policy.value_error());
        let last = self.seen_outcome().map(|outcome| {
            let chance = match outcome {
                Outcome::Won => Percentage::exact(1.0).fine_text(),
                Outcome::Lost => Percentage::exact(0.0).fine_text(),
                Outcome::OffPolicy => "not held".to_owned(),
            };
            let outcome = outcome.name().replace('_', " ");
            [self.last().to_string(), self.last_board().to_string(), outcome, chance]
        });
        let rows = self.visited().iter().enumerate().map(|(position, step)| {
            let chance = step
                .advice
                .value
                .zip(error)
                .map_or(self.unknown_text().to_owned(), |(held, error)| {
                    Percentage::within(held, error).fine_text()
                });
            [position.to_string(), step.board.to_string(), step.advice.action.to_string(), chance]
        });
        rows.chain(last).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Event;
    use crate::testing::ready;

    #[test]
    fn axes_have_round_ticks() {
        let labels =
            |ticks: Vec<AxisTick>| ticks.into_iter().map(|tick| tick.label).collect::<Vec<_>>();
        let chart = ready(32, 47).chart();
        assert_eq!(labels(chart.moves), ["0", "2", "4", "6", "8", "10"]);
        assert_eq!(labels(chart.values), ["0 %", "5 %", "10 %"]);
        let chart = ready(32, 47).after(Event::End).chart();
        assert_eq!(labels(chart.moves), ["0", "5", "10", "15"]);
        assert_eq!(labels(chart.values), ["0 %", "50 %", "100 %"]);
        assert_eq!((chart.points.len(), chart.cursor, chart.cursor_height), (17, 1.0, Some(1.0)));
        assert_eq!([1, 11, 18, 61, 230, 333, 1001].map(round_up), [10, 15, 20, 80, 250, 400, 1500]);
    }

    #[test]
    fn fractions_are_positions() {
        let chart = ready(32, 47).after(Event::End).chart();
        assert_eq!(chart.position_at(0.0), 0);
        assert_eq!(chart.position_at(0.5), 8);
        assert_eq!(chart.position_at(7.0), 16);
        assert_eq!(chart.position_at(f64::NAN), 0);
    }

    #[test]
    fn paths_start_with_a_move() {
        let chart = ready(8, 42).after(Event::Step).chart();
        assert_eq!(chart.line(100.0), "M0.0 0.0L10.0 0.0");
        assert_eq!(chart.area(100.0), "M0.0 0.0L10.0 0.0L10.0 100.0L0.0 100.0Z");
    }

    #[test]
    fn the_table_has_a_row_for_each_visited_move() {
        let player = ready(16, 20).after(Event::Step).after(Event::Step).after(Event::Back);
        let table = player.table();
        assert_eq!(table.len(), 2);
        assert_eq!(player.after(Event::End).table()[6][2], "lost");
        assert_eq!(table[0], ["0", "2 0/0 2", "up", "96.261 %"].map(str::to_owned));
    }
}

//! The data of the line chart: the value over the moves of a game.
//!
//! The chart is no [`Plot`](mdp2048_display::chart::Plot), whose drawing is the text of an SVG of a
//! fixed width. It is drawn again with each move of a running game: for 300 moves, Chromium takes
//! 0.3 ms to write and lay out the two paths of this chart, and 1.3 ms for another text of a plot.
//! Its coordinates are fractions, so that the style sheet stretches it to its place, also on paper
//! and before that has a width, while its labels keep their size.

use mdp2048_display::chart::{round_up, ticks};
use mdp2048_display::{Measure, capitalised, scientific, significant, tick_percent};

use crate::value::is_certain;
use crate::{Player, TurningPoint};

/// The data of the chart. Coordinates are fractions, 0 to 1, of the width from the left and of the
/// height from the bottom.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ChartData {
    /// The line: the visited positions whose value is known.
    pub points: Vec<ChartPoint>,
    /// The position shown.
    pub cursor_x: f64,
    /// The value shown, if it is known.
    pub cursor_y: Option<f64>,
    /// The ticks of the horizontal axis: moves.
    pub move_ticks: Vec<AxisTick>,
    /// The ticks of the vertical axis: values.
    pub value_ticks: [AxisTick; 3],
    /// The turning points among the visited positions, each with its fraction of the width.
    pub marks: Vec<(f64, TurningPoint)>,
    // The position at the left edge, and that at the right edge, which is larger.
    first_position: usize,
    last_position: usize,
}

/// A point of the line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChartPoint {
    /// The fraction of the width from the left.
    pub x: f64,
    /// The fraction of the height from the bottom.
    pub y: f64,
}

/// A labelled tick of an axis.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AxisTick {
    /// The fraction of the length of the axis, 0 to 1.
    pub at: f64,
    /// The label.
    pub label: String,
}

impl ChartData {
    /// The position nearest to a fraction of the width. Fractions outside 0 to 1 are clamped.
    pub fn position_at(&self, fraction: f64) -> usize {
        let width = (self.last_position - self.first_position) as f64;
        self.first_position + (fraction.clamp(0.0, 1.0) * width).round() as usize
    }

    /// The fraction of the width at which a position is.
    fn x(&self, position: usize) -> f64 {
        let width = (self.last_position - self.first_position) as f64;
        (position as f64 - self.first_position as f64) / width
    }

    /// The y coordinate in an SVG square of `side` units, where y points down.
    pub fn svg_y(y: f64, side: f64) -> f64 {
        side * (1.0 - y)
    }

    /// The line as the `d` attribute of an SVG path in a square of `side` units.
    pub fn line(&self, side: f64) -> String {
        let mut path = String::with_capacity(16 * self.points.len());
        for (index, point) in self.points.iter().enumerate() {
            let command = if index == 0 { 'M' } else { 'L' };
            let (x, y) = (side * point.x, Self::svg_y(point.y, side));
            path.push_str(&format!("{command}{x:.1} {y:.1}"));
        }
        path
    }

    /// The area below the line as the `d` attribute of an SVG path in a square of `side` units.
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

/// The largest relative change of a value that counts as none.
const STEADY: f64 = 0.05;

/// A chart of fewer moves shows all of them, and any chart shows this many before a change.
const FEW_MOVES: usize = 20;

/// The first position of a chart that ends at `last`: shortly before the value first differs from
/// that of the first board by more than [`STEADY`], if that is in the second half, and else 0.
/// While a file is decoded, only later values are known.
fn first_shown(values: &[(usize, f64)], last: usize) -> usize {
    let Some(&(known, start)) = values.first() else { return 0 };
    let change = values.iter().find(|(_, value)| (value - start).abs() > STEADY * start);
    let change = change.map_or(known, |&(position, _)| position);
    let first = change.saturating_sub((last - change).max(FEW_MOVES)) / 10 * 10;
    if 2 * first >= last { first } else { 0 }
}

/// The possible ends of the vertical axis, ascending: 0.001, 0.002, 0.005, 0.01 ... A chart of
/// probabilities of losing has smaller ones, too.
fn axis_ends(is_losing: bool) -> impl Iterator<Item = f64> {
    let least = if is_losing { -60 } else { -3 };
    (least..10).flat_map(|power| [1.0, 2.0, 5.0].map(|factor| factor * 10f64.powi(power)))
}

/// The label of a probability of losing on the axis: `0.5`, `5 × 10⁻⁶`.
fn losing_tick(probability: f64) -> String {
    if (f64::MIN_POSITIVE..1e-3).contains(&probability) {
        scientific(probability)
    } else {
        significant(probability)
    }
}

/// The most labels of the horizontal axis.
const MOST_MOVE_TICKS: usize = 7;

/// The largest value may fill this fraction of the height, unless a probability's axis ends at 1.
const MAX_FILL: f64 = 0.9;

impl Player {
    /// Whether the chart shows anything: the values of a game that is certainly won never change.
    pub fn has_chart(&self) -> bool {
        !self.value_at(0).is_some_and(|value| is_certain(value) && self.certain_from() == 0)
    }

    /// The chart of the visited positions.
    ///
    /// The vertical axis ends a little above the largest value, so that small probabilities are
    /// readable. The horizontal axis ends at the last position once it is visited, and begins where
    /// something happens, unless an earlier position is shown.
    pub fn chart(&self) -> ChartData {
        let values: Vec<(usize, f64)> = (0..=self.furthest())
            .filter_map(|position| Some((position, self.plotted_value(position)?)))
            .collect();
        let has_ended = self.visited_outcome().is_some();
        let last_position =
            if has_ended { self.last().max(1) } else { round_up(self.furthest() + 1) };
        let largest = values.iter().map(|&(_, value)| value).fold(0.0, f64::max);
        let measure = Measure::of(&(*self.game()).into());
        let is_percentage = measure == Measure::Probability;
        let is_share = is_percentage || measure == Measure::Discounted;
        let is_losing = self.is_losing();
        let axis_end = axis_ends(is_losing)
            .find(|&end| largest <= MAX_FILL * end || (is_share && end >= 1.0))
            .filter(|_| !values.is_empty())
            .unwrap_or(1.0);
        let mut turning_points = self.turning_points();
        turning_points.retain(|point| point.position <= self.furthest());
        let first_turn = turning_points.iter().map(|point| point.position).min();
        let first_position = Some(first_shown(&values, last_position))
            .filter(|&first| first <= self.cursor().min(first_turn.unwrap_or(last_position)))
            .unwrap_or(0);
        let most_ticks = MOST_MOVE_TICKS.min(last_position - first_position + 1);
        let chart = ChartData { first_position, last_position, ..ChartData::default() };
        ChartData {
            points: values
                .iter()
                .filter(|(position, _)| *position >= first_position)
                .map(|&(position, value)| ChartPoint { x: chart.x(position), y: value / axis_end })
                .collect(),
            cursor_x: chart.x(self.cursor()),
            cursor_y: self.plotted_value(self.cursor()).map(|value| value / axis_end),
            // No more than there are positions, so that each label is one.
            move_ticks: ticks(first_position as f64, last_position as f64, most_ticks)
                .into_iter()
                .map(|position| AxisTick {
                    at: chart.x(position as usize),
                    label: position.to_string(),
                })
                .collect(),
            value_ticks: [0.0, 0.5, 1.0].map(|at| {
                let label = match is_percentage {
                    true if is_losing => losing_tick,
                    true => tick_percent,
                    false => significant,
                };
                AxisTick { at, label: label(at * axis_end) }
            }),
            marks: turning_points
                .into_iter()
                .map(|point| (chart.x(point.position), point))
                .collect(),
            ..chart
        }
    }

    /// What the chart shows: `Win probability`, `Probability of losing`.
    pub fn plotted_name(&self) -> String {
        if self.is_losing() { capitalised(Measure::Losing.name()) } else { self.value_name() }
    }

    /// A visited position nearest to a fraction of the width, its fraction, and its value in words.
    pub fn readout(&self, fraction: f64) -> (f64, String) {
        let chart = self.chart();
        let position = chart.position_at(fraction).min(self.furthest());
        let value = self.value_at(position).map_or(String::new(), |value| value.text());
        (chart.x(position), format!("Move {position}: {value}"))
    }

    /// The position shown in words, for the slider on the chart.
    pub fn chart_text(&self) -> String {
        let value = match self.value() {
            Some(value) => value.text(),
            None => self.unknown_value_text().to_owned(),
        };
        let (position, furthest) = (self.position_text(), self.furthest());
        let name = self.measure().name_in_state();
        format!("{position} of {furthest}, {name} {value}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PlayerEvent;
    use crate::testing::{nearly_certain, ready};
    use mdp2048_display::Reducer as _;

    #[test]
    fn charts_of_few_moves_have_whole_ticks() {
        let mut shortest = usize::MAX;
        for seed in 0..300 {
            let chart = ready(8, seed).after(PlayerEvent::GoToEnd).chart();
            shortest = shortest.min(chart.last_position);
            assert!(chart.move_ticks.iter().all(|tick| !tick.label.contains('.')), "{chart:?}");
        }
        assert!(shortest < 3, "{shortest}");
    }

    #[test]
    fn a_game_that_is_certainly_won_has_no_chart() {
        assert!(!ready(8, 42).has_chart());
        assert!(ready(16, 20).has_chart() && ready(32, 47).has_chart());
    }

    #[test]
    fn axes_have_round_ticks() {
        let labels =
            |ticks: &[AxisTick]| ticks.iter().map(|tick| tick.label.clone()).collect::<Vec<_>>();
        let chart = ready(32, 47).chart();
        assert_eq!(labels(&chart.move_ticks), ["0", "2", "4", "6", "8", "10"]);
        assert_eq!(labels(&chart.value_ticks), ["0 %", "5 %", "10 %"]);
        let chart = ready(32, 47).after(PlayerEvent::GoToEnd).chart();
        assert_eq!(labels(&chart.move_ticks), ["0", "5", "10", "15"]);
        assert_eq!(labels(&chart.value_ticks), ["0 %", "50 %", "100 %"]);
        assert_eq!((chart.points.len(), chart.cursor_x, chart.cursor_y), (17, 1.0, Some(1.0)));
    }

    #[test]
    fn a_game_that_is_nearly_certain_to_be_won_is_plotted_by_its_losses() {
        let player = nearly_certain(42);
        let loss = player.value_at(0).unwrap().loss().unwrap();
        assert!((loss - 1.0 / 9700.0).abs() < 1e-6, "{loss}");
        let chart = player.chart();
        assert_eq!(player.plotted_name(), "Probability of losing");
        let labels = chart.value_ticks.map(|tick| tick.label);
        assert_eq!(labels, ["0", "10⁻⁴", "2 × 10⁻⁴"]);
        assert_eq!(chart.cursor_y, Some(loss / 2e-4));
        let end = player.after(PlayerEvent::GoToEnd).chart();
        assert_eq!(end.points.last().unwrap().y, 0.0);
        assert_eq!(ready(16, 20).plotted_name(), "Win probability");
        assert_eq!(losing_tick(0.5), "0.5");
    }

    #[test]
    fn a_chart_begins_where_something_happens() {
        let falls_at = |at: usize| -> Vec<(usize, f64)> {
            (0..=222).map(|it| (it, if it < at { 0.74 } else { 0.5 })).collect()
        };
        assert_eq!(first_shown(&falls_at(213), 250), 170);
        // It begins with the game if nothing has happened yet, or something in the first half.
        for at in [300, 180, 20] {
            assert_eq!(first_shown(&falls_at(at), 250), 0);
        }
        assert_eq!(first_shown(&[], 10), 0);
        // It does not move much while the values before are decoded.
        let known = [212, 200, 186].map(|from| first_shown(&falls_at(213)[from..], 250));
        assert_eq!(known, [170; 3]);
        assert_eq!(first_shown(&falls_at(300)[215..], 250), 180);
        let chart = ChartData { first_position: 170, last_position: 250, ..ChartData::default() };
        assert_eq!((chart.x(210), chart.position_at(0.5), chart.position_at(0.0)), (0.5, 210, 170));
    }

    #[test]
    fn a_fraction_of_the_width_selects_the_nearest_position() {
        let chart = ready(32, 47).after(PlayerEvent::GoToEnd).chart();
        assert_eq!(chart.position_at(0.0), 0);
        assert_eq!(chart.position_at(0.5), 8);
        assert_eq!(chart.position_at(7.0), 16);
        assert_eq!(chart.position_at(f64::NAN), 0);
    }

    #[test]
    fn lines_and_areas_are_svg_paths() {
        let points = vec![ChartPoint { x: 0.0, y: 1.0 }, ChartPoint { x: 0.1, y: 1.0 }];
        let chart = ChartData { points, ..ChartData::default() };
        assert_eq!(chart.line(100.0), "M0.0 0.0L10.0 0.0");
        assert_eq!(chart.area(100.0), "M0.0 0.0L10.0 0.0L10.0 100.0L0.0 100.0Z");
    }
}

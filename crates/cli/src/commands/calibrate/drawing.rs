//! The chart of the expected scores.

use mdp2048_chart::{Axis, ChartShape, Mark, Notation, Plot, TextAnchor, svg};
use mdp2048_display::count;

use super::report::Calibrated;

/// The classes of the numbers of moves, in turn.
const CLASSES: [&str; 3] = ["main", "sample", "end"];

/// The size of the chart in pixels.
const SIZE: (f64, f64) = (640.0, 420.0);

/// The width of a bar in pixels.
const BAR: f64 = 3.0;

/// The chart as an SVG file: a bar for each bin, over its mean prediction, from the lower to the
/// upper bound of the mean score. Exact predictions are on the dashed line.
pub(super) fn svg_of(report: &Calibrated) -> String {
    let bins = || report.after.iter().flat_map(|row| &row.corrected.bins);
    let ends = bins().flat_map(|bin| [bin.predicted, bin.interval.0, bin.interval.1]);
    let finite: Vec<f64> = ends.filter(|end| end.is_finite()).collect();
    let step = 20_000.0;
    let from = finite.iter().copied().fold(f64::INFINITY, f64::min).min(1e9) - step / 2.0;
    let from = ((from / step).floor() * step).max(0.0);
    let to = finite.iter().copied().fold(from + step, f64::max);
    // The label of the last tick ends before the edge.
    let to = ((to / step).ceil() + 0.5) * step;
    let width = BAR * (to - from) / SIZE.0;
    let mut marks = vec![Mark::line("thin", vec![(from, from), (to, to)])];
    for (row, class) in report.after.iter().zip(CLASSES.iter().cycle()) {
        let bars = row.corrected.bins.iter().filter(|bin| bin.interval.0.is_finite());
        let bar = bars.map(|bin| (bin.predicted, bin.interval.0.max(from), bin.interval.1));
        marks.push(Mark::Bars { class: (*class).to_owned(), width, bars: bar.collect() });
    }
    let plot = Plot {
        title: format!("Expected and observed scores of {}", report.agent),
        description: "Each bar is a fifth of the games after a number of moves. It is over their \
                      mean expected score, and spans the 95 % interval of their mean score. The \
                      dashed line has the scores that are as expected."
            .to_owned(),
        width: SIZE.0,
        height: SIZE.1,
        x: Axis::new("expected score", from, to, Notation::Number),
        y: Axis::new("mean score", from, to, Notation::Number),
        marks,
    };
    let mut chart = plot.draw();
    let frame = plot.frame();
    for ((row, class), line) in report.after.iter().zip(CLASSES.iter().cycle()).zip(0..) {
        let y = frame.top + 20.0 + 20.0 * f64::from(line);
        let swatch = [frame.left + 16.0, y - 11.0, BAR, 14.0];
        chart.shapes.push(ChartShape::rectangle(format!("bar {class}"), swatch));
        let text = format!("after {} moves", count(row.moves.into()));
        let at = (frame.left + 30.0, y);
        chart.shapes.push(ChartShape::text("name", at, TextAnchor::Start, text));
    }
    svg(&chart)
}

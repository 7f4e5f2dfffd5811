//! The chart of a race: the mean of each agent with its 95 % interval.

use mdp2048_display::chart::{Chart, LinearScale};
use mdp2048_display::svg::{Area, SvgShape, TextAnchor, coordinate};

/// The height of a row: its label, and the interval below it.
const ROW: f64 = 40.0;

/// The distance from the top of a row to its interval.
const MIDDLE: f64 = 27.0;

/// The height of the ends of an interval, and of the mark of the mean.
const END: f64 = 9.0;

/// The mean of an agent with its interval.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct IntervalRow {
    pub(crate) label: String,
    pub(crate) number: String,
    pub(crate) mean: f64,
    /// The bounds of the interval, which may be infinite.
    pub(crate) interval: (f64, f64),
}

/// Draws the rows over an axis from 0 to `most`, with a line at the `optimum`.
pub(crate) fn interval_chart(
    rows: &[IntervalRow],
    most: f64,
    optimum: Option<f64>,
    width: f64,
) -> Chart {
    let scale = LinearScale::new((0.0, most), (0.0, width - 1.0));
    let height = rows.len() as f64 * ROW;
    let mut shapes = Vec::new();
    let optimum = optimum.map(|optimum| coordinate(scale.at(optimum)));
    for (at, row) in rows.iter().enumerate() {
        let top = at as f64 * ROW;
        let y = top + MIDDLE;
        shapes.push(SvgShape::text("name", (0.0, top + 13.0), TextAnchor::Start, &*row.label));
        shapes.push(SvgShape::text("number", (width, top + 13.0), TextAnchor::End, &*row.number));
        shapes.push(SvgShape::rectangle("track", Area::new(0.0, y - 1.5, width, 3.0), 0.0));
        // The line of the optimum crosses no number.
        shapes.extend(optimum.as_ref().map(|x| {
            let [from, to] = [y - END, y + END].map(coordinate);
            SvgShape::path("rule", format!("M{x},{from}V{to}"))
        }));
        if row.mean.is_nan() {
            continue;
        }
        let [low, high] = [row.interval.0.max(0.0), row.interval.1.min(most)].map(|x| scale.at(x));
        let half = END / 2.0;
        let [left, right] = [low, high].map(coordinate);
        let [above, below, middle] = [y - half, y + half, y].map(coordinate);
        shapes.push(SvgShape::path(
            "line interval",
            format!("M{left},{above}V{below}M{left},{middle}H{right}M{right},{above}V{below}"),
        ));
        let mark = Area::new(scale.at(row.mean) - half, y - half, END, END);
        shapes.push(SvgShape::rectangle("bar mean", mark, 0.0));
    }
    let described: Vec<_> =
        rows.iter().map(|row| format!("{}: {}", row.label, row.number)).collect();
    Chart {
        title: "The means of the agents with their 95 % intervals".to_owned(),
        description: described.join(". "),
        width,
        height,
        shapes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_drawn_to_scale() {
        let row = |mean, interval| IntervalRow {
            label: "Greedy".to_owned(),
            number: "50 %".to_owned(),
            mean,
            interval,
        };
        let infinite = (f64::NEG_INFINITY, f64::INFINITY);
        let rows = [row(0.5, (0.25, 0.75)), row(1.0, infinite), row(f64::NAN, infinite)];
        let chart = interval_chart(&rows, 1.0, Some(0.8), 201.0);
        let paths: Vec<&str> = chart
            .shapes
            .iter()
            .filter_map(|shape| match shape {
                SvgShape::Path { path, .. } => Some(path.as_str()),
                _ => None,
            })
            .collect();
        // The optimum in each row, and the two intervals that have a mean.
        let optimum = ["M160,18V36", "M160,58V76", "M160,98V116"];
        assert_eq!([paths[0], paths[2], paths[4]], optimum);
        assert!(paths[1].starts_with("M50,") && paths[1].contains("H150"), "{}", paths[1]);
        assert!(paths[3].starts_with("M0,") && paths[3].contains("H200"), "{}", paths[3]);
        assert!(chart.description.contains("Greedy: 50 %"));
    }
}

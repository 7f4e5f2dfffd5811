//! The charts of backward induction.

use mdp2048_display::chart::{Axis, Chart, Mark, Notation, Plot};
use mdp2048_display::{Measure, counted};

use super::discounted::Discounted;
use super::layers::Induction;

/// The height of a chart.
const HEIGHT: f64 = 190.0;

/// The space to the right of the largest value, so that its label fits.
const BEYOND: f64 = 1.03;

/// The space above the highest bar.
const ABOVE: f64 = 1.08;

/// How many states each layer has, and which are solved after this many steps.
pub fn layers_chart(induction: &Induction, steps: usize, width: f64) -> Chart {
    let layers = induction.layers();
    let bars = |from: usize, to: usize| {
        let bar = |at: usize| (f64::from(layers[at].sum.get()), 0.0, layers[at].states as f64);
        (from..to).map(bar).collect()
    };
    let steps = steps.min(layers.len());
    let mark = |class: &str, bars| Mark::Bars { class: class.to_owned(), width: 1.6, bars };
    let mut marks =
        vec![mark("waiting", bars(steps, layers.len())), mark("solved", bars(0, steps))];
    let mut description = "No layer is solved.".to_owned();
    if let Some(layer) = induction.layer(steps) {
        let (x, label) = (f64::from(layer.sum.get()), counted(layer.states as u64, "state"));
        marks.push(Mark::Rule { class: "chosen".to_owned(), x, label });
        description =
            format!("By tile sum. The layers of tile sum {} and more are solved.", layer.sum);
    }
    let sum = |at: Option<&super::layers::InducedLayer>| at.map_or(0, |it| it.sum.get());
    let (from, to) = (sum(layers.last()), sum(layers.first()));
    let most = layers.iter().map(|it| it.states).max().unwrap_or_default().max(1);
    Plot {
        title: "States by tile sum".to_owned(),
        description,
        width,
        height: HEIGHT,
        x: Axis::new("tile sum", f64::from(from) - 1.0, f64::from(to) + 1.0, Notation::Number),
        // The title names the axis; its own label would meet that of the rule.
        y: Axis::new("", 0.0, ABOVE * most as f64, Notation::Number),
        marks,
    }
    .draw()
}

/// The histogram of the values of the layer that is solved last after this many steps.
pub fn values_chart(induction: &Induction, steps: usize, width: f64) -> Chart {
    let layer = induction.layer(steps);
    let heights: Vec<f64> =
        layer.map_or(Vec::new(), |it| it.histogram.iter().map(|&it| it as f64).collect());
    let most = heights.iter().copied().fold(1.0, f64::max);
    let measure = Measure::of(induction.valued_game());
    let notation = match measure {
        Measure::Probability | Measure::Losing => Notation::Percent,
        _ => Notation::Number,
    };
    let description = match layer {
        Some(layer) => format!("At tile sum {}: {}.", layer.sum, induction.range_text(layer)),
        None => "No layer is solved.".to_owned(),
    };
    let bin = induction.bin_width();
    let bar = |(at, height): (usize, f64)| ((at as f64 + 0.5) * bin, 0.0, height);
    let bars = heights.into_iter().enumerate().filter(|it| it.1 > 0.0).map(bar).collect();
    Plot {
        title: "Values of the layer".to_owned(),
        description,
        width,
        height: HEIGHT,
        x: Axis::new(measure.name_in_state(), 0.0, BEYOND * induction.largest(), notation),
        y: Axis::new("states", 0.0, ABOVE * most, Notation::Number),
        marks: vec![Mark::Bars { class: "values".to_owned(), width: 0.9 * bin, bars }],
    }
    .draw()
}

/// The start value by discount, with the chosen discount marked.
pub fn discount_chart(curve: &[(f64, f64)], chosen: &Discounted, width: f64) -> Chart {
    let x = f64::from(chosen.percent) / 100.0;
    let label = chosen.value_text();
    let description = format!("At discount {x:.2}: {label}.");
    Plot {
        title: "Start value by discount".to_owned(),
        description,
        width,
        height: HEIGHT,
        x: Axis::new("discount", 0.0, 1.0, Notation::Number),
        // The title names the axis; its own label would meet that of the rule.
        y: Axis::new("", 0.0, 1.0, Notation::Number),
        marks: vec![
            Mark::line("start-value", curve.to_vec()),
            Mark::Rule { class: "chosen".to_owned(), x, label },
        ],
    }
    .draw()
}

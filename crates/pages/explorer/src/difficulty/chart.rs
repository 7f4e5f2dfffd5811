//! The charts of a map: a number by tile sum.

use mdp2048_display::chart::{Axis, Chart, Mark, Notation, Plot};
use mdp2048_display::{Measure, power_of_ten};
use mdp2048_model::{LayerDifficulty, ValueUnit};

use super::curve::DifficultyCurve;
use super::map::DifficultyMap;

/// The height of a chart.
const HEIGHT: f64 = 190.0;

/// A chart of a map, this wide. The chosen layer is marked.
pub fn curve_chart(map: &DifficultyMap, curve: DifficultyCurve, width: f64) -> Chart {
    plot(map, curve, width).draw()
}

/// The layer at an x coordinate of a chart.
pub fn curve_layer(map: &DifficultyMap, curve: DifficultyCurve, width: f64, x: f64) -> usize {
    let sum = plot(map, curve, width).frame().x.value_at(x);
    let distance = |layer: &LayerDifficulty| (f64::from(layer.sum.get()) - sum).abs();
    let distances = map.layers().iter().map(distance).enumerate();
    distances.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(at, _)| at)
}

fn plot(map: &DifficultyMap, curve: DifficultyCurve, width: f64) -> Plot {
    let sum = |layer: &LayerDifficulty| f64::from(layer.sum.get());
    let numbers = || map.layers().iter().map(|layer| curve.number(layer));
    let largest = numbers().fold(0.0, f64::max);
    let (factor, unit) = scale(map, curve, largest);
    let points = || map.layers().iter().zip(numbers()).map(|(at, y)| (sum(at), y * factor));
    let (from, to) = match map.layers() {
        [first, .., last] => (sum(first) - 1.0, sum(last) + 1.0),
        _ => (0.0, 1.0),
    };
    let top = match curve {
        DifficultyCurve::OnlyOneGood => 1.0,
        _ if largest > 0.0 => 1.08 * largest * factor,
        _ => 1.0,
    };
    let mut marks = vec![match curve {
        DifficultyCurve::Lost => {
            let bars = points().map(|(x, y)| (x, 0.0, y)).collect();
            Mark::Bars { class: "lost".to_owned(), width: 1.6, bars }
        }
        _ => Mark::line(curve.name(), points().collect()),
    }];
    if let Some(layer) = map.layer() {
        let label = map.text(layer).of(curve).to_owned();
        marks.push(Mark::Rule { class: "chosen".to_owned(), x: sum(layer), label });
    }
    let notation = if unit.is_empty() { Notation::Percent } else { Notation::Number };
    Plot {
        title: curve.title().to_owned(),
        description: description(map, curve),
        width,
        height: HEIGHT,
        x: Axis::new("tile sum", from, to, Notation::Number),
        y: Axis::new(unit, 0.0, top, notation),
        marks,
    }
}

/// The factor and the unit of the numbers of a chart; an empty unit for a share of games or
/// positions. Very small numbers are shown in powers of ten.
fn scale(map: &DifficultyMap, curve: DifficultyCurve, largest: f64) -> (f64, String) {
    let measure = Measure::of(map.valued_game());
    let (factor, unit) = match (curve, measure.unit()) {
        (DifficultyCurve::Regret, ValueUnit::Points) => (1.0, "in score"),
        (DifficultyCurve::Regret, ValueUnit::Moves) => (1.0, "moves"),
        (DifficultyCurve::Regret, ValueUnit::Probability) => match measure {
            Measure::Discounted => (1.0, "value"),
            Measure::Losing => (1.0, "probability"),
            _ => (100.0, "percentage points"),
        },
        _ => (1.0, ""),
    };
    if !(largest > 0.0 && largest < 1e-5) {
        return (factor, unit.to_owned());
    }
    let power = largest.log10().floor();
    let unit = if unit.is_empty() { "share" } else { "cost" };
    let power = power as i32;
    (10f64.powi(-power), format!("{unit} in units of {}", power_of_ten(&power.to_string())))
}

fn description(map: &DifficultyMap, curve: DifficultyCurve) -> String {
    let Some(layer) = map.layer() else { return "There are no layers.".to_owned() };
    format!("By tile sum. At the chosen tile sum {}: {}.", layer.sum, map.text(layer).of(curve))
}

//! The values of the states.

use std::collections::HashMap;

use crate::corrections::{CorrectionInputs, CorrectionReader};
use crate::estimates::Estimator;
use crate::file::PartBytes;
use crate::game::{ReadChoice, ReadGame};
use crate::log_class::log_class;
use crate::output::{ReadError, ReadLayer};
use crate::range_decoder::SymbolReader;
use crate::successors::{SuccessorPrediction, ValuesAbove};

/// Decodes expected values of afterstates.
struct ExpectedValueReader<'a> {
    game: &'a ReadGame,
    tolerance: f64,
    symbols: SymbolReader<'a>,
    corrections: CorrectionReader,
    /// The expected values of afterstates, by half sum and key.
    remembered: HashMap<(u32, u64), f64>,
    estimates: Estimator,
    mean_corrections: [f64; 192],
}

/// Decodes the values of all states.
pub(crate) fn read_values(
    game: &ReadGame,
    tolerance: f64,
    parts: &PartBytes<'_>,
    layers: &mut [ReadLayer],
) -> Result<(), ReadError> {
    let mut reader = ExpectedValueReader {
        game,
        tolerance,
        symbols: SymbolReader::new(parts.values),
        corrections: CorrectionReader::new(),
        remembered: HashMap::new(),
        estimates: Estimator::new(&game.grid),
        mean_corrections: [tolerance * 10.0; 192],
    };
    for at in (0..layers.len()).rev() {
        let (lower, higher) = layers.split_at_mut(at + 1);
        let layer = &mut lower[at];
        let above = ValuesAbove::new(layer.half_sum, higher);
        layer.values = vec![0.0; layer.keys.len()];
        let mut going_on: Vec<(u64, usize, ReadChoice)> = Vec::new();
        for (state, (&key, &action)) in layer.keys.iter().zip(&layer.actions).enumerate() {
            let choice = game.choice(key, action).ok_or(ReadError("an impossible action"))?;
            if choice.wins {
                layer.values[state] = game.q(&choice, 0.0);
            } else {
                going_on.push((choice.after, state, choice));
            }
        }
        going_on.sort_by_key(|&(after, state, _)| (after, state));
        reader.corrections.begin_layer();
        for group in going_on.chunk_by(|a, b| a.0 == b.0) {
            let (after, half_sum) = (group[0].0, layer.half_sum);
            let expected = reader.read(after, half_sum, &above)?;
            reader.remembered.insert((half_sum, after), expected);
            for (_, state, choice) in group {
                layer.values[*state] = game.q(choice, expected);
            }
        }
    }
    reader.symbols.finish()
}

impl ExpectedValueReader<'_> {
    fn bounded(&self, value: f64) -> f64 {
        self.game.bounds.map_or(value, |(least, largest)| value.clamp(least, largest))
    }

    fn read(
        &mut self,
        after: u64,
        half_sum: u32,
        above: &ValuesAbove<'_>,
    ) -> Result<f64, ReadError> {
        let estimate = self.estimates.estimate(&self.game.grid, after);
        let a = self.bounded(f64::from(estimate.value));
        let prediction = above.prediction(self.game, after);
        let b = if prediction.any_known { prediction.mean } else { a };
        let unit = 2.0 * self.tolerance;
        let missing_class = if prediction.missing <= 0.0 {
            0
        } else if prediction.any_known {
            (1 + (prediction.missing * 10.0) as usize).min(11)
        } else {
            11
        };
        let bounds = self.game.bounds;
        let edge = bounds.map_or(a.abs(), |(least, d)| (a - least).min(d - a).max(0.0));
        let edge_class = log_class(edge / unit, 32) / 2;
        let slot = missing_class * 16 + edge_class;
        let mean_correction = self.mean_corrections[slot];
        let looks_ahead =
            missing_class > 0 && (!prediction.any_known || mean_correction / unit >= 0.25);
        let (ahead_class, ahead) =
            if looks_ahead { self.look_ahead(half_sum, &prediction, b, unit) } else { (0, 0.0) };
        let inputs = CorrectionInputs {
            missing_class,
            correction_class: log_class(mean_correction * 4.0 / unit, 40),
            edge_class,
            gap: (a - b) / unit,
            b: b / unit,
            ahead_class,
            ahead,
        };
        let k = self.corrections.read(&mut self.symbols, &inputs)?;
        let expected = self.bounded(b + k as f64 * unit);
        let mean = &mut self.mean_corrections[slot];
        *mean += ((expected - b).abs() - *mean) * 0.02;
        self.estimates.learn(&estimate, expected);
        Ok(expected)
    }

    /// The class and the result of the look-ahead.
    fn look_ahead(
        &self,
        half_sum: u32,
        prediction: &SuccessorPrediction,
        b: f64,
        unit: f64,
    ) -> (usize, f64) {
        let (mut found, mut difference) = (0.0, 0.0);
        let unknown = prediction.unknown.iter();
        let usable = unknown.filter(|(successor, two)| successor.tile == 1 || two.is_some());
        for (successor, two) in usable.take(4) {
            let layer = half_sum + u32::from(successor.tile);
            let choices = self.game.choices(successor.key);
            let values = choices.iter().filter_map(|choice| {
                if choice.wins {
                    return Some(self.game.q(choice, 0.0));
                }
                let expected = self.remembered.get(&(layer, choice.after))?;
                Some(self.game.q(choice, *expected))
            });
            if let Some(v) = values.reduce(f64::max) {
                found += successor.probability;
                difference += successor.probability * (v - two.unwrap_or(b));
            }
        }
        if found <= 0.0 {
            return (1, 0.0);
        }
        let ahead = prediction.missing * (difference / found) / unit;
        if ahead.abs() < 4_294_967_296.0 {
            (2 + (found / prediction.missing * 3.99) as usize, ahead)
        } else {
            (1, 0.0)
        }
    }
}

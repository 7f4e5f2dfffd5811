//! The values of the states.

use crate::adaptive_integers::IntegerReader;
use crate::estimates::Estimator;
use crate::game::{ReadChoice, ReadGame};
use crate::output::{ReadError, ReadLayer};
use crate::range_decoder::SymbolReader;
use crate::successors::ValuesAbove;

/// Decodes expected values of afterstates.
struct ExpectedValueReader<'a> {
    game: &'a ReadGame,
    tolerance: f64,
    symbols: SymbolReader<'a>,
    integers: IntegerReader,
    estimates: Estimator,
    mean_corrections: [f64; 192],
}

/// Decodes the values of all states.
pub(crate) fn read_values(
    game: &ReadGame,
    tolerance: f64,
    bytes: &[u8],
    layers: &mut [ReadLayer],
) -> Result<(), ReadError> {
    let mut reader = ExpectedValueReader {
        game,
        tolerance,
        symbols: SymbolReader::new(bytes),
        integers: IntegerReader::default(),
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
        for group in going_on.chunk_by(|a, b| a.0 == b.0) {
            let expected = reader.read(group[0].0, &above)?;
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

    fn read(&mut self, after: u64, above: &ValuesAbove<'_>) -> Result<f64, ReadError> {
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
        let slot = missing_class * 16 + log_class(edge / unit, 32) / 2;
        let gap_class = log_class((b - a).abs() / unit, 24) / 2;
        let correction_class = log_class(self.mean_corrections[slot] * 4.0 / unit, 40);
        let context = if missing_class == 0 {
            0
        } else {
            (missing_class * 40 + correction_class) * 12 + gap_class
        };
        let k = self.integers.read(&mut self.symbols, context)?;
        let expected = self.bounded(b + k as f64 * unit);
        let mean = &mut self.mean_corrections[slot];
        *mean += ((expected - b).abs() - *mean) * 0.02;
        self.estimates.learn(&estimate, expected);
        Ok(expected)
    }
}

/// The class of a number by its logarithm, below n: two classes for each power of two.
fn log_class(x: f64, n: u64) -> usize {
    if x < 1.0 { 0 } else { (1 + (x.to_bits() >> 51) - 2046).min(n - 1) as usize }
}

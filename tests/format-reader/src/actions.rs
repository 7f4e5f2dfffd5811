//! The choices of the states.

use crate::features::{FEATURES, FeatureMemory};
use crate::game::{ReadChoice, ReadGame};
use crate::output::ReadError;
use crate::patterns::PatternSet;
use crate::power::PowerTable;
use crate::range_decoder::SymbolReader;

/// Decodes the choice of one state after another.
pub(crate) struct ChoiceReader<'a> {
    symbols: SymbolReader<'a>,
    patterns: PatternSet,
    features: FeatureMemory,
    powers: PowerTable,
    /// Weights in 1/65536, with their counters.
    weights: Vec<(i64, usize)>,
    /// By counter.
    steps: Vec<i64>,
}

impl<'a> ChoiceReader<'a> {
    pub(crate) fn new(game: &ReadGame, bytes: &'a [u8]) -> Self {
        let features = FeatureMemory::new();
        let patterns = PatternSet::of_actions(&game.grid);
        let weights = vec![(0, 0); patterns.weights + FEATURES];
        let symbols = SymbolReader::new(bytes);
        let steps = (0..256).map(|t| (28364u64 * 28364 / (t + 1)).isqrt() as i64);
        let (powers, steps) = (PowerTable::new(), steps.collect());
        Self { symbols, patterns, features, powers, weights, steps }
    }

    /// Begins a layer.
    pub(crate) fn begin_layer(&mut self) {
        self.features.previous = None;
    }

    /// Decodes the choice of a state.
    pub(crate) fn read(
        &mut self,
        game: &ReadGame,
        key: u64,
        choices: &[ReadChoice],
    ) -> Result<ReadChoice, ReadError> {
        let choice = if choices.len() > 1 { self.symbol(game, key, choices)? } else { choices[0] };
        self.features.previous = Some((key, choice.action));
        Ok(choice)
    }

    /// Decodes one of several choices.
    fn symbol(
        &mut self,
        game: &ReadGame,
        key: u64,
        choices: &[ReadChoice],
    ) -> Result<ReadChoice, ReadError> {
        let mut indices: Vec<Vec<usize>> =
            choices.iter().map(|choice| self.patterns.indices(&game.grid, choice.slid)).collect();
        let patterns = indices[0].len();
        for (indices, features) in indices.iter_mut().zip(self.features.of(game, key, choices)) {
            indices.extend(features.into_iter().map(|it| self.patterns.weights + it));
        }
        let scores: Vec<i64> = indices
            .iter()
            .map(|indices| indices.iter().map(|&index| self.weights[index].0).sum())
            .collect();
        let best = scores.iter().copied().max().unwrap_or(0);
        let powers: Vec<u64> = scores
            .iter()
            .map(|score| u64::from(self.powers.power((best - score) as u32)))
            .collect();
        let (n, sum) = (choices.len() as u64, powers.iter().sum::<u64>());
        let mut symbol_weights: Vec<u32> =
            powers.iter().map(|power| (1 + power * (65536 - n) / sum) as u32).collect();
        symbol_weights[0] = 65536 - symbol_weights[1..].iter().sum::<u32>();
        let symbol = self.symbols.symbol(&symbol_weights)?;
        let error = 65536 - symbol_weights[symbol];
        for (choice, (indices, &weight)) in indices.iter().zip(&symbol_weights).enumerate() {
            let c = i64::from(weight);
            let u = if choice == symbol { 65536 - c } else { -c };
            if error >= 3276 {
                self.learn(&indices[..patterns], u, 4727);
            }
            if error >= 256 {
                self.learn(&indices[patterns..], u, 0);
            }
        }
        self.features.learn(game, key, choices, symbol);
        Ok(choices[symbol])
    }

    fn learn(&mut self, indices: &[usize], u: i64, least: i64) {
        for &index in indices {
            let (weight, counter) = &mut self.weights[index];
            let step = (self.steps[*counter].max(least) * u + 32768) >> 16;
            *weight = (*weight + step).clamp(-(1 << 23), (1 << 23) - 1);
            *counter = (*counter + 1).min(255);
        }
    }

    /// Checks that the part is at its end.
    pub(crate) fn finish(&self) -> Result<(), ReadError> {
        self.symbols.finish()
    }
}

//! The regrets of the actions.

use std::collections::HashMap;

use crate::estimates::Estimator;
use crate::file::FileHeader;
use crate::game::{ReadChoice, ReadGame};
use crate::mixed_bits::MixedBitReader;
use crate::output::{ReadError, ReadLayer};
use crate::range_decoder::SymbolReader;
use crate::successors::ValuesAbove;

/// What is remembered of an afterstate.
#[derive(Clone, Copy)]
struct Remembered {
    expected: f64,
    error: f64,
}

type Memory = HashMap<u64, Remembered>;

/// Decodes regrets as levels.
struct LevelReader<'a> {
    game: &'a ReadGame,
    tolerance: f64,
    floor: f64,
    /// The regret of each level.
    regrets: Vec<f64>,
    symbols: SymbolReader<'a>,
    mixed: MixedBitReader<7>,
    estimates: Estimator,
    /// Of the layers one and two half sums above.
    above: [Option<Memory>; 2],
}

/// A choice whose regret is decoded.
struct Case<'a> {
    value: f64,
    own: &'a ReadChoice,
    other: &'a ReadChoice,
    last: f64,
}

/// Decodes the regrets of all states.
pub(crate) fn read_regrets(
    game: &ReadGame,
    header: &FileHeader,
    bytes: &[u8],
    layers: &mut [ReadLayer],
) -> Result<(), ReadError> {
    let least_factor = (1.0 + 0.05) / (1.0 - 0.05);
    let mut factor = least_factor;
    let regrets = loop {
        let mut regrets = vec![0.0, header.regret_floor * (1.0 + 0.05)];
        while regrets.len() < 256 {
            regrets.push(regrets[regrets.len() - 1] * factor);
        }
        if game.largest_regret.is_none_or(|largest| regrets[255] >= largest) {
            break regrets;
        }
        factor *= least_factor;
    };
    let mut reader = LevelReader {
        game,
        tolerance: header.tolerance,
        floor: header.regret_floor,
        regrets,
        symbols: SymbolReader::new(bytes),
        mixed: MixedBitReader::new([16, 12, 8, 1, 5, 2, 60].map(|size| size * 256), 20, 256, 819),
        estimates: Estimator::new(&game.grid),
        above: [None, None],
    };
    // What is remembered of the last two layers, by half sum.
    let mut memories: HashMap<u32, Memory> = HashMap::new();
    for at in (0..layers.len()).rev() {
        let (lower, higher) = layers.split_at_mut(at + 1);
        let layer = &mut lower[at];
        let values = ValuesAbove::new(layer.half_sum, higher);
        if header.threshold == 0.0 {
            layer.regrets = layer_regrets(game, layer, |case| {
                let mean = values.prediction(game, case.other.after).mean;
                Ok((case.value - game.q(case.other, mean)).max(0.0))
            })?;
            continue;
        }
        reader.above = [1, 2].map(|rise| memories.remove(&(layer.half_sum + rise)));
        let (regrets, memory) = reader.layer(layer, &values)?;
        layer.regrets = regrets;
        memories.extend(reader.above[0].take().map(|first| (layer.half_sum + 1, first)));
        memories.insert(layer.half_sum, memory);
    }
    reader.symbols.finish()
}

/// The regret of each action, given the regret of each choice.
fn by_action(game: &ReadGame, key: u64, choices: &[ReadChoice], regrets: &[f64]) -> [f64; 4] {
    [0, 1, 2, 3].map(|action| {
        let Some(found) = game.choice(key, action) else { return f64::INFINITY };
        let number = choices.iter().position(|choice| choice.after == found.after);
        number.map_or(f64::INFINITY, |number| regrets[number])
    })
}

/// The states of a layer with the canonical afterstate of their own choice, the number of that
/// choice and all choices, in the order of the groups.
fn grouped(game: &ReadGame, layer: &ReadLayer) -> Vec<(u64, usize, usize, Vec<ReadChoice>)> {
    let states = layer.keys.iter().zip(&layer.actions).enumerate();
    let mut states: Vec<_> = states
        .map(|(state, (&key, &action))| {
            let choices = game.choices(key);
            let own = choices.iter().position(|choice| choice.action == action).unwrap_or(0);
            (choices[own].after, state, own, choices)
        })
        .collect();
    states.sort_by_key(|&(after, state, ..)| (after, state));
    states
}

/// The regrets of a layer, each found by `regret` or taken from the same afterstate of the group.
fn layer_regrets(
    game: &ReadGame,
    layer: &ReadLayer,
    mut regret: impl FnMut(&Case<'_>) -> Result<f64, ReadError>,
) -> Result<Vec<[f64; 4]>, ReadError> {
    let mut all = vec![[0.0; 4]; layer.keys.len()];
    for group in grouped(game, layer).chunk_by(|a, b| a.0 == b.0) {
        let mut found: Vec<(u64, f64)> = Vec::new();
        for (_, state, own, choices) in group {
            let mut regrets = [0.0; 4];
            for number in (0..choices.len()).filter(|number| number != own) {
                let other = &choices[number];
                if let Some(&(_, known)) = found.iter().find(|&&(after, _)| after == other.after) {
                    regrets[number] = known;
                    continue;
                }
                let last = found.last().map_or(0.0, |&(_, regret)| regret);
                let value = layer.values[*state];
                regrets[number] = regret(&Case { value, own: &choices[*own], other, last })?;
                found.push((other.after, regrets[number]));
            }
            all[*state] = by_action(game, layer.keys[*state], choices, &regrets);
        }
    }
    Ok(all)
}

impl LevelReader<'_> {
    /// The level for a number.
    fn nearest(&self, x: f64) -> usize {
        if x < self.floor {
            0
        } else if x < self.regrets[1] {
            1
        } else {
            let i = (1..=254).rfind(|&i| self.regrets[i] <= x).unwrap_or(1);
            if x * 2.0 >= self.regrets[i] + self.regrets[i + 1] { i + 1 } else { i }
        }
    }

    fn learn(&mut self, slid: u64, expected: f64) {
        let estimate = self.estimates.estimate(&self.game.grid, slid);
        self.estimates.learn(&estimate, expected);
    }

    fn estimate(&self, slid: u64) -> f64 {
        f64::from(self.estimates.estimate(&self.game.grid, slid).value)
    }

    /// Decodes the regrets of a layer, and returns what is remembered of its afterstates.
    fn layer(
        &mut self,
        layer: &ReadLayer,
        values: &ValuesAbove<'_>,
    ) -> Result<(Vec<[f64; 4]>, Memory), ReadError> {
        let game = self.game;
        let mut memory = Memory::new();
        for (state, (&key, &action)) in layer.keys.iter().zip(&layer.actions).enumerate() {
            let own = game.choice(key, action).ok_or(ReadError("an impossible action"))?;
            if !own.wins && !memory.contains_key(&own.after) {
                let expected = game.e(&own, layer.values[state]);
                memory.insert(own.after, Remembered { expected, error: self.tolerance });
                self.learn(own.slid, expected);
            }
        }
        let regrets = layer_regrets(game, layer, |case| self.regret(case, values, &mut memory))?;
        Ok((regrets, memory))
    }

    /// Decodes the regret of one choice.
    fn regret(
        &mut self,
        case: &Case<'_>,
        values: &ValuesAbove<'_>,
        memory: &mut Memory,
    ) -> Result<f64, ReadError> {
        let &Case { value, own, other, last } = case;
        let game = self.game;
        let seen = memory.get(&other.after).copied();
        let prediction = values.prediction(game, other.after);
        let mean_level = self.nearest(value - game.q(other, prediction.mean));
        let missing_class =
            if prediction.any_known { (prediction.missing * 5.0) as usize } else { 6 };
        let (u, v) = (self.estimate(own.slid), self.estimate(other.slid));
        let size = (self.nearest(value) / 8).min(11);
        let (ahead, known) = self.look_ahead(case, values, seen);
        let ahead_level = self.nearest(value - game.q(other, ahead));
        let (first, mixture) = if let Some(seen) = seen {
            let seen_level = self.nearest(value - game.q(other, seen.expected));
            let x = (seen.error + self.tolerance) / self.regrets[seen_level.max(1)];
            let limits = [0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6];
            let class = 1 + limits.iter().filter(|&&limit| limit < x).count();
            (class * 256 + seen_level, class)
        } else if prediction.any_known {
            let class = 9 + missing_class.min(5);
            (class * 256 + mean_level, class)
        } else {
            (0, 15 + known)
        };
        let contexts = [
            first,
            size * 256 + self.nearest(u - v),
            missing_class * 256 + mean_level,
            self.nearest(game.e(own, value) - v),
            known * 256 + ahead_level,
            usize::from(seen.is_some()) * 256 + self.nearest(last),
            (known * 12 + size) * 256 + ahead_level,
        ];
        let mut node = 1;
        while node < 256 {
            let bit = self.mixed.read(&mut self.symbols, contexts, mixture, node)?;
            node = node * 2 + usize::from(bit);
        }
        let level = (node - 256) as u8;
        let regret = self.regrets[usize::from(level)];
        if !other.wins {
            let expected = game.e(other, value - regret);
            let error = self.tolerance.max(regret * 0.05);
            if seen.is_none() {
                self.learn(other.slid, expected);
            }
            if seen.is_none_or(|seen| error < seen.error) {
                memory.insert(other.after, Remembered { expected, error });
            }
        }
        Ok(regret)
    }

    /// The expected value of the other choice's afterstate, and how much of it is known.
    fn look_ahead(
        &self,
        case: &Case<'_>,
        values: &ValuesAbove<'_>,
        seen: Option<Remembered>,
    ) -> (f64, usize) {
        let game = self.game;
        if case.other.wins {
            return (0.0, 4);
        }
        if let Some(seen) = seen {
            let r = (case.value - game.q(case.other, seen.expected)).max(self.tolerance * 1e-6);
            if seen.error + self.tolerance < 0.1 * r {
                return (seen.expected, 4);
            }
        }
        let (mut expected, mut all, mut remembered) = (0.0, 0.0, 0.0);
        for successor in game.successors(case.other.after) {
            let p = successor.probability;
            let value = values.kept(&successor).unwrap_or_else(|| {
                let memory = self.above[usize::from(successor.tile) - 1].as_ref();
                let choices = game.choices(successor.key);
                let action_values = choices.iter().map(|choice| {
                    let found = memory
                        .and_then(|memory| memory.get(&choice.after))
                        .filter(|_| !choice.wins);
                    all += p;
                    if found.is_some() {
                        remembered += p;
                    }
                    let expected = found.map(|found| found.expected);
                    game.q(choice, expected.unwrap_or_else(|| self.estimate(choice.slid)))
                });
                action_values.reduce(f64::max).unwrap_or(game.lost)
            });
            expected += p * value;
        }
        (expected, if all > 0.0 { (remembered / all * 3.99) as usize } else { 4 })
    }
}

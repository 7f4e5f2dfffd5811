//! Random changes of solution files: bits, values and headers, under matching checksums.

use mdp2048_model::{Game, Objective, SplitMix64, ValuedGame};
use mdp2048_rules::{Exponent, Shape};
use mdp2048_test_support::{LayerEntry, LayerParts, SolutionParts};

use crate::bytes::change;
use crate::random::number;

/// A solution file after one change. The counts and checksums mostly match.
pub(crate) fn changed_solution(random: &mut SplitMix64, bytes: &[u8], other: &[u8]) -> Vec<u8> {
    let Some(mut parts) = SolutionParts::read(bytes) else {
        let mut bytes = bytes.to_vec();
        change(random, &mut bytes, other);
        return bytes;
    };
    if parts.layers.is_empty() {
        return other.to_vec();
    }
    let at = random.below(parts.layers.len());
    match random.below(64) {
        0 => {
            // Without a checksum that matches.
            let mut bytes = bytes.to_vec();
            change(random, &mut bytes, other);
            return bytes;
        }
        1..=15 => flip_bits(random, &mut parts.layers[at]),
        16..=39 => change_values(random, &mut parts, at),
        40..=47 => change_layers(random, &mut parts, at),
        48..=51 => parts.header.start_return = nearby(random, parts.header.start_return),
        52 | 53 => parts.header.lost = parts.header.lost.wrapping_add(random.below(3) as u64 + 1),
        54 => parts.header.precision ^= 1,
        55 => {
            // Counts that do not match.
            let number = [0, 1, 1 << 20, 1 << 40, u64::MAX][random.below(5)];
            let record = &mut parts.header.layers[at];
            *[&mut record.states, &mut record.words, &mut parts.header.states][random.below(3)] =
                number;
            return parts.bytes();
        }
        _ => parts.header.valued_game = changed_game(random, &parts.header.valued_game),
    }
    parts.count_again();
    parts.bytes()
}

/// Sets or clears some bits of a layer, with as many values.
fn flip_bits(random: &mut SplitMix64, layer: &mut LayerParts) {
    let bits = 64 * layer.words.len();
    if bits == 0 {
        return;
    }
    let value = match layer.values.get(random.below(layer.values.len().max(1))) {
        Some(&value) => value,
        None => 0.5,
    };
    match random.below(4) {
        0 => {
            // A state moves to another bit.
            let set: Vec<usize> = (0..bits).filter(|&bit| layer.has(bit)).collect();
            let clear: Vec<usize> = (0..bits).filter(|&bit| !layer.has(bit)).collect();
            if !set.is_empty() && !clear.is_empty() {
                layer.flip(set[random.below(set.len())], value);
                layer.flip(clear[random.below(clear.len())], value);
            }
        }
        1 => {
            let word = random.below(layer.words.len());
            let number = [0, u64::MAX, random.next_word()][random.below(3)];
            for bit in 0..64 {
                if layer.has(64 * word + bit) != (number >> bit & 1 == 1) {
                    layer.flip(64 * word + bit, value);
                }
            }
        }
        _ => layer.flip(random.below(bits), value),
    }
}

/// Changes the values of some states of a layer.
fn change_values(random: &mut SplitMix64, parts: &mut SolutionParts, at: usize) {
    let values = &mut parts.layers[at].values;
    if values.is_empty() {
        return;
    }
    let (one, other) = (random.below(values.len()), random.below(values.len()));
    match random.below(8) {
        0 => values.swap(one, other),
        1 => values.reverse(),
        2 => {
            let value = nearby(random, values[one]);
            values.fill(value);
        }
        _ => values[one] = nearby(random, values[one]),
    }
}

/// A number that differs from a value by rounding, by a little, or in every respect.
fn nearby(random: &mut SplitMix64, value: f64) -> f64 {
    match random.below(12) {
        0 => value.next_up(),
        1 => value.next_down(),
        2 => value * (1.0 + 1e-13),
        3 => value + 1e-9,
        4 => -value,
        5 => f64::NAN,
        6 => f64::NEG_INFINITY,
        7 => 1.0 - value,
        8 => value / 2.0,
        _ => number(random),
    }
}

/// Removes, adds or moves layers.
fn change_layers(random: &mut SplitMix64, parts: &mut SolutionParts, at: usize) {
    let SolutionParts { header, layers, .. } = parts;
    match random.below(6) {
        0 => {
            header.layers.remove(at);
            layers.remove(at);
        }
        1 => {
            let half_sum = [0, 1, 1000, 1 << 20, u32::MAX][random.below(5)];
            header.layers[at].half_sum = half_sum;
        }
        2 => {
            let step = random.below(3) as u32;
            let half_sum = &mut header.layers[at].half_sum;
            *half_sum = half_sum.saturating_add(step).saturating_sub(1);
        }
        3 => {
            header.layers.truncate(at + 1);
            layers.truncate(at + 1);
        }
        4 => {
            // A layer above all others.
            let last = header.layers.last().map_or(0, |record| record.half_sum);
            let (states, words, checksum) = (1, 1, 0);
            let half_sum = last.saturating_add(1 + random.below(40) as u32);
            header.layers.push(LayerEntry { half_sum, states, words, checksum });
            layers.push(LayerParts { words: vec![1], values: vec![0.5] });
        }
        _ => {
            let length = random.below(4);
            layers[at].words.resize(length, random.next_word());
            let states = layers[at].words.iter().map(|word| word.count_ones() as usize).sum();
            layers[at].values.resize(states, 0.5);
        }
    }
}

/// Another game, which mostly differs in one parameter.
fn changed_game(random: &mut SplitMix64, valued_game: &ValuedGame) -> ValuedGame {
    let game = valued_game.game();
    let mut is_losing = valued_game.is_losing();
    let (mut shape, mut objective) = (game.shape(), game.objective());
    let mut target = game.target().map(Exponent::face);
    let (mut discount, mut four) = (game.discount().get(), game.spawn_four().get());
    match random.below(8) {
        0 => objective = Objective::ALL[random.below(Objective::ALL.len())],
        1 => target = [None, Some(8), Some(16), Some(32)][random.below(4)],
        2 => {
            let shapes: Vec<Shape> = Shape::all().collect();
            shape = shapes[random.below(shapes.len())];
        }
        3 if random.below(2) == 0 => is_losing = !is_losing,
        3 => discount = [discount.next_down(), 1.0, 0.99, 1e-300][random.below(4)],
        4 => four = [four.next_up(), four.next_down()][random.below(2)],
        5 => four = [0.0, 1.0, 0.5, 1e-6, 0.999999][random.below(5)],
        _ => four = number(random),
    }
    let game = Game::new(shape, objective, target, discount, four).unwrap_or(*game);
    ValuedGame::losing(game).filter(|_| is_losing).unwrap_or(game.into())
}

//! The second pass: what each state is worth.

use std::ops::ControlFlow;

use mdp2048_model::Game;
use mdp2048_rules::TileSum;

use crate::bits::RankedBits;
use crate::forward::{Reached, ReachedLayer, Spawns, for_each_cell};
use crate::index::{LayerIndex, Parts};
use crate::moves::{Moves, Next};
use crate::parallel;
use crate::patterns::{Patterns, add, least};
use crate::progress::{Phase, Progress, SolveError, Watch};

/// A layer whose states have values.
#[derive(Clone, Debug)]
pub(crate) struct ValuedLayer {
    pub(crate) index: LayerIndex,
    pub(crate) states: RankedBits,
    /// In the order of `states`.
    pub(crate) values: Vec<f64>,
}

impl ValuedLayer {
    /// The value of the board with this canonical code, if it is a state of the layer.
    pub(crate) fn value(&self, patterns: &Patterns, code: u64) -> Option<f64> {
        let rank = self.states.rank(self.index.number(patterns, code))?;
        Some(self.values[rank])
    }
}

/// The layers that random tiles lead to from a layer: 2 and 4 higher, where there are states.
pub(crate) type Above<'a> = [Option<&'a ValuedLayer>; 2];

/// The expected value of an afterstate, from the layers above it.
///
/// The sum runs over the empty cells ascending, a 2 before a 4: one fixed order, so that repeated
/// solves agree to the bit. Boards that are no state are lost and worth nothing.
pub(crate) fn expectation(
    patterns: &Patterns,
    spawns: &Spawns,
    above: Above<'_>,
    parts: Parts<'_>,
) -> f64 {
    let images = parts.images();
    let empty = parts.empty();
    let mut sum = 0.0;
    for_each_cell(empty, |cell| {
        for (tile, layer) in above.into_iter().enumerate() {
            if let Some(layer) = layer {
                let code = least(&add(images, spawns.images[tile][cell]));
                let value = layer.value(patterns, code).unwrap_or(0.0);
                sum += spawns.chances[tile] * value;
            }
        }
    });
    sum / f64::from(empty.count_ones())
}

/// Values every state, from the highest layer down; the layers come out ascending.
pub(crate) fn value(
    game: &Game,
    patterns: &Patterns,
    moves: &Moves,
    reached: Reached,
    watch: Watch<'_>,
) -> Result<Vec<ValuedLayer>, SolveError> {
    let spawns = Spawns::new(game, patterns);
    let layers_in_all = reached.layers.len();
    let mut valued: Vec<ValuedLayer> = Vec::with_capacity(layers_in_all);
    let mut states = 0;
    for layer in reached.layers.into_iter().rev() {
        let half_sum = layer.index.half_sum();
        let above = [1, 2].map(|up| {
            let recent = valued.iter().rev().take(2);
            recent.into_iter().find(|layer| layer.index.half_sum() == half_sum + up)
        });
        let values = value_layer(game, patterns, moves, &spawns, above, &layer);
        states += layer.states.len();
        valued.push(ValuedLayer { index: layer.index, states: layer.states, values });
        let progress = Progress {
            phase: Phase::Valuing,
            layer: TileSum::new(2 * half_sum as u32),
            layers: valued.len(),
            layers_in_all: Some(layers_in_all),
            states,
            states_in_all: Some(reached.states),
        };
        if watch(progress) == ControlFlow::Break(()) {
            return Err(SolveError::Interrupted);
        }
    }
    valued.reverse();
    Ok(valued)
}

/// The values of a layer's states, in their order.
fn value_layer(
    game: &Game,
    patterns: &Patterns,
    moves: &Moves,
    spawns: &Spawns,
    above: Above<'_>,
    layer: &ReachedLayer,
) -> Vec<f64> {
    let mut expected = vec![0.0; layer.afterstates.len() as usize];
    parallel::run(parallel::ranges_with(&layer.afterstates, &mut expected), |(range, out)| {
        let mut out = out.iter_mut();
        layer.index.for_each(patterns, layer.afterstates.words(), range, |_, parts| {
            if let Some(out) = out.next() {
                *out = expectation(patterns, spawns, above, parts);
            }
        });
    });
    let discount = game.discount().get();
    let mut values = vec![0.0; layer.states.len() as usize];
    parallel::run(parallel::ranges_with(&layer.states, &mut values), |(range, out)| {
        let mut out = out.iter_mut();
        layer.index.for_each(patterns, layer.states.words(), range, |_, parts| {
            let best = moves.all(&parts.lines()).map(|next| match next {
                Next::Blocked => 0.0,
                Next::Wins => 1.0,
                Next::After(code) => {
                    let number = layer.index.number(patterns, code);
                    layer.afterstates.rank(number).map_or(0.0, |rank| expected[rank])
                }
            });
            if let Some(out) = out.next() {
                *out = discount * best.into_iter().fold(0.0, f64::max);
            }
        });
    });
    values
}

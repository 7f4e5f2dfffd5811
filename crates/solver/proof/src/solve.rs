//! Backward induction over a set of boards.

use std::{io, iter, mem};

use mdp2048_rules::{AfterstateCache, Board, Exponent};
use rayon::prelude::*;

use crate::index::LayerIndex;
use crate::layer::SetLayer;
use crate::rules::{Moved, Rules, SpawnFractions, set_key};
use crate::set::BoardSet;
use crate::value::{CERTAIN, WinBound, dequantised, quantised};

/// Half of the highest tile sum of a start board.
const LAST_START: usize = 4;

/// The boards of a unit of parallel work.
const CHUNK: usize = 1 << 13;

/// The values of afterstates of one layer.
struct AfterValues<'a> {
    rules: &'a Rules,
    /// The layers after a random 2 and after a 4.
    next: &'a [LayerIndex; 2],
    cache: AfterstateCache<KnownValue, 15>,
}

/// What is known of the value of an afterstate.
#[derive(Clone, Copy, Debug, Default)]
struct KnownValue {
    /// The value, or an upper bound of it.
    value: WinBound,
    is_exact: bool,
}

impl<'a> AfterValues<'a> {
    fn new(rules: &'a Rules, next: &'a [LayerIndex; 2]) -> Self {
        Self { rules, next, cache: AfterstateCache::default() }
    }

    /// The expected value after a random tile, rounded down, if it is at least `least`. Boards
    /// outside of the set count as lost.
    #[inline]
    fn value_from(&mut self, least: WinBound, after: Board) -> Option<WinBound> {
        let is_enough = |known: &KnownValue| known.is_exact || known.value < least;
        let known = self.cache.get(after.key()).filter(is_enough).unwrap_or_else(|| {
            let known = self.known_value(least, after);
            self.cache.insert(after.key(), known);
            known
        });
        (known.value >= least).then_some(known.value)
    }

    /// The expected value after a random tile, rounded down, or an upper bound of it that is below
    /// `least`: what is lost after some of the tiles is often enough to tell.
    fn known_value(&self, least: WinBound, after: Board) -> KnownValue {
        let SpawnFractions { two, four, all } = self.rules.fractions;
        let (parts, all) = ([two, four], all * after.empty_cells().count() as u64);
        // Below 10^6 * 16 * 2^32, as is all that can be lost.
        let most_lost = all * u64::from(CERTAIN - least);
        let mut lost = 0;
        let is_exact = self.rules.spawns(after).into_iter().zip(parts).zip(self.next).all(
            |((mut keys, part), next)| {
                keys.all(|key| {
                    lost += part * u64::from(CERTAIN - next.value(key));
                    lost <= most_lost
                })
            },
        );
        let value = ((all * u64::from(CERTAIN) - lost) / all) as WinBound;
        KnownValue { value, is_exact }
    }

    /// The value of a board and the first of its best actions. `first` is an action that is
    /// probably good: the values of the others matter only if they are as high.
    fn best(&mut self, key: u64, first: u8) -> (WinBound, u8) {
        let moves = self.rules.moves(self.rules.board(key));
        let mut best: (WinBound, u8) = (0, 0);
        let others = (0..4).filter(|&action| action != first);
        for action in iter::once(first).chain(others) {
            // Of equal values, the first action counts.
            let least = if action < best.1 { Some(best.0) } else { best.0.checked_add(1) };
            let Some(least) = least else { continue };
            let value = match moves[usize::from(action)] {
                None => None,
                Some(Moved::Won) => Some(CERTAIN).filter(|&value| value >= least),
                Some(Moved::After(after)) => self.value_from(least, after),
            };
            if let Some(value) = value {
                best = (value, action);
            }
        }
        best
    }
}

/// A pass of backward induction, from the highest tile sum down: a layer needs the values of the
/// next two only.
pub(crate) struct ValuePass {
    rules: Rules,
    /// The layers from here on have values.
    pub(crate) half_sum: usize,
    /// The first two of these layers.
    pub(crate) above: [SetLayer; 2],
    next: [LayerIndex; 2],
    /// Whether the set keeps the values, quantised, which another round needs, or only which are
    /// positive. It keeps those of start boards as they are.
    pub(crate) keeps_values: bool,
}

impl ValuePass {
    /// A pass over the layers below a half sum. `above` are that layer and the next one.
    pub(crate) fn new(
        rules: Rules,
        half_sum: usize,
        above: [SetLayer; 2],
        keeps_values: bool,
    ) -> Self {
        let next = [&above[0], &above[1]].map(LayerIndex::new);
        Self { rules, half_sum, above, next, keeps_values }
    }

    /// The target of the values.
    pub(crate) fn target(&self) -> Option<Exponent> {
        self.rules.game().target()
    }

    /// Computes the value of every board of the next layer and its best action. A board outside of
    /// the set is lost, and all values are rounded down.
    ///
    /// # Errors
    /// An error of the files.
    pub(crate) fn step(&mut self, set: &mut BoardSet) -> io::Result<()> {
        self.half_sum -= 1;
        let mut layer = set.layer(self.half_sum)?;
        layer.solve(&self.rules, &self.next);
        let kept = |&value: &WinBound| match value {
            _ if self.half_sum <= LAST_START => value,
            _ if self.keeps_values => dequantised(quantised(value)),
            0 => 0,
            _ => CERTAIN,
        };
        let kept = layer.values.iter().map(kept).collect();
        let values = mem::replace(&mut layer.values, kept);
        set.replace(self.half_sum, &layer);
        layer.values = values;
        self.next.swap(0, 1);
        self.next[0] = LayerIndex::new(&layer);
        self.above.swap(0, 1);
        self.above[0] = layer;
        Ok(())
    }
}

impl BoardSet {
    /// Computes all values in one pass, and the value of the start.
    ///
    /// # Errors
    /// An error of the files.
    pub(crate) fn solve(&mut self, rules: &Rules) -> io::Result<WinBound> {
        self.pass += 1;
        let above = self.layers.len();
        let mut pass = ValuePass::new(rules.clone(), above, Default::default(), false);
        while pass.half_sum > 0 {
            pass.step(self)?;
        }
        self.start_value(rules)
    }

    /// The expectation of the values of the start states, rounded down.
    ///
    /// # Errors
    /// An error of the files.
    pub(crate) fn start_value(&mut self, rules: &Rules) -> io::Result<WinBound> {
        let (starts, all) = rules.fractions.starts(rules.game());
        let mut sum = 0;
        for (state, weight) in starts {
            let layer = self.valued_layer(state.board().tile_sum().get() as usize / 2)?;
            sum += weight * u128::from(layer.value(set_key(state.board())));
        }
        Ok((sum / all) as WinBound)
    }
}

impl SetLayer {
    /// Computes the values and the best actions of the boards.
    fn solve(&mut self, rules: &Rules, next: &[LayerIndex; 2]) {
        let Self { keys, values, actions } = self;
        values.resize(keys.len(), 0);
        let chunks = keys.par_chunks(CHUNK).zip(values.par_chunks_mut(CHUNK));
        let chunks = chunks.zip(actions.par_chunks_mut(CHUNK));
        chunks.for_each_init(
            || AfterValues::new(rules, next),
            |afters, ((keys, values), actions)| {
                for ((&key, value), action) in keys.iter().zip(values).zip(actions) {
                    (*value, *action) = afters.best(key, *action);
                }
            },
        );
    }
}

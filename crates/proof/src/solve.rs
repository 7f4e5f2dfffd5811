//! Backward induction over a set of boards.

use std::mem;

use mdp2048_rules::Board;
use rayon::prelude::*;

use crate::index::LayerIndex;
use crate::rules::{Moved, Rules};
use crate::set::{BoardSet, SetLayer};
use crate::value::{CERTAIN, WinBound};

/// The boards of a unit of parallel work.
const CHUNK: usize = 1 << 13;

/// The entries of the cache of afterstates.
const CACHED: usize = 1 << 15;

/// The values of afterstates of one layer.
pub(crate) struct AfterValues<'a> {
    rules: &'a Rules,
    /// The layers after a random 2 and after a 4.
    next: [&'a LayerIndex; 2],
    /// The last afterstates with their values, by their hash. Boards that follow each other have
    /// many afterstates in common.
    cache: Vec<(u64, WinBound)>,
}

impl<'a> AfterValues<'a> {
    pub(crate) fn new(rules: &'a Rules, next: [&'a LayerIndex; 2]) -> Self {
        Self { rules, next, cache: vec![(0, 0); CACHED] }
    }

    /// The expected value after a random tile, rounded down. Boards outside of the set count as
    /// lost.
    #[inline]
    pub(crate) fn value(&mut self, after: Board) -> WinBound {
        let key = after.key();
        let slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 49) as usize % CACHED;
        if self.cache[slot].0 == key {
            return self.cache[slot].1;
        }
        let (sums, _) = self.sums(after);
        let cells = after.empty_cells().count() as u64;
        let value = self.rules.parts.expectation(sums[0], sums[1], cells);
        self.cache[slot] = (key, value);
        value
    }

    /// The sums of the values after a 2 and after a 4 over the empty cells, and how many boards of
    /// each are outside of the set.
    pub(crate) fn sums(&self, after: Board) -> ([u64; 2], [u64; 2]) {
        let (mut sums, mut outside) = ([0; 2], [0; 2]);
        self.rules.for_each_spawn(after, |key, is_four| {
            let at = usize::from(is_four);
            let value = self.next[at].value(key);
            sums[at] += u64::from(value);
            outside[at] += u64::from(value == 0);
        });
        (sums, outside)
    }

    /// The value of a board and the first of its best actions.
    fn best(&mut self, key: u64) -> (WinBound, u8) {
        let mut best = (0, 0);
        for (moved, action) in self.rules.moves(self.rules.board(key)).into_iter().zip(0..) {
            let value = match moved {
                None => continue,
                Some(Moved::Won) => CERTAIN,
                Some(Moved::After(after)) => self.value(after),
            };
            if value > best.0 {
                best = (value, action);
            }
        }
        best
    }
}

impl BoardSet {
    /// Computes the value of every board and the best action, from the highest tile sum down: a
    /// layer needs the values of the next two only. Returns the value of the start. A board outside
    /// of the set is lost, and all values are rounded down.
    pub(crate) fn solve(&mut self, rules: &Rules, mut done: impl FnMut(&Self, usize)) -> WinBound {
        let none = LayerIndex::empty;
        let [mut one, mut two] = [none(), none()];
        for half_sum in (0..self.layers.len()).rev() {
            let layer = &mut self.layers[half_sum];
            layer.solve(rules, [&one, &two]);
            two = mem::replace(&mut one, LayerIndex::new(layer));
            done(self, half_sum);
        }
        self.start_value(rules)
    }

    /// The expectation of the values of the start states, rounded down.
    fn start_value(&self, rules: &Rules) -> WinBound {
        let (starts, all) = rules.parts.starts(rules.game());
        let value = |board: Board| {
            let layer = self.layers.get(board.tile_sum().get() as usize / 2)?;
            let at = layer.keys.binary_search(&board.key()).ok()?;
            Some(layer.values[at])
        };
        let values = starts
            .into_iter()
            .map(|(state, weight)| weight * u128::from(value(state.board()).unwrap_or_default()));
        (values.sum::<u128>() / all) as WinBound
    }
}

impl SetLayer {
    /// Computes the values and the best actions of the boards.
    fn solve(&mut self, rules: &Rules, next: [&LayerIndex; 2]) {
        let Self { keys, values, actions } = self;
        let chunks = keys.par_chunks(CHUNK).zip(values.par_chunks_mut(CHUNK));
        let chunks = chunks.zip(actions.par_chunks_mut(CHUNK));
        chunks.for_each_init(
            || AfterValues::new(rules, next),
            |afters, ((keys, values), actions)| {
                for ((&key, value), action) in keys.iter().zip(values).zip(actions) {
                    (*value, *action) = afters.best(key);
                }
            },
        );
    }
}

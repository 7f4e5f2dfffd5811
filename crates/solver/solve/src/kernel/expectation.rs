//! The expectation over the random tile: the mean of V over the boards that follow an afterstate.

use std::ops::Range;

use crate::board_index::cells::BoardPatterns;
use crate::simd::{Code, Simd};

use super::batches::SPAWN_BATCH;
use super::spawns::{MOST_CELLS, Spawner};

/// The states of a layer, which are found by their codes, and their values.
pub(crate) trait ValueLookup<C> {
    /// Replaces the representative codes of boards of the layer's tile sum by their bit indices.
    fn replace_all<'c>(&self, codes: impl Iterator<Item = &'c mut C>)
    where
        C: 'c;

    /// Returns the value of the board with a bit index, or `lost` if it is not a state, and whether
    /// it is one.
    fn value_or(&self, bit: C, lost: f64) -> (f64, bool);
}

/// Some afterstates of one layer, at most [`SPAWN_BATCH`], and the boards after their random tiles.
///
/// The steps of an expectation are done for all of them in turn, see [`batches`](super::batches):
/// [`place`](Self::place), [`look_up`](Self::look_up) and [`means`](Self::means). The sum of an
/// afterstate is in the order of its empty cells, with the board after a 2 before that after a 4,
/// in all passes and in queries of many boards, so that their values are equal to the bit.
pub(crate) struct SpawnBatch<C> {
    /// By empty cell: the codes of the boards after a 2 and after a 4.
    codes: [[C; 2]; SPAWN_BATCH * MOST_CELLS],
    /// By empty cell: the values of these boards times the probabilities of the tiles.
    terms: [[f64; 2]; SPAWN_BATCH * MOST_CELLS],
    /// By afterstate: the end of its empty cells.
    ends: [usize; SPAWN_BATCH],
    /// The number of afterstates.
    len: usize,
}

impl<C: Code> SpawnBatch<C> {
    /// Returns a batch without afterstates.
    pub(crate) fn new() -> Self {
        Self {
            codes: [[C::default(); 2]; SPAWN_BATCH * MOST_CELLS],
            terms: [[0.0; 2]; SPAWN_BATCH * MOST_CELLS],
            ends: [0; SPAWN_BATCH],
            len: 0,
        }
    }

    /// The number of empty cells of all afterstates.
    #[inline(always)]
    fn cells(&self) -> usize {
        if self.len == 0 { 0 } else { self.ends[self.len - 1] }
    }

    /// Replaces the afterstates, and finds the boards after each random tile.
    #[inline(always)]
    pub(crate) fn place(
        &mut self,
        simd: impl Simd,
        spawner: &Spawner<'_, C>,
        afterstates: impl ExactSizeIterator<Item = BoardPatterns>,
    ) {
        let mut count = 0;
        self.len = afterstates.len();
        for (parts, end) in afterstates.zip(&mut self.ends) {
            spawner.for_each(simd, parts, |pair| {
                self.codes[count] = pair;
                count += 1;
            });
            *end = count;
        }
    }

    /// Looks up the values of the boards in the layers above: a 2 leads to the first, a 4 to the
    /// second. If such a layer has no states, all boards after its tile are lost. `visit` is called
    /// with the number of an empty cell, that of the tile, and whether the board is a state.
    #[inline(always)]
    pub(crate) fn look_up(
        &mut self,
        probabilities: [f64; 2],
        above: [Option<&impl ValueLookup<C>>; 2],
        lost: f64,
        mut visit: impl FnMut(usize, usize, bool),
    ) {
        let cells = self.cells();
        let (codes, terms) = (&mut self.codes[..cells], &mut self.terms[..cells]);
        for (tile, layer) in above.into_iter().enumerate() {
            let probability = probabilities[tile];
            // The terms of a tile that is never drawn stay 0.
            if probability <= 0.0 {
                continue;
            }
            let Some(layer) = layer else {
                for (cell, terms) in terms.iter_mut().enumerate() {
                    terms[tile] = probability * lost;
                    visit(cell, tile, false);
                }
                continue;
            };
            layer.replace_all(codes.iter_mut().map(|pair| &mut pair[tile]));
            for (cell, (terms, pair)) in terms.iter_mut().zip(&*codes).enumerate() {
                let (value, is_state) = layer.value_or(pair[tile], lost);
                terms[tile] = probability * value;
                visit(cell, tile, is_state);
            }
        }
    }

    /// Calls `visit` for each afterstate, with its number, the expectation of V after its random
    /// tile, and its empty cells.
    #[inline(always)]
    pub(crate) fn means(&self, mut visit: impl FnMut(usize, f64, Range<usize>)) {
        let mut begin = 0;
        for (at, &end) in self.ends[..self.len].iter().enumerate() {
            let mut sum = 0.0;
            for [two, four] in &self.terms[begin..end] {
                sum = sum + two + four;
            }
            visit(at, sum / f64::from((end - begin) as u32), begin..end);
            begin = end;
        }
    }
}

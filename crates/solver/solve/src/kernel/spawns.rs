//! Random tiles: the boards after a 2 or a 4 appears on an empty cell of an afterstate.

use crate::board_index::cells::BoardPatterns;
use crate::simd::{Code, Lanes, Simd};

/// The number of cells of the largest board.
pub(crate) const MOST_CELLS: usize = 16;

/// By cell: what a 2 and a 4 there add to the codes of the symmetry images.
pub(crate) type SpawnImages<C> = [[Lanes<C>; 2]; MOST_CELLS];

/// The empty cells of a board, ascending: the bits of a mask.
struct EmptyCellMask(u16);

impl Iterator for EmptyCellMask {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let cell = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(cell as usize)
    }
}

/// The tables of random tiles, borrowed one by one, so that a loop over boards does not load their
/// addresses again.
#[derive(Clone, Copy)]
pub(crate) struct Spawner<'a, C> {
    // By corner ordinal, by high half and by low half: what the part adds to the codes of the
    // symmetry images, and the empty cells of the part. Both have the same lengths, so that one
    // bounds check covers them.
    codes: [&'a [Lanes<C>]; 3],
    empty: [&'a [u16]; 3],
    weights: &'a SpawnImages<C>,
}

impl<'a, C: Code> Spawner<'a, C> {
    /// Returns a spawner with the codes and the empty cells by corner ordinal, high half and low
    /// half.
    #[inline(always)]
    pub(super) fn new(
        codes: [&'a [Lanes<C>]; 3],
        empty: [&'a [u16]; 3],
        weights: &'a SpawnImages<C>,
    ) -> Self {
        let [corners, high, low] = empty;
        let empty = [&corners[..codes[0].len()], &high[..codes[1].len()], &low[..codes[2].len()]];
        Self { codes, empty, weights }
    }

    /// Calls `visit` with the representative codes after a 2 and after a 4, for each empty cell of
    /// a board in ascending order.
    #[inline(always)]
    pub(crate) fn for_each<W: Simd>(
        &self,
        simd: W,
        parts: BoardPatterns,
        mut visit: impl FnMut([C; 2]),
    ) {
        self.for_each_image::<W, false>(simd, parts, |pair, _| visit(pair));
    }

    /// Does the same as [`Spawner::for_each`]. If `IMAGES`, it also passes masks of the symmetries
    /// to the images that have the representative codes; else they are 0.
    #[inline(always)]
    pub(crate) fn for_each_image<W: Simd, const IMAGES: bool>(
        &self,
        simd: W,
        parts: BoardPatterns,
        mut visit: impl FnMut([C; 2], [u8; 2]),
    ) {
        let numbers = [usize::from(parts.corner), usize::from(parts.high), usize::from(parts.low)];
        let part = |part: usize| C::load(simd, &self.codes[part][numbers[part]]);
        let images = C::plus(simd, C::plus(simd, part(0), part(1)), part(2));
        let empty = |part: usize| self.empty[part][numbers[part]];
        for cell in EmptyCellMask(empty(0) | empty(1) | empty(2)) {
            let tiles = &self.weights[cell % MOST_CELLS];
            let two = C::plus(simd, images, C::load(simd, &tiles[0]));
            let four = C::plus(simd, images, C::load(simd, &tiles[1]));
            let least = C::least_of_two(simd, [two, four]);
            let mut masks = [0; 2];
            if IMAGES {
                masks[0] = C::equal_lanes(simd, two, least[0]);
                masks[1] = C::equal_lanes(simd, four, least[1]);
            }
            visit(least, masks);
        }
    }
}

//! The moves of 4x4 boards as 64-bit keys (see [`Board::key`]).

use mdp2048_rules::Action;
use mdp2048_rules::nibbles::{LineSlides, empty_cells, swapped, transposed};

/// A move before the random tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moved {
    pub(crate) action: Action,
    pub(crate) after: u64,
    pub(crate) points: u32,
}

/// The slides of rows and columns.
#[derive(Debug)]
pub(crate) struct Slides(LineSlides);

impl Slides {
    /// The tables, of 512 KB together.
    pub(crate) fn new() -> Self {
        Self(LineSlides::new(4))
    }

    /// The board after an action, by [`Action::index`], and the points; the board itself if the
    /// action is not allowed.
    #[inline(always)]
    pub(crate) fn act(&self, key: u64, action: usize) -> (u64, u32) {
        let is_turned = action & 2 != 0;
        let lines = if is_turned { transposed(key) } else { key };
        let (after, points) = self.0.slide(lines, action & 1 == 0);
        (if is_turned { transposed(after) } else { after }, points)
    }

    /// Calls `visit` with each allowed move, in the order of [`Action::ALL`].
    #[inline(always)]
    pub(crate) fn moves(&self, key: u64, mut visit: impl FnMut(Moved)) {
        let turned = transposed(key);
        // The first cell is the highest nibble.
        let [left, right] = [true, false].map(|to_high| self.0.slide(key, to_high));
        let [up, down] = [true, false].map(|to_high| self.0.slide(turned, to_high));
        if left.0 != key {
            visit(Moved { action: Action::Left, after: left.0, points: left.1 });
        }
        if right.0 != key {
            visit(Moved { action: Action::Right, after: right.0, points: right.1 });
        }
        if up.0 != turned {
            visit(Moved { action: Action::Up, after: transposed(up.0), points: up.1 });
        }
        if down.0 != turned {
            visit(Moved { action: Action::Down, after: transposed(down.0), points: down.1 });
        }
    }
}

/// Reverses the order of the cells of each row.
#[inline(always)]
const fn mirrored(key: u64) -> u64 {
    swapped(swapped(key, 4, 0x0f0f_0f0f_0f0f_0f0f), 8, 0x00ff_00ff_00ff_00ff)
}

/// Reverses the order of the rows.
#[inline(always)]
const fn flipped(key: u64) -> u64 {
    swapped(key.rotate_left(32), 16, 0x0000_ffff_0000_ffff)
}

/// The eight symmetry images of a board.
#[inline(always)]
pub(crate) const fn images(key: u64) -> [u64; 8] {
    let (flip, turned) = (flipped(key), transposed(key));
    let turned_flip = flipped(turned);
    [
        key,
        mirrored(key),
        flip,
        mirrored(flip),
        turned,
        mirrored(turned),
        turned_flip,
        mirrored(turned_flip),
    ]
}

/// The boards with a 2 on each empty cell of an afterstate, by ascending bit. A 4 is there if the
/// lowest bit that was added is shifted by one.
#[inline(always)]
pub(crate) fn twos(after: u64) -> impl Iterator<Item = (u64, u64)> {
    let mut cells = empty_cells(after);
    std::iter::from_fn(move || {
        let bit = cells & cells.wrapping_neg();
        cells ^= bit;
        (bit != 0).then_some((after | bit, after | bit << 1))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use mdp2048_rules::{Board, Exponent, Shape};

    use super::*;

    #[test]
    fn keys_move_as_boards_do() {
        let (shape, slides) = (Shape::FOUR_BY_FOUR, Slides::new());
        let mut number = 1u64;
        for round in 0..3_000 {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            // The conjunction makes small tiles frequent; every tenth board has the largest ones.
            let all = if round % 10 == 0 { u64::MAX } else { 0x7777_7777_7777_7777 };
            let key = (number ^ number >> 13) & number.rotate_left(21) & all;
            let board = Board::from_key(shape, key).unwrap();
            let mut found = Vec::new();
            slides.moves(key, |moved| found.push(moved));
            let expected = Action::ALL.into_iter().filter_map(|action| {
                let slide = board.slide(action)?;
                Some(Moved { action, after: slide.after.board().key(), points: slide.points })
            });
            assert_eq!(found, expected.collect::<Vec<_>>(), "{board}");
            for action in Action::ALL {
                let slide = board.slide(action);
                let expected = slide.map(|slide| (slide.after.board().key(), slide.points));
                assert_eq!(slides.act(key, action.index()), expected.unwrap_or((key, 0)));
            }
            let same: BTreeSet<u64> = board.images().keys().iter().copied().collect();
            assert_eq!(images(key).into_iter().collect::<BTreeSet<u64>>(), same, "{board}");
            let spawned = |tile| board.empty_cells().map(move |cell| board.with(cell, tile).key());
            let twos: Vec<(u64, u64)> = twos(key).collect();
            let expected = spawned(Exponent::TWO).zip(spawned(Exponent::FOUR));
            assert_eq!(twos.into_iter().rev().collect::<Vec<_>>(), expected.collect::<Vec<_>>());
        }
    }
}

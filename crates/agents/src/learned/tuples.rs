//! The tuples of cells whose tiles are an index into a table of weights.

use crate::slides::images;

/// The number of tuples.
pub(super) const TUPLES: usize = 8;

/// The number of cells of a tuple.
pub(super) const CELLS: usize = 5;

/// The number of weights of a tuple: 16 tiles on each cell, empty cells included.
pub(super) const ENTRIES: usize = 1 << (4 * CELLS);

/// The number of weights whose sum is the value of a board: one for each tuple and symmetry.
pub(super) const LOOKUPS: usize = 8 * TUPLES;

/// The cells of each tuple, ascending, in row-major order of the board. Each is also looked up in
/// the seven other symmetry images of the board.
pub(super) const CELLS_OF_TUPLES: [[u8; CELLS]; TUPLES] = [
    [0, 1, 2, 3, 4],
    [4, 5, 6, 7, 8],
    [0, 1, 2, 4, 5],
    [0, 1, 2, 5, 6],
    [1, 2, 5, 6, 9],
    [0, 1, 4, 5, 6],
    [0, 1, 2, 3, 5],
    [4, 5, 6, 7, 9],
];

/// A part of an index: some adjacent nibbles of the key, shifted to their place.
#[derive(Clone, Copy)]
struct Part {
    shift: u32,
    mask: u64,
}

/// The parts of the index of a tuple: one for each run of cells that follow each other. Parts that
/// are not used have the mask 0.
const fn parts(cells: [u8; CELLS]) -> [Part; CELLS] {
    let mut parts = [Part { shift: 0, mask: 0 }; CELLS];
    let (mut part, mut at) = (0, 0);
    while at < CELLS {
        // The nibble of this cell in the key and in the index, in bits from the lowest.
        let from = 4 * (15 - cells[at] as u32);
        let to = 4 * (CELLS - 1 - at) as u32;
        if at > 0 && from - to != parts[part].shift {
            part += 1;
        }
        parts[part].shift = from - to;
        parts[part].mask |= 15 << to;
        at += 1;
    }
    parts
}

/// The index of a board in the table of a tuple, below [`ENTRIES`].
#[inline(always)]
fn index<const TUPLE: usize>(key: u64) -> usize {
    let [a, b, c, d, e] = const { parts(CELLS_OF_TUPLES[TUPLE]) };
    let part = |part: Part| key >> part.shift & part.mask;
    (part(a) | part(b) | part(c) | part(d) | part(e)) as usize
}

/// Calls `visit` with the number of each tuple and its index in each symmetry image of a board.
#[inline(always)]
pub(super) fn for_each_index(key: u64, mut visit: impl FnMut(usize, usize)) {
    let images = images(key);
    images.iter().for_each(|&image| visit(0, index::<0>(image)));
    images.iter().for_each(|&image| visit(1, index::<1>(image)));
    images.iter().for_each(|&image| visit(2, index::<2>(image)));
    images.iter().for_each(|&image| visit(3, index::<3>(image)));
    images.iter().for_each(|&image| visit(4, index::<4>(image)));
    images.iter().for_each(|&image| visit(5, index::<5>(image)));
    images.iter().for_each(|&image| visit(6, index::<6>(image)));
    images.iter().for_each(|&image| visit(7, index::<7>(image)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_is_the_number_of_its_tiles() {
        let key = 0x0123_4567_89ab_cdef;
        assert_eq!(index::<0>(key), 0x01234);
        assert_eq!(index::<4>(key), 0x12569);
        assert_eq!(index::<7>(key), 0x45679);
        let mut visited = 0;
        for_each_index(key, |tuple, index| {
            assert!(tuple < TUPLES && index < ENTRIES);
            visited += 1;
        });
        assert_eq!(visited, LOOKUPS);
    }
}

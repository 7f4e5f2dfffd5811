//! Counts, for each layer, the boards that may be reachable, before any board is found.
//!
//! Two conditions that every reachable board meets can be counted in closed form, as coefficients
//! of polynomials in which the exponent of the variable is the half sum:
//!
//! - **It is a slid board with a random tile.** Without its last random tile, the lines of the
//!   board in one direction are results of a slide: no gaps, and no equal neighbours but those that
//!   merging leaves. (The start boards are an exception; they are few.)
//! - **There were enough cells to make its tiles.** When the last of the k largest tiles was made,
//!   the others were on the board, and n - k + 1 cells were left for making it. A tile made on m
//!   cells has an exponent of at most m + 1, or m if no random tile is a 4. So at most n + 2 - e
//!   tiles have an exponent of e or more.
//!
//! The number of boards up to symmetry is taken as that of all boards divided by the number of
//! symmetries, which neglects boards that are symmetric themselves. So the counts are estimates.

use mdp2048_model::Game;
use mdp2048_rules::{Action, Board, Exponent, Shape, Symmetry};

use crate::board_index::cells::{CellGroups, half_face};
use crate::half_sum::HalfSum;

/// Numbers of boards or patterns, indexed by half sum.
type Counts = Vec<f64>;

/// The counts of a game.
#[derive(Clone, Debug)]
pub(super) struct Candidates {
    /// The layers that may have states, ascending by half sum.
    pub(super) layers: Vec<LayerCounts>,
    /// The number of representative corner patterns.
    pub(super) corner_patterns: f64,
    /// The number of kinds of cell contents: the tiles of a state, and empty.
    pub(super) kinds: usize,
    /// Whether the board has locked cells.
    pub(super) has_locked: bool,
    /// Whether games make all tiles but the random ones, so that many boards are reachable.
    pub(super) makes_all_tiles: bool,
    /// The number of kinds of random tiles: 1 if all are equal.
    pub(super) random_tiles: usize,
}

/// The counts of a layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct LayerCounts {
    /// Half the tile sum.
    pub(super) half_sum: usize,
    /// The number of bits of a bitmap.
    pub(super) bits: f64,
    /// The number of boards up to symmetry that may be reachable, lost ones included.
    pub(super) candidates: f64,
}

/// A game whose boards are counted.
struct Counting {
    shape: Shape,
    // The largest half sum that is counted.
    largest: usize,
    // The exponents of the tiles of a state, and those of the random tiles.
    tiles: Vec<u8>,
    random: Vec<u8>,
    radix: u32,
    // Whether games make all tiles but the random ones: no given start board has a larger tile.
    makes_all_tiles: bool,
}

/// The most kinds of cell contents for which the first condition is counted. With more, it would
/// take seconds, and the second condition is the stronger one.
const MOST_KINDS: usize = 12;

/// Counts the boards of a game.
pub(super) fn of(game: &Game) -> Candidates {
    let counting = Counting::new(game);
    let symmetries = Symmetry::of(counting.shape).len() as f64;
    let kinds = counting.tiles.len() + 1;
    let (bits, corner_patterns) = counting.bits();
    let with_enough_cells = match counting.makes_all_tiles {
        true => counting.boards_with_enough_cells(),
        false => vec![f64::INFINITY; counting.largest + 1],
    };
    // Without locked cells, opposite actions have equally many results.
    let (actions, times): (&[Action], f64) = match counting.shape.has_locked() {
        true => (&Action::ALL, 1.0),
        false => (&[Action::Left, Action::Up], 2.0),
    };
    let slid = actions.iter().map(|&action| match kinds {
        ..=MOST_KINDS => counting.slid_boards(action),
        _ => vec![f64::INFINITY; counting.largest + 1],
    });
    let slid: Vec<Counts> = slid.collect();
    let counts = (0..=counting.largest).map(|half_sum| LayerCounts {
        half_sum,
        bits: bits[half_sum],
        candidates: {
            let slid = times * slid.iter().map(|counts| counts[half_sum]).sum::<f64>();
            (slid.min(with_enough_cells[half_sum]) / symmetries).min(bits[half_sum])
        },
    });
    let starts = game.given_starts().map(|start| HalfSum::of(start).get());
    let first = starts.min().unwrap_or(0);
    let is_reached = |counts: &LayerCounts| counts.candidates >= 0.5 && counts.half_sum >= first;
    let layers = counts.filter(is_reached).collect();
    let (has_locked, random_tiles) = (counting.shape.has_locked(), counting.random.len());
    let makes_all_tiles = counting.makes_all_tiles;
    Candidates { layers, corner_patterns, kinds, has_locked, makes_all_tiles, random_tiles }
}

impl Counting {
    fn new(game: &Game) -> Self {
        let (shape, radix, four) = (game.shape(), game.radix(), game.spawn_four().get());
        let random: Vec<u8> = [(1, four < 1.0), (2, four > 0.0)]
            .iter()
            .filter(|tile| tile.1)
            .map(|tile| tile.0)
            .collect();
        let (least, largest) = (random[0], random[random.len() - 1]);
        let tiles: Vec<u8> = (least..radix).collect();
        // The half sum of the fullest board with enough cells.
        let cells = shape.free_cells();
        let makes_all_tiles = game.given_starts().all(|start| start.largest().get() <= largest);
        let most = usize::from(radix) - 1;
        let exponents = (1..=cells).map(|tile| match makes_all_tiles {
            true => (cells - tile + usize::from(largest)).min(most),
            false => most,
        });
        let largest = exponents.map(|exponent| half_face(exponent as u64)).sum();
        Self { shape, largest, tiles, random, radix: u32::from(radix), makes_all_tiles }
    }

    /// The numbers of bits of the layers, which are those of the representative corner patterns
    /// times those of the inner patterns; and the number of representative corner patterns.
    fn bits(&self) -> (Counts, f64) {
        let corners = CellGroups::of(self.shape, self.radix.into()).corners;
        let symmetries = Symmetry::of(self.shape);
        let share = 1.0 / symmetries.len() as f64;
        let mut corner_patterns = 0.0;
        let mut bits = vec![0.0; self.largest + 1];
        // By Burnside's lemma: for each symmetry the patterns that it keeps. These are equal on the
        // corners of each cycle.
        for symmetry in symmetries {
            let sets = cycles(&corners, |cell| symmetry.cell(self.shape, cell));
            let mut counts = self.one();
            for &set in &sets {
                counts = self.times_cells(&counts, set);
            }
            let patterns = f64::from(self.radix).powi(sets.len() as i32);
            corner_patterns += share * patterns;
            for (bits, count) in bits.iter_mut().zip(counts) {
                *bits += share * count;
            }
        }
        let inner = corners.len()..self.shape.free_cells();
        (inner.fold(bits, |bits, _| self.times_cells(&bits, 1)), corner_patterns)
    }

    /// Multiplies by the patterns of a set of cells with equal contents.
    fn times_cells(&self, counts: &Counts, cells: usize) -> Counts {
        let mut product = counts.clone();
        for exponent in 1..self.radix {
            add_shifted(&mut product, counts, cells * half_face(exponent.into()), 1.0);
        }
        product
    }

    /// The numbers of boards with enough cells to make their tiles, and with a tile that may be the
    /// last random tile.
    fn boards_with_enough_cells(&self) -> Counts {
        let all = self.boards_of_tiles(&self.tiles);
        let others: Vec<u8> =
            self.tiles.iter().copied().filter(|tile| !self.random.contains(tile)).collect();
        let without = self.boards_of_tiles(&others);
        all.iter().zip(without).map(|(all, without)| all - without).collect()
    }

    /// The numbers of boards of these tiles with enough cells to make them.
    fn boards_of_tiles(&self, tiles: &[u8]) -> Counts {
        let cells = self.shape.free_cells();
        let most_of_random = usize::from(self.random[self.random.len() - 1]);
        // Indexed by the number of tiles placed so far, from the largest tile down.
        let mut placed = vec![vec![0.0; self.largest + 1]; cells + 1];
        placed[0] = self.one();
        for &tile in tiles.iter().rev() {
            let most = cells + most_of_random - usize::from(tile).min(cells + most_of_random);
            let mut next = placed.clone();
            for (count, boards) in placed.iter().enumerate() {
                let mut ways = 1.0;
                for more in 1..=most.min(cells).saturating_sub(count) {
                    ways *= (cells - count - more + 1) as f64 / more as f64;
                    add_shifted(
                        &mut next[count + more],
                        boards,
                        more * half_face(u64::from(tile)),
                        ways,
                    );
                }
            }
            placed = next;
        }
        placed.into_iter().reduce(|sum, boards| plus(&sum, &boards, 1.0)).unwrap_or_default()
    }

    /// The numbers of boards that are results of this action but for one random tile.
    fn slid_boards(&self, action: Action) -> Counts {
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        let (lines, length) = match action {
            Action::Left | Action::Right => (rows, cols),
            Action::Up | Action::Down => (cols, rows),
        };
        let mut kinds: Vec<(Vec<bool>, LinePatterns)> = Vec::new();
        let kind_of_line: Vec<usize> = (0..lines)
            .map(|line| {
                let cell = |at: usize| match action {
                    Action::Left => line * cols + at,
                    Action::Right => line * cols + cols - 1 - at,
                    Action::Up => at * cols + line,
                    Action::Down => (rows - 1 - at) * cols + line,
                };
                let locked: Vec<bool> =
                    (0..length).map(|at| self.shape.is_locked(cell(at))).collect();
                kinds.iter().position(|kind| kind.0 == locked).unwrap_or_else(|| {
                    let patterns = LinePatterns::new(self, &locked);
                    kinds.push((locked, patterns));
                    kinds.len() - 1
                })
            })
            .collect();
        // Either some line is slid with and without a tile that may be the random one, or exactly
        // one line is slid only without it.
        let (mut slid, mut only_slid) = (self.one(), self.one());
        let mut one_with_random = vec![0.0; self.largest + 1];
        for kind in kind_of_line {
            let patterns = &kinds[kind].1;
            one_with_random = plus(
                &self.times(&one_with_random, &patterns.slid),
                &self.times(&slid, &patterns.only_with_random),
                1.0,
            );
            slid = self.times(&slid, &patterns.slid);
            only_slid = self.times(&only_slid, &patterns.only_slid);
        }
        plus(&plus(&slid, &only_slid, -1.0), &one_with_random, 1.0)
    }

    /// The polynomial 1.
    fn one(&self) -> Counts {
        let mut counts = vec![0.0; self.largest + 1];
        counts[0] = 1.0;
        counts
    }

    /// Multiplies two polynomials.
    fn times(&self, a: &Counts, b: &Counts) -> Counts {
        let mut product = vec![0.0; self.largest + 1];
        for (half_sum, &count) in b.iter().enumerate() {
            if count != 0.0 {
                add_shifted(&mut product, a, half_sum, count);
            }
        }
        product
    }
}

/// The patterns of a line, counted by half sum.
struct LinePatterns {
    /// Results of a slide.
    slid: Counts,
    /// Results of a slide that are not a result with a random tile added.
    only_slid: Counts,
    /// Results of a slide with a random tile added that are not results of a slide themselves.
    only_with_random: Counts,
}

impl LinePatterns {
    /// The patterns of a line with these locked cells that slides towards its first cell.
    fn new(counting: &Counting, locked: &[bool]) -> Self {
        let radix = counting.radix;
        let zeros = || vec![0.0; counting.largest + 1];
        let mut patterns = Self { slid: zeros(), only_slid: zeros(), only_with_random: zeros() };
        // The line is the first of two rows of a board; the second is empty and does not move.
        let Ok(shape) = Shape::new(2, locked.len() as u8) else { return patterns };
        let free: Vec<usize> = (0..locked.len()).filter(|&cell| !locked[cell]).collect();
        let cells = free.len();
        let digits =
            |pattern: u32| (0..cells).map(move |cell| pattern / radix.pow(cell as u32) % radix);
        let allowed = |digit: u32| digit == 0 || counting.tiles.contains(&(digit as u8));
        let count = radix.pow(cells as u32);
        let (mut is_slid, mut has_random) =
            (vec![false; count as usize], vec![false; count as usize]);
        let is_locked = |cell: &usize| locked[*cell];
        let without_tiles = (0..locked.len())
            .filter(is_locked)
            .fold(Board::empty(shape), |board, cell| board.with(cell, Exponent::LOCKED));
        for pattern in (0..count).filter(|&pattern| digits(pattern).all(allowed)) {
            let board =
                free.iter().zip(digits(pattern)).fold(without_tiles, |board, (&cell, digit)| {
                    board.with(cell, Exponent::new(digit as u8).unwrap_or_default())
                });
            let after = board.slide(Action::Left).map_or(board, |slide| slide.after.board());
            if (0..locked.len()).filter(is_locked).any(|cell| after.tile(cell) != Exponent::LOCKED)
            {
                continue;
            }
            let result: Vec<u32> = free.iter().map(|&cell| after.tile(cell).get().into()).collect();
            // A line with the target tile ends the game.
            if result.iter().all(|&digit| digit < radix) {
                let number = |result: &[u32]| {
                    result.iter().rev().fold(0, |number, digit| number * radix + digit)
                };
                is_slid[number(&result) as usize] = true;
                for cell in (0..cells).filter(|&cell| result[cell] == 0) {
                    for &tile in &counting.random {
                        let with = number(&result) + u32::from(tile) * radix.pow(cell as u32);
                        has_random[with as usize] = true;
                    }
                }
            }
        }
        for pattern in 0..count {
            let half_sum: usize = digits(pattern).map(|digit| half_face(digit.into())).sum();
            let at = pattern as usize;
            if half_sum <= counting.largest {
                let counts = [
                    (&mut patterns.slid, is_slid[at]),
                    (&mut patterns.only_slid, is_slid[at] && !has_random[at]),
                    (&mut patterns.only_with_random, has_random[at] && !is_slid[at]),
                ];
                for (counts, is_counted) in counts {
                    counts[half_sum] += f64::from(u8::from(is_counted));
                }
            }
        }
        patterns
    }
}

/// Returns the lengths of the cycles of a permutation of some cells.
fn cycles(cells: &[usize], image: impl Fn(usize) -> usize) -> Vec<usize> {
    let mut left = cells.to_vec();
    let mut lengths = Vec::new();
    while let Some(first) = left.pop() {
        let mut length = 1;
        let mut cell = image(first);
        while cell != first {
            left.retain(|&other| other != cell);
            cell = image(cell);
            length += 1;
        }
        lengths.push(length);
    }
    lengths
}

/// Adds `factor` times a polynomial, multiplied by a power of the variable. Higher powers than the
/// sum holds are left out.
fn add_shifted(sum: &mut Counts, counts: &Counts, power: usize, factor: f64) {
    for (sum, count) in sum.iter_mut().skip(power).zip(counts) {
        *sum += factor * count;
    }
}

/// Returns `a + factor * b`.
fn plus(a: &Counts, b: &Counts, factor: f64) -> Counts {
    a.iter().zip(b).map(|(a, b)| a + factor * b).collect()
}

#[cfg(test)]
mod tests {
    use mdp2048_model::Objective;

    use super::*;
    use crate::board_index::codes::BoardCodes;
    use crate::board_index::layer::LayerIndex;

    #[test]
    fn bits_are_those_of_the_index() {
        let games = [("2x2", 16), ("2x3", 32), ("2x4", 16), ("3x3", 64), ("4x4", 8)];
        let locked = [("x../.../...", 16), ("xxxx/..../..../....", 8), (".x./.../...", 16)];
        for (shape, target) in games.into_iter().chain(locked) {
            let shape = shape.parse().expect("a shape");
            let game = Game::new(shape, Objective::Win, Some(target), 1.0, 0.1).expect("a game");
            let (codes, _) = BoardCodes::new(&game).expect("small tables");
            let Candidates { layers, corner_patterns, .. } = of(&game);
            assert_eq!(corner_patterns, codes.corners.representatives.len() as f64, "{game}");
            for LayerCounts { half_sum, bits, .. } in layers {
                assert_eq!(
                    bits,
                    LayerIndex::new(&codes, HalfSum::new(half_sum as u32)).len() as f64,
                    "{game}"
                );
            }
        }
    }

    #[test]
    fn lines_without_gaps_are_slid() {
        let shape = "2x3".parse().expect("a shape");
        let game = Game::new(shape, Objective::Win, Some(16), 1.0, 0.1).expect("a game");
        let patterns = LinePatterns::new(&Counting::new(&game), &[false; 3]);
        // Half sum 3: 4 2 and 2 4, as results of a slide; 2 2 2 is none.
        assert_eq!(patterns.slid[3], 2.0);
        // With a random tile also 4 0 2, 2 0 4 and 2 2 0 with a 2 in the last cell; but not 0 2 4.
        assert_eq!(patterns.only_with_random[3], 2.0);
        // Half sum 6: 8 4, 4 8, 4 4 4, where the middle tile is merged. Not 2 2 8.
        assert_eq!(patterns.slid[6], 3.0);
        // A locked cell at the end of the line must not move, so the line must be full: 2 2 merges.
        let shape = "..x/...".parse().expect("a shape");
        let game = Game::new(shape, Objective::Win, Some(16), 1.0, 0.1).expect("a game");
        let patterns = LinePatterns::new(&Counting::new(&game), &[false, false, true]);
        assert_eq!(patterns.slid[..4], [0.0, 0.0, 0.0, 2.0]);
    }
}

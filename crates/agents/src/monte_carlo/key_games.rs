//! Random games on 4x4 boards as 64-bit keys (see [`mdp2048_rules::Board::key`]).

use std::sync::Arc;

use mdp2048_model::Game;
use mdp2048_rules::nibbles::{empty_cells, has_tile};
use mdp2048_rules::{Exponent, Shape};
use rand::Rng;

use crate::slides::Slides;

/// The orders of the four actions.
const ORDERS: [[u8; 4]; 24] = orders();

/// The lowest bit of each nibble.
const ONES: u64 = 0x1111_1111_1111_1111;

/// Plays random games. Clones share the tables.
#[derive(Clone, Debug)]
pub(super) struct KeyGames {
    slides: Arc<Slides>,
    /// The tile that ends the game.
    target: Option<Exponent>,
    /// A tile is a 4 if 32 random bits are below.
    four: u64,
}

impl KeyGames {
    /// Random games of a game; `None` if it is not on 4x4.
    pub(super) fn new(game: &Game) -> Option<Self> {
        (game.shape() == Shape::FOUR_BY_FOUR).then(|| Self {
            slides: Arc::new(Slides::new()),
            target: game.target(),
            four: (game.spawn_four().get() * 2f64.powi(32)) as u64,
        })
    }

    /// The points from a board to the end of a random game.
    pub(super) fn points(&self, mut board: u64, words: &mut impl Rng) -> u64 {
        let mut sum = 0;
        while let Some((after, points)) = self.random_move(board, words) {
            sum += u64::from(points);
            if self.target.is_some_and(|target| has_tile(after, target)) {
                break;
            }
            board = self.spawn(after, words);
        }
        sum
    }

    /// One of the allowed moves, each with the same probability: the first allowed one in a random
    /// order.
    #[inline(always)]
    fn random_move(&self, board: u64, words: &mut impl Rng) -> Option<(u64, u32)> {
        let order = ORDERS[below(words.next_u32(), ORDERS.len() as u64) as usize];
        for action in order {
            let moved = self.slides.act(board, usize::from(action));
            if moved.0 != board {
                return Some(moved);
            }
        }
        None
    }

    /// The board after a random tile on an afterstate, which has a tile and an empty cell.
    #[inline(always)]
    pub(super) fn spawn(&self, after: u64, words: &mut impl Rng) -> u64 {
        let word = words.next_u64();
        // Each nibble has the number of empty cells up to its own, so the last one has all, and the
        // first one with n has the n-th.
        let counts = empty_cells(after).wrapping_mul(ONES);
        let number = 1 + below((word >> 32) as u32, counts >> 60);
        let same = empty_cells(counts ^ ONES.wrapping_mul(number));
        let two = same & same.wrapping_neg();
        let is_four = u64::from(word as u32) < self.four;
        after | two << u32::from(is_four)
    }
}

/// An integer below `count`, which is small, from 32 random bits. The probabilities differ by less
/// than 2^-32.
#[inline(always)]
const fn below(word: u32, count: u64) -> u64 {
    (word as u64 * count) >> 32
}

/// All permutations of 0 to 3.
const fn orders() -> [[u8; 4]; 24] {
    let mut orders = [[0; 4]; 24];
    let (mut code, mut found) = (0_u32, 0);
    while code < 256 {
        let order = [code as u8 & 3, code as u8 >> 2 & 3, code as u8 >> 4 & 3, code as u8 >> 6];
        if 1 << order[0] | 1 << order[1] | 1 << order[2] | 1 << order[3] == 15 {
            orders[found] = order;
            found += 1;
        }
        code += 1;
    }
    orders
}

#[cfg(test)]
mod tests {
    use mdp2048_model::Objective;
    use mdp2048_rules::{Action, Board};
    use rand::SeedableRng as _;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;

    fn games() -> KeyGames {
        let game = Game::new(Shape::FOUR_BY_FOUR, Objective::Score, None, 1.0, 0.1).unwrap();
        KeyGames::new(&game).unwrap()
    }

    #[test]
    fn random_tiles_are_equally_probable_on_all_cells() {
        let (games, mut words) = (games(), Xoshiro256PlusPlus::seed_from_u64(5));
        for empty in 1..16 {
            // The empty cells are the first and the last ones.
            let is_empty = |cell: usize| cell < empty / 2 || cell >= 16 - empty.div_ceil(2);
            let after = (0..16)
                .filter(|&cell| !is_empty(cell))
                .fold(0, |key, cell| key | (1 + cell as u64 % 15) << (4 * cell));
            let mut counts = [[0_i32; 2]; 16];
            let mean = 4_000;
            for _ in 0..mean * empty {
                let tile = games.spawn(after, &mut words) ^ after;
                let cell = tile.ilog2() / 4;
                assert!(is_empty(cell as usize), "{after:x}");
                counts[cell as usize][(tile >> (4 * cell)) as usize - 1] += 1;
            }
            for [twos, fours] in counts.into_iter().filter(|counts| *counts != [0, 0]) {
                // Five standard deviations are at most 310 and 97.
                assert!((twos + fours - mean as i32).abs() < 310, "{after:x}: {counts:?}");
                assert!((fours - mean as i32 / 10).abs() < 97, "{after:x}: {counts:?}");
            }
            let visited = counts.iter().filter(|counts| **counts != [0, 0]).count();
            assert_eq!(visited, empty);
        }
    }

    #[test]
    fn allowed_actions_are_equally_probable() {
        let (games, mut words) = (games(), Xoshiro256PlusPlus::seed_from_u64(7));
        for text in [
            "2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 2",
            "2 4 2 4/4 2 4 2/2 4 2 4/0 2 4 0",
            "2 4 2 4/4 2 4 2/2 4 2 0/4 2 0 16",
            "2 0 2 0/0 4 0 8/0 0 2 2/4 0 0 2",
        ] {
            let board: Board = text.parse().unwrap();
            let afters: Vec<u64> = Action::ALL
                .into_iter()
                .filter_map(|action| Some(board.slide(action)?.after.board().key()))
                .collect();
            let mut counts = vec![0_i32; afters.len()];
            for _ in 0..3_000 * afters.len().max(1) {
                let moved = games.random_move(board.key(), &mut words);
                let at = afters.iter().position(|&after| moved.is_some_and(|it| it.0 == after));
                assert_eq!(at.is_some(), !afters.is_empty());
                at.into_iter().for_each(|at| counts[at] += 1);
            }
            // Five standard deviations are at most 240.
            assert!(counts.iter().all(|count| (count - 3_000).abs() < 240), "{counts:?}");
        }
    }
}

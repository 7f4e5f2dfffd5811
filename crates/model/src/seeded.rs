//! Seeded random tiles, the same on every platform for ever.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use mdp2048_rules::{Afterstate, Board, Exponent};
use rand::Rng;
use rand_mt::Mt;

use crate::Game;

/// The seed of a game: any number from 0 to 4294967295.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed(u32);

impl Seed {
    /// The number.
    pub const fn get(self) -> u32 {
        self.0
    }
}

impl From<u32> for Seed {
    fn from(seed: u32) -> Self {
        Self(seed)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Seed {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        text.trim().parse().map(Self)
    }
}

/// The random tiles of one game, in order, from a 32-bit generator.
///
/// Each tile takes two draws: a word modulo the number of empty cells picks among these in
/// row-major order of the board as it is shown, then a word / 2^32 below the probability of a 4
/// makes it a 4, else it is a 2.
#[derive(Clone, Debug)]
pub struct SeededSpawns<R = Mt> {
    words: R,
}

impl SeededSpawns {
    /// The random tiles that belong to a seed: MT19937, initialised with `init_genrand`.
    pub fn new(seed: Seed) -> Self {
        Self::from_words(Mt::new(seed.get()))
    }
}

impl<R: Rng> SeededSpawns<R> {
    /// Random tiles from the 32-bit words of any generator.
    pub const fn from_words(words: R) -> Self {
        Self { words }
    }

    /// Places the next random tile; a board without an empty cell is left as it is.
    pub fn spawn(&mut self, game: &Game, after: Afterstate) -> Board {
        let cells = after.board().empty_cells().count() as u32;
        if cells == 0 {
            return after.board();
        }
        let pick = (self.words.next_u32() % cells) as usize;
        let share = f64::from(self.words.next_u32()) / 4_294_967_296.0;
        let tile = if share < game.spawn_four().get() { Exponent::FOUR } else { Exponent::TWO };
        after
            .board()
            .empty_cells()
            .nth(pick)
            .and_then(|cell| after.place(cell, tile))
            .unwrap_or(after.board())
    }

    /// The board a game starts from: two random tiles.
    pub fn start(&mut self, game: &Game) -> Board {
        let first = self.spawn(game, Afterstate::new(Board::empty(game.shape())));
        self.spawn(game, Afterstate::new(first))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_mt19937() {
        // The first outputs of the reference implementation for init_genrand(5489), its default.
        let mut words = Mt::new(5489);
        let found: Vec<u32> = (0..5).map(|_| words.next_u32()).collect();
        assert_eq!(found, [3_499_211_612, 581_869_302, 3_890_346_734, 3_586_334_585, 545_404_204]);
    }

    #[test]
    fn seeds_are_32_bit_numbers() {
        assert_eq!(" 42 ".parse(), Ok(Seed::from(42)));
        assert!("4294967296".parse::<Seed>().is_err());
        assert!("-1".parse::<Seed>().is_err());
    }
}

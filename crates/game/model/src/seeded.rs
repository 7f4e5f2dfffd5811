//! Seeded random tiles. A seed has the same tiles on every platform and in every version.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use mdp2048_rules::{Afterstate, Board, Exponent};
use rand::Rng;
use rand_mt::Mt;
use serde::{Deserialize, Serialize};

use crate::{Game, Probability};

/// The seed of a game: any integer from 0 to 4294967295.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Seed(u32);

impl Seed {
    /// The seed as an integer.
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

/// The random tiles of one game in order, from a generator of 32-bit words.
///
/// Each tile uses two words. The first word modulo the number of empty cells is the index of the
/// cell among the empty cells, in row-major order of the board as shown. The tile is a 4 if the
/// second word divided by 2^32 is below the probability of a 4, else a 2.
#[derive(Clone, Debug)]
pub struct SeededSpawns<R = Mt> {
    words: R,
}

impl SeededSpawns {
    /// The random tiles of a seed. The generator is MT19937, initialised with `init_genrand`.
    ///
    /// ```
    /// use mdp2048::Game;
    /// use mdp2048::model::SeededSpawns;
    ///
    /// let game = Game::builder().board(3, 3).target(512).build()?;
    /// let start = |seed: u32| SeededSpawns::new(seed.into()).start(&game);
    /// assert_eq!(start(42), start(42), "a seed is a game");
    /// # Ok::<(), mdp2048::GameError>(())
    /// ```
    pub fn new(seed: Seed) -> Self {
        Self::from_words(Mt::new(seed.get()))
    }
}

/// The number of values of a 32-bit word.
const TWO_TO_32: f64 = 4_294_967_296.0;

impl<R: Rng> SeededSpawns<R> {
    /// Random tiles from the 32-bit words of any generator.
    pub const fn from_words(words: R) -> Self {
        Self { words }
    }

    /// Places the next random tile. Returns a board without an empty cell unchanged.
    pub fn spawn(&mut self, game: &Game, after: Afterstate) -> Board {
        let cells = after.board().empty_cells().count() as u32;
        if cells == 0 {
            return after.board();
        }
        let pick = (self.words.next_u32() % cells) as usize;
        let tile = self.tile(game.spawn_four());
        after
            .board()
            .empty_cells()
            .nth(pick)
            .and_then(|cell| after.place(cell, tile))
            .unwrap_or(after.board())
    }

    /// The next random tile without a cell, which uses one word: the second of the two above.
    #[inline]
    pub fn tile(&mut self, spawn_four: Probability) -> Exponent {
        let fraction = f64::from(self.words.next_u32()) / TWO_TO_32;
        if fraction < spawn_four.get() { Exponent::FOUR } else { Exponent::TWO }
    }

    /// Skips the next random tiles, each of which was placed on a board with an empty cell.
    pub fn skip(&mut self, tiles: usize) {
        for _ in 0..2 * tiles {
            self.words.next_u32();
        }
    }

    /// The board that a game starts from: two random tiles on an empty board.
    ///
    /// A game with given start boards uses as many words: the first one, modulo the number of
    /// boards, is the index of the board.
    pub fn start(&mut self, game: &Game) -> Board {
        let given = game.given_starts();
        if given.len() > 0 {
            let pick = self.words.next_u32() % given.len() as u32;
            (0..3).for_each(|_| _ = self.words.next_u32());
            return given.into_iter().nth(pick as usize).unwrap_or(Board::empty(game.shape()));
        }
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
        assert_eq!((Seed::from(42).get(), Seed::from(42).to_string()), (42, "42".to_owned()));
        assert!("4294967296".parse::<Seed>().is_err());
        assert!("-1".parse::<Seed>().is_err());
    }
}

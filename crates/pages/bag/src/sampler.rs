//! Seeded games in a bag. They move the tiles themselves and do not use the chain.

use mdp2048_model::{Seed, SeededSpawns};
use mdp2048_rules::Exponent;

use crate::bag::Bag;
use crate::game::BagGame;

/// Games in a bag, one after another, from the random tiles of one seed.
///
/// Each random tile uses one word of the generator, by the rule of [`SeededSpawns::tile`]. A game
/// uses two for its start and one for each move. The same seed gives the same games on every
/// platform.
#[derive(Clone, Debug)]
pub struct SeededBags {
    game: BagGame,
    spawns: SeededSpawns,
}

/// The end of a sampled game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampledGame {
    /// The number of moves.
    pub moves: u32,
    /// The last bag, which holds the target.
    pub bag: Bag,
}

impl SeededBags {
    /// The games of a seed.
    pub fn new(game: BagGame, seed: Seed) -> Self {
        Self { game, spawns: SeededSpawns::new(seed) }
    }
}

impl Iterator for SeededBags {
    type Item = SampledGame;

    /// Plays the next game; the games never end.
    fn next(&mut self) -> Option<SampledGame> {
        let (fours, absorbing) = (self.game.spawn_four(), self.game.least_absorbing());
        let mut draw = || match self.spawns.tile(fours) {
            Exponent::FOUR => Bag::FOUR,
            _ => Bag::TWO,
        };
        let mut bag = draw().with(draw());
        let mut moves = 0;
        while bag < absorbing {
            bag = bag.merged().with(draw());
            moves += 1;
        }
        Some(SampledGame { moves, bag })
    }
}

//! Sampled games of the policy of a certificate.

use std::mem;

use mdp2048_model::{Game, Proportion, SplitMix64};
use mdp2048_rules::{Action, Board, CanonicalState, Exponent};

use crate::certificate::FIRST_HALF_SUM;
use crate::rules::PARTS;

/// A game that is being played.
#[derive(Clone, Debug)]
struct SampledGame {
    /// The key of its canonical board.
    key: u64,
    random: SplitMix64,
}

/// Games that are played side by side, one layer of the tile sum at a time.
///
/// A game is lost on a board without an action, as in a [`RestrictedGame`](crate::RestrictedGame).
#[derive(Clone, Debug)]
pub(crate) struct SampledGames {
    game: Game,
    /// The probability of a 4, in parts of a million.
    four: usize,
    /// The games whose boards are in the next three layers.
    coming: [Vec<SampledGame>; 3],
    won: u64,
    games: u32,
}

impl SampledGames {
    /// `games` games at their start. Game number n has the random tiles of seed n, from 1.
    pub(crate) fn new(game: &Game, games: u32) -> Self {
        let four = (game.spawn_four().get() * PARTS as f64).round() as usize;
        let coming = [Vec::new(), Vec::new(), Vec::new()];
        let mut sampled = Self { game: *game, four, coming, won: 0, games };
        for seed in 1..=games {
            let mut random = SplitMix64::new(seed.into());
            let first = sampled.spawn(Board::empty(game.shape()), &mut random);
            let start = sampled.spawn(first, &mut random);
            sampled.add(start, FIRST_HALF_SUM, random);
        }
        sampled
    }

    /// Plays the games of one layer. `action` is the action on the board of a key.
    pub(crate) fn play(&mut self, half_sum: usize, action: impl Fn(u64) -> Option<Action>) {
        let games = mem::take(&mut self.coming[0]);
        self.coming.rotate_left(1);
        for SampledGame { key, mut random } in games {
            let board = Board::from_key(self.game.shape(), key);
            let moved = board.zip(action(key)).and_then(|(board, it)| self.game.act(board, it));
            match moved {
                None => {}
                Some(moved) if moved.wins => self.won += 1,
                Some(moved) => {
                    let next = self.spawn(moved.after.board(), &mut random);
                    self.add(next, half_sum + 1, random);
                }
            }
        }
    }

    /// How many of the games were won.
    pub(crate) fn won(&self) -> Proportion {
        Proportion { successes: self.won, trials: self.games.into() }
    }

    /// Adds a game to the layer of its board. The first of the layers that are kept has half the
    /// tile sum `first_half_sum`.
    fn add(&mut self, board: Board, first_half_sum: usize, random: SplitMix64) {
        let key = CanonicalState::of(board).0.board().key();
        let at = board.tile_sum().get() as usize / 2 - first_half_sum;
        self.coming[at].push(SampledGame { key, random });
    }

    /// The board after a random tile; the board itself if it is full.
    fn spawn(&self, board: Board, random: &mut SplitMix64) -> Board {
        let cells = board.empty_cells().count();
        let pick = random.below(cells.max(1));
        let is_four = random.below(PARTS as usize) < self.four;
        let tile = if is_four { Exponent::FOUR } else { Exponent::TWO };
        board.empty_cells().nth(pick).map_or(board, |cell| board.with(cell, tile))
    }
}

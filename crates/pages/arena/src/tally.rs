//! The totals of the games that one agent has played in a race.

use mdp2048_model::{Mean, Proportion, mean_margin};
use mdp2048_protocol::PlayedGame;
use mdp2048_rules::Exponent;
use serde::{Deserialize, Serialize};

/// The number of exponents of tiles.
const EXPONENTS: usize = 16;

/// The games of an agent so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RaceTally {
    score: Mean,
    won: u64,
    /// By exponent: the games whose largest tile is at least that large.
    reached: [u64; EXPONENTS],
    compared: u64,
    loss: f64,
    squared_loss: f64,
}

impl RaceTally {
    /// Adds a game.
    pub(crate) fn add(&mut self, game: &PlayedGame) {
        self.score = self.score + Mean::from(game.points);
        self.won += u64::from(game.is_won);
        for count in &mut self.reached[..=usize::from(game.largest.get())] {
            *count += 1;
        }
    }

    /// Adds what the moves of a game cost in all, in the unit of the exact values.
    pub(crate) fn add_loss(&mut self, loss: f64) {
        self.compared += 1;
        self.loss += loss;
        self.squared_loss += loss * loss;
    }

    /// The number of games.
    pub const fn games(&self) -> u64 {
        self.score.trials
    }

    /// The scores.
    pub const fn score(&self) -> Mean {
        self.score
    }

    /// The share of the games that made the target.
    pub const fn won(&self) -> Proportion {
        Proportion { successes: self.won, trials: self.score.trials }
    }

    /// The share of the games that made a tile or a larger one.
    pub fn reached(&self, tile: Exponent) -> Proportion {
        let successes = self.reached[usize::from(tile.get())];
        Proportion { successes, trials: self.score.trials }
    }

    /// The largest tile of all games; `None` before the first.
    pub fn largest(&self) -> Option<Exponent> {
        let exponent = self.reached.iter().rposition(|&games| games > 0)?;
        Exponent::new(exponent as u8)
    }

    /// The games that were compared with optimal play.
    pub(crate) const fn compared(&self) -> u64 {
        self.compared
    }

    /// The mean of what a game costs against optimal play, and half of its 95 % interval (infinite
    /// for fewer than two games); `None` before the first game is compared.
    pub fn mean_loss(&self) -> Option<(f64, f64)> {
        let n = self.compared as f64;
        let mean = self.loss / n;
        let margin = mean_margin(self.squared_loss - n * mean * mean, n);
        (self.compared > 0).then_some((mean, margin))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_add_up() {
        let mut tally = RaceTally::default();
        assert_eq!((tally.games(), tally.largest(), tally.mean_loss()), (0, None, None));
        for (points, face, loss) in [(1_000, 128, 0.25), (3_000, 256, 0.75)] {
            let largest = Exponent::from_face(face).unwrap();
            let is_won = face > 200;
            tally.add(&PlayedGame { points, largest, is_won, decisions: Vec::new() });
            tally.add_loss(loss);
        }
        assert_eq!((tally.games(), tally.score().mean()), (2, 2_000.0));
        assert_eq!(tally.won().rate(), 0.5);
        assert_eq!(tally.largest(), Exponent::from_face(256).ok());
        assert_eq!(tally.reached(Exponent::from_face(128).unwrap()).successes, 2);
        let (mean, half) = tally.mean_loss().unwrap();
        assert!(mean == 0.5 && (half - 1.96 * 0.25).abs() < 1e-4, "{half}");
    }
}

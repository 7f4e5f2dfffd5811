//! The totals of the games that one agent has played in a race.

use mdp2048_display::counted;
use mdp2048_model::{Mean, Proportion, mean_margin};
use mdp2048_protocol::PlayedGame;
use mdp2048_rules::Exponent;

/// The shortest time from which a speed is computed, in milliseconds. Clocks of browsers are exact
/// to a millisecond, and the first moves are slower.
const SHORTEST_MS: f64 = 250.0;

/// The number of exponents of tiles.
const EXPONENTS: usize = 16;

/// The games of an agent so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RaceTally {
    score: Mean,
    won: u64,
    /// By exponent: the games whose largest tile is at least that large.
    reached: [u64; EXPONENTS],
    moves: u64,
    milliseconds: f64,
    compared: u64,
    loss: f64,
    squared_loss: f64,
}

impl RaceTally {
    /// Adds a game.
    pub(crate) fn add(&mut self, game: &PlayedGame) {
        let points = game.points;
        self.score =
            self.score + Mean { sum: points, squares: u128::from(points).pow(2), trials: 1 };
        self.won += u64::from(game.is_won);
        for count in &mut self.reached[..=usize::from(game.largest.get())] {
            *count += 1;
        }
    }

    /// Adds moves and the time that the agent worked for them.
    pub(crate) fn add_work(&mut self, moves: u64, milliseconds: f64) {
        self.moves += moves;
        self.milliseconds += milliseconds;
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

    /// The moves in a second of the agent's own work, without the time in which it waits for the
    /// solver or the reader; `None` until it has worked long enough to measure that.
    pub fn moves_per_second(&self) -> Option<f64> {
        let is_measured = self.milliseconds >= SHORTEST_MS;
        is_measured.then(|| 1e3 * self.moves as f64 / self.milliseconds)
    }

    /// What the speed is computed of: `12,400 moves in 0.3 s of its own work`; `None` before there
    /// is a time.
    pub fn work_text(&self) -> Option<String> {
        let seconds = self.milliseconds / 1e3;
        let moves = counted(self.moves, "move");
        (seconds > 0.0).then(|| format!("{moves} in {seconds:.1} s of its own work"))
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
        assert_eq!((tally.moves_per_second(), tally.work_text()), (None, None));
        for (points, face, loss) in [(1_000, 128, 0.25), (3_000, 256, 0.75)] {
            let largest = Exponent::from_face(face).unwrap();
            let is_won = face > 200;
            tally.add(&PlayedGame { points, moves: 100, largest, is_won, decisions: Vec::new() });
            tally.add_work(100, SHORTEST_MS / 2.0 - 1.0);
            tally.add_loss(loss);
        }
        assert_eq!((tally.games(), tally.score().mean()), (2, 2_000.0));
        assert_eq!(tally.won().rate(), 0.5);
        assert_eq!(tally.largest(), Exponent::from_face(256).ok());
        assert_eq!(tally.reached(Exponent::from_face(128).unwrap()).successes, 2);
        // The time is too short for a speed.
        assert_eq!(tally.moves_per_second(), None);
        tally.add_work(0, 2.0);
        assert_eq!(tally.moves_per_second(), Some(800.0));
        assert_eq!(tally.work_text().as_deref(), Some("200 moves in 0.2 s of its own work"));
        let (mean, half) = tally.mean_loss().unwrap();
        assert!(mean == 0.5 && (half - 1.96 * 0.25).abs() < 1e-4, "{half}");
    }
}

//! What many games of one agent have in common.

use mdp2048_model::{Mean, Proportion, median};

use super::game::GameResult;

/// A summary of an agent's games.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    scores: Vec<u64>,
    score: Mean,
    moves: u64,
    /// By exponent: the games whose largest tile is at least that large.
    reached: [u64; 16],
    /// The moves of the games that made the target.
    won_moves: Mean,
    /// The tile sums at their ends.
    won_tile_sum: Mean,
}

impl Summary {
    /// The summary of some games.
    pub fn of(games: &[GameResult]) -> Self {
        let mut scores: Vec<u64> = games.iter().map(|game| game.points).collect();
        scores.sort_unstable();
        let mut reached = [0; 16];
        for game in games {
            for count in &mut reached[..=usize::from(game.largest.get())] {
                *count += 1;
            }
        }
        let of_won = |number: fn(&GameResult) -> u64| {
            let won = games.iter().filter(|game| game.won).map(number);
            won.map(Mean::from).fold(Mean::default(), |a, b| a + b)
        };
        Self {
            score: scores.iter().copied().map(Mean::from).fold(Mean::default(), |a, b| a + b),
            scores,
            moves: games.iter().map(|game| u64::from(game.moves)).sum(),
            reached,
            won_moves: of_won(|game| game.moves.into()),
            won_tile_sum: of_won(|game| game.tile_sum.into()),
        }
    }

    /// The number of games.
    pub const fn games(&self) -> usize {
        self.scores.len()
    }

    /// The mean score; NaN without games.
    pub fn mean_score(&self) -> f64 {
        self.score.mean()
    }

    /// The bounds of the 95 % confidence interval of the mean score, by the normal approximation.
    pub fn score_interval(&self) -> (f64, f64) {
        self.score.interval()
    }

    /// The median score; 0 without games. Scores are multiples of 4, so the mean of two is a whole
    /// number.
    pub fn median_score(&self) -> u64 {
        let scores: Vec<f64> = self.scores.iter().map(|&score| score as f64).collect();
        median(&scores).unwrap_or(0.0) as u64
    }

    /// The highest score; 0 without games.
    pub fn best_score(&self) -> u64 {
        self.scores.last().copied().unwrap_or(0)
    }

    /// The number of moves in all games.
    pub const fn moves(&self) -> u64 {
        self.moves
    }

    /// Every tile that a game reached, from 8, with the share of the games that reached it or a
    /// larger one.
    pub fn reached(&self) -> impl Iterator<Item = (u32, Proportion)> + '_ {
        let tiles = self.reached.iter().enumerate().skip(3);
        tiles
            .filter(|&(_, &games)| games > 0)
            .map(|(exponent, &games)| (1 << exponent, self.proportion(games)))
    }

    /// The share of the games that made the target.
    pub fn won(&self) -> Proportion {
        self.proportion(self.won_moves.trials)
    }

    /// The moves of the games that made the target.
    pub const fn won_moves(&self) -> Mean {
        self.won_moves
    }

    /// The tile sums with which the target was made, without the random tile after it.
    pub const fn won_tile_sum(&self) -> Mean {
        self.won_tile_sum
    }

    const fn proportion(&self, successes: u64) -> Proportion {
        Proportion { successes, trials: self.scores.len() as u64 }
    }
}

#[cfg(test)]
mod tests {
    use mdp2048_rules::Exponent;

    use super::*;

    #[test]
    fn the_summary_of_four_games() {
        let game = |points: u64, face| GameResult {
            seed: 0.into(),
            points,
            moves: 10,
            largest: Exponent::from_face(face).unwrap(),
            won: face >= 32,
            tile_sum: points as u32 / 10,
        };
        let games = [game(100, 16), game(400, 64), game(200, 32), game(300, 32)];
        let summary = Summary::of(&games);
        assert_eq!((summary.games(), summary.mean_score(), summary.moves()), (4, 250.0, 40));
        assert_eq!((summary.median_score(), summary.best_score()), (250, 400));
        let reached: Vec<(u32, u64)> =
            summary.reached().map(|(tile, share)| (tile, share.successes)).collect();
        assert_eq!(reached, [(8, 4), (16, 4), (32, 3), (64, 1)]);
        assert_eq!(summary.won().rate(), 0.75);
        assert_eq!((summary.won_moves().mean(), summary.won_tile_sum().mean()), (10.0, 30.0));
        assert_eq!(Summary::of(&[]).median_score(), 0);
    }
}

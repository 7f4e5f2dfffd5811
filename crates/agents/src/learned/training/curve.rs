//! The learning curve: how the games of a training went, for each 5 million moves.

use super::game::TrainingGame;

/// The moves between two rows.
const MOVES: u64 = 5_000_000;

/// The exponents of the tiles that are counted.
const TILES: [u8; 5] = [11, 12, 13, 14, 15];

/// The games from the start that were played since the row before.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CurveRow {
    /// The moves and the rounds of the training so far.
    pub moves: u64,
    /// See `moves`.
    pub rounds: u64,
    /// The number of the games.
    pub games: u64,
    /// The sum of their scores.
    pub points: u64,
    /// How many of them made a tile of 2048, 4096, 8192, 16384 and 32768.
    pub made: [u64; 5],
    /// The seconds that the training has taken so far, in all of its runs.
    pub seconds: f64,
}

/// The learning curve of a training.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LearningCurve {
    pub(super) rows: Vec<CurveRow>,
    /// What is counted of the row that is not complete.
    pub(super) next: CurveRow,
}

impl CurveRow {
    /// The mean score of the games, rounded down; 0 without games.
    pub fn mean_score(&self) -> u64 {
        self.points.checked_div(self.games).unwrap_or(0)
    }
}

impl LearningCurve {
    /// The complete rows.
    pub fn rows(&self) -> &[CurveRow] {
        &self.rows
    }

    /// Counts a game after its round. `before` is the number of moves before the round, and `moves`
    /// that after it.
    pub(super) fn add(&mut self, game: TrainingGame, before: u64, moves: u64, rounds: u64) {
        let next = &mut self.next;
        (next.moves, next.rounds) = (moves, rounds);
        next.games += 1;
        next.points += game.points;
        for (made, tile) in next.made.iter_mut().zip(TILES) {
            *made += u64::from(game.largest.get() >= tile);
        }
        if moves / MOVES > before / MOVES {
            self.rows.push(*next);
            *next = CurveRow { moves, rounds, seconds: next.seconds, ..CurveRow::default() };
        }
    }
}

#[cfg(test)]
mod tests {
    use mdp2048_rules::Exponent;

    use super::*;

    #[test]
    fn a_row_is_complete_after_five_million_moves() {
        let mut curve = LearningCurve::default();
        let game = |points, tile| {
            let largest = Exponent::from_face(tile).unwrap();
            TrainingGame { points, moves: 2_000_000, largest }
        };
        let games = [(30_000, 2048), (10_000, 1024), (60_000, 4096), (20_000, 2048)];
        for (round, (points, tile)) in (1..).zip(games) {
            curve.next.seconds = round as f64;
            let moves = 2_000_000 * round;
            curve.add(game(points, tile), moves - 2_000_000, moves, round);
        }
        let [row] = curve.rows() else { panic!("{curve:?}") };
        assert_eq!((row.moves, row.rounds, row.games, row.seconds), (6_000_000, 3, 3, 3.0));
        assert_eq!((row.mean_score(), row.made), (33_333, [2, 1, 0, 0, 0]));
        let next = curve.next;
        assert_eq!((next.games, next.points, next.made), (1, 20_000, [1, 0, 0, 0, 0]));
        assert_eq!(CurveRow::default().mean_score(), 0);
    }
}

//! The habits of an agent in sampled games.

use mdp2048_model::{ActionValues, Habits, TileHabits, Valuation, mean_margin};
use mdp2048_rules::{Action, Board, Exponent};

/// The fewest games of which an interval says something.
const FEWEST_GAMES: usize = 10;

/// What an agent does in each of some games, see [`Habits`]: where its large tiles lie, and whether
/// it leaves two of the largest tile unmerged. What its actions are worth is not known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SampledHabits(Vec<Habits>);

/// A share of the visits of sampled games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampledShare {
    /// The share, from 0 to 1.
    pub rate: f64,
    /// Half of the 95 % interval; `None` for fewer than ten games with such visits. Visits of one
    /// game are not independent, so this is the error of a ratio of two sums over independent games,
    /// by the normal approximation of its linear part (Cochran, "Sampling Techniques", section
    /// 2.11).
    pub half_width: Option<f64>,
}

impl SampledHabits {
    /// Adds a move to the habits of a game.
    pub fn add_move(habits: &mut Habits, board: Board, action: Action) {
        // Equal values: the actions that are allowed.
        let allowed = Action::ALL.map(|action| board.slide(action).map(|_| 0.0));
        let values = ActionValues::new(allowed, Valuation::Probability);
        habits.add(board, action, 1.0, &values);
    }

    /// Adds a game.
    pub fn push(&mut self, game: Habits) {
        self.0.push(game);
    }

    /// The largest tiles of the boards that were visited, ascending.
    pub fn largest_tiles(&self) -> Vec<Exponent> {
        let mut tiles: Vec<_> =
            self.0.iter().flat_map(|game| game.rows().map(|(tile, _)| tile)).collect();
        tiles.sort_unstable();
        tiles.dedup();
        tiles
    }

    /// The number of games that visited boards with this largest tile.
    pub fn games_with(&self, largest: Exponent) -> usize {
        self.0.iter().filter(|game| game.of(largest).is_some()).count()
    }

    /// A part of the visits to boards with this largest tile, as a share of another one; `None`
    /// where there are no visits of the latter.
    pub fn share(
        &self,
        largest: Exponent,
        part: impl Fn(&TileHabits) -> f64,
        whole: impl Fn(&TileHabits) -> f64,
    ) -> Option<SampledShare> {
        let rows = self.0.iter().filter_map(|game| game.of(largest));
        let games: Vec<(f64, f64)> = rows.map(|row| (part(row), whole(row))).collect();
        let all: f64 = games.iter().map(|game| game.1).sum();
        if all <= 0.0 {
            return None;
        }
        let rate = games.iter().map(|game| game.0).sum::<f64>() / all;
        let (n, counted) = (games.len() as f64, games.iter().filter(|game| game.1 > 0.0).count());
        let squares: f64 = games.iter().map(|(part, whole)| (part - rate * whole).powi(2)).sum();
        // The margin of a sum of n numbers is n times that of their mean.
        let half_width = (counted >= FEWEST_GAMES).then(|| n * mean_margin(squares, n) / all);
        Some(SampledShare { rate, half_width })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(boards: &[&str]) -> Habits {
        let mut habits = Habits::default();
        for board in boards {
            SampledHabits::add_move(&mut habits, board.parse().unwrap(), Action::Left);
        }
        habits
    }

    #[test]
    fn shares_are_those_of_all_visits_and_their_errors_those_of_games() {
        let (corner, edge) = ("0 2 0/0 0 0/0 0 8", "0 8 0/0 0 0/0 2 0");
        let mut sample = SampledHabits::default();
        for boards in [&[corner, corner, edge][..], &[corner][..]].repeat(5) {
            sample.push(game(boards));
        }
        let eight = Exponent::from_face(8).unwrap();
        assert_eq!((sample.largest_tiles(), sample.games_with(eight)), (vec![eight], 10));
        let shape = mdp2048_rules::Shape::THREE_BY_THREE;
        let at_corner = |it: &TileHabits| it.largest_at(shape, mdp2048_model::CellPlace::Corner);
        let share = sample.share(eight, at_corner, TileHabits::visits).unwrap();
        assert_eq!(share.rate, 0.75);
        // Each game is a quarter of a visit off the rate, of 20 visits in all.
        let deviation = (10.0 / 16.0 * 10.0 / 9.0_f64).sqrt() / 20.0;
        assert!((share.half_width.unwrap() - 1.959_963_984_540_054 * deviation).abs() < 1e-12);
        // Two 8s that the action left does not merge; a single game has no interval.
        let mut sample = SampledHabits::default();
        sample.push(game(&["8 0 0/8 2 2/0 0 0"]));
        let left = sample.share(eight, TileHabits::pairs_left, TileHabits::pairs).unwrap();
        assert_eq!(left, SampledShare { rate: 1.0, half_width: None });
        assert_eq!(sample.share(Exponent::TWO, TileHabits::pairs, TileHabits::visits), None);
    }
}

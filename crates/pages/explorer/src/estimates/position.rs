//! The estimates of a position for people.

use mdp2048_display::{count, counted};
use mdp2048_model::Game;
use mdp2048_rules::{Action, Board, Exponent};

use super::numbers::PositionEstimate;
use mdp2048_review::Grade;

/// The digits of expected points, and of differences between them.
const DIGITS: i32 = 4;
const DIFFERENCE_DIGITS: i32 = 2;

/// An interval that is narrower is shown with one decimal.
const NARROW: f64 = 0.03;

/// The estimates of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct EstimatedPosition {
    /// The points still to come.
    pub points: f64,
    /// These as a text: `about 182,400 points`.
    pub text: String,
    /// How much the agent has thought: `3 plies deep, 80 games from each move`.
    pub effort: String,
    /// The plies of the search.
    pub plies: u32,
    /// The number of games from the move with the fewest.
    pub games: u32,
    /// The allowed actions in the order left, right, up, down.
    pub rows: Vec<EstimatedRow>,
}

/// The estimates of an action.
#[derive(Clone, Debug, PartialEq)]
pub struct EstimatedRow {
    /// The action.
    pub action: Action,
    /// The points of the action and those that are expected after it.
    pub points: f64,
    /// These as a text: `about 182,400`.
    pub text: String,
    /// How good it is by the estimates.
    pub grade: Grade,
    /// What it costs: `about 1,200 less`; empty for a best action, and for one that is not told
    /// apart from it.
    pub cost: String,
    /// The number of games that were played on.
    pub games: u32,
    /// The chances of the next tiles, at most two. A tile that all games made after every action is
    /// left out.
    pub chances: Vec<TileChance>,
}

/// The probability that a tile is made.
#[derive(Clone, Debug, PartialEq)]
pub struct TileChance {
    /// The tile.
    pub tile: Exponent,
    /// The share of the games that made it.
    pub share: f64,
    /// The bounds of its 95 % confidence interval.
    pub interval: (f64, f64),
    /// These as a text: `62 % (51 to 72)`.
    pub text: String,
}

impl EstimatedPosition {
    /// The estimates of a board, if an action is allowed on it.
    pub fn of(game: &Game, board: Board, estimate: &PositionEstimate) -> Option<Self> {
        let values = estimate.values();
        let points = values.value()?.get();
        let row = |action: Action| {
            let points = values.get(action)?.get();
            let grade = estimate.grade(action)?;
            let games = estimate.games[action.index()];
            Some(EstimatedRow {
                action,
                points,
                text: about(points, DIGITS),
                grade,
                cost: match grade {
                    Grade::Best | Grade::Indistinguishable => String::new(),
                    _ => format!("{} less", difference_text(values.regret(action)?)),
                },
                games: games.games,
                chances: chances(game, board, action, estimate),
            })
        };
        let games = estimate.fewest_games();
        let (plies, from) = (counted(estimate.plies.into(), "ply"), counted(games.into(), "game"));
        let plies = plies.replace("plys", "plies");
        Some(Self {
            points,
            text: format!("{} in score", about(points, DIGITS)),
            effort: format!("{plies} deep, {from} played on from each move"),
            plies: estimate.plies,
            games,
            rows: Action::ALL.into_iter().filter_map(row).collect(),
        })
    }
}

/// The chances of the next tiles after an action.
fn chances(
    game: &Game,
    board: Board,
    action: Action,
    estimate: &PositionEstimate,
) -> Vec<TileChance> {
    let games = estimate.games[action.index()];
    let is_certain = |at: usize| {
        let actions = estimate.points.iter().zip(&estimate.games).filter(|it| it.0.is_some());
        actions.into_iter().all(|(_, it)| it.games > 0 && it.made[at] == it.games)
    };
    let after = game.act(board, action).map(|it| it.after.board().largest());
    let tiles = (1..).map(|more| Exponent::new(board.largest().get() + more));
    let tiles = tiles.map_while(|tile| tile).zip(0..games.made.len());
    tiles
        .filter(|&(_, at)| !is_certain(at))
        .map(|(tile, at)| {
            let share = games.share(at);
            let interval = share.interval();
            let text = if after.is_some_and(|after| after >= tile) {
                "made by this move".to_owned()
            } else if games.games == 0 {
                "…".to_owned()
            } else {
                share_text(share.rate(), interval)
            };
            let share = if games.games == 0 { 0.0 } else { share.rate() };
            TileChance { tile, share, interval, text }
        })
        .collect()
}

/// A share with its interval: `62 % (51 to 72)`. Only no game is shown as 0 %, and only all games
/// as 100 %.
fn share_text(share: f64, (low, high): (f64, f64)) -> String {
    let digits = usize::from(high - low < NARROW);
    let least = if digits == 0 { 0.01 } else { 0.001 };
    let share = if share > 0.0 && share < 1.0 { share.clamp(least, 1.0 - least) } else { share };
    let [share, low, high] = [share, low, high].map(|it| format!("{:.digits$}", 100.0 * it));
    format!("{share} % ({low} to {high})")
}

/// Expected points as a text: `about 182,400`.
pub(crate) fn about_points(points: f64) -> String {
    about(points, DIGITS)
}

/// A difference between scores: `about 1,200`.
pub(super) fn difference_text(points: f64) -> String {
    about(points, DIFFERENCE_DIGITS)
}

/// A number of points, rounded to some digits: `about 182,400`, `less than 1`.
fn about(points: f64, digits: i32) -> String {
    if points < 0.5 {
        return "less than 1".to_owned();
    }
    let unit = 10_f64.powi((points.max(1.0).log10().floor() as i32 + 1 - digits).max(0));
    format!("about {}", count(((points / unit).round() * unit) as u64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimates::numbers::NextTileGames;
    use crate::url::named_game;

    const BOARD: &str = "2048 4 2 0/4 8 4 2/2 4 2 4/4 2 4 4";

    fn estimate([games, first, second]: [u32; 3]) -> PositionEstimate {
        let points = [Some(182_437.2), Some(181_204.0), Some(182_436.9), None];
        let games = [NextTileGames { games, made: [first, second] }; 4];
        PositionEstimate { plies: 3, points, games }
    }

    #[test]
    fn numbers_are_rounded_and_marked_as_estimates() {
        let game = named_game("4x4_score").unwrap();
        let board = BOARD.parse().unwrap();
        let shown = EstimatedPosition::of(&game, board, &estimate([80, 50, 0])).unwrap();
        assert_eq!(shown.text, "about 182,400 in score");
        assert_eq!(shown.effort, "3 plies deep, 80 games played on from each move");
        let rows: Vec<_> = shown.rows.iter().map(|it| (it.grade, it.cost.as_str())).collect();
        let expected =
            [(Grade::Best, ""), (Grade::Indistinguishable, ""), (Grade::Indistinguishable, "")];
        assert_eq!(rows, expected);
        let chances = &shown.rows[0].chances;
        let texts: Vec<_> = chances.iter().map(|it| (it.tile.face(), it.text.as_str())).collect();
        assert_eq!(texts, [(4096, "62 % (52 to 72)"), (8192, "0 % (0 to 5)")]);
        for (points, text) in [(0.3, "less than 1"), (1.2, "about 1")] {
            assert_eq!(difference_text(points), text);
        }
        assert_eq!(difference_text(87.4), "about 87");
        assert_eq!(difference_text(16_690.0), "about 17,000");
        assert_eq!(about(9_999.6, DIGITS), "about 10,000");
    }

    #[test]
    fn a_move_whose_intervals_overlap_those_of_the_best_one_has_no_other_grade() {
        let game = named_game("4x4_score").unwrap();
        let grades = |games: [u32; 3], right: [u32; 2]| {
            let mut estimate = estimate(games);
            estimate.points = [Some(100_000.0), Some(94_000.0), Some(60_000.0), None];
            estimate.games[1].made = right;
            let shown = EstimatedPosition::of(&game, BOARD.parse().unwrap(), &estimate).unwrap();
            shown.rows.iter().map(|it| it.grade).collect::<Vec<_>>()
        };
        let (best, unclear) = (Grade::Best, Grade::Indistinguishable);
        assert_eq!(grades([0; 3], [0, 0]), [best, Grade::Mistake, Grade::Blunder]);
        assert_eq!(grades([80, 50, 10], [45, 10]), [best, unclear, unclear]);
        assert_eq!(grades([80, 50, 10], [20, 10]), [best, Grade::Mistake, unclear]);
        assert_eq!(grades([80, 50, 10], [50, 0]), [best, Grade::Mistake, unclear]);
    }

    #[test]
    fn a_tile_that_all_games_make_is_left_out() {
        let game = named_game("4x4_score").unwrap();
        let board = "2 0 0 0/0 2 0 0/0 0 0 0/0 0 0 0".parse().unwrap();
        let mut estimate = estimate([500, 500, 500]);
        let chances = |estimate: &PositionEstimate| {
            let shown = EstimatedPosition::of(&game, board, estimate).unwrap();
            shown.rows.iter().map(|it| it.chances.len()).collect::<Vec<_>>()
        };
        assert_eq!(chances(&estimate), [0; 3]);
        estimate.games[1].made[1] = 499;
        assert_eq!(chances(&estimate), [1; 3]);
    }

    #[test]
    fn intervals_close_in_and_get_a_decimal() {
        let game = named_game("4x4_score").unwrap();
        let board: Board = BOARD.parse().unwrap();
        let chance = |games| {
            let shown = EstimatedPosition::of(&game, board, &estimate(games)).unwrap();
            shown.rows[0].chances[0].clone()
        };
        let (few, many) = (chance([20, 12, 0]), chance([2000, 1960, 0]));
        assert!(few.interval.1 - few.interval.0 > 0.3);
        assert_eq!(many.text, "98.0 % (97.3 to 98.5)");
        assert_eq!(chance([0; 3]).text, "…");
    }

    #[test]
    fn large_tiles_have_fewer_next_tiles_and_a_move_may_make_one() {
        let game = named_game("4x4_score").unwrap();
        let shown = |board: &str| {
            let board = board.parse().unwrap();
            EstimatedPosition::of(&game, board, &estimate([5, 4, 1])).unwrap().rows
        };
        assert_eq!(shown("16384 4 2 0/4 8 4 2/2 4 2 4/4 2 4 4")[0].chances.len(), 1);
        assert_eq!(shown("32768 4 2 0/4 8 4 2/2 4 2 4/4 2 4 4")[0].chances.len(), 0);
        let rows = shown("2048 2048 2 0/4 8 4 2/2 4 2 4/4 2 4 4");
        assert_eq!(rows[0].chances[0].text, "made by this move");
        assert_eq!(rows[2].chances[0].text, "80 % (38 to 96)");
    }
}

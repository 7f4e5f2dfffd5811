//! The games of every small board, up to the largest tile that can be made or was solved.

use std::fs;

use mdp2048_display::no_break;
use mdp2048_test_support::{reach, repository_path};

use crate::solved::solved;

/// The most states of a game that the tests solve again.
const MOST_STATES: u64 = 6_000_000;

const MINUTES_OF_A_YEAR: f64 = 365.25 * 24.0 * 60.0;

/// A game of `docs/boards.csv`, without discount, under optimal play.
pub(crate) struct Row {
    board: String,
    target: u32,
    states: u64,
    win: f64,
    lose: f64,
}

impl Row {
    /// The name of the game in figures of the article.
    pub(crate) fn name(&self) -> String {
        format!("{}_to_{}", self.board, self.target)
    }

    /// The text or the number of a figure of the article, if it is one of these.
    pub(crate) fn figure(&self, name: &str) -> Option<String> {
        match name {
            "wins" => Some(self.wins()),
            "states" => Some(self.states.to_string()),
            // With a game in each minute.
            "years-per-loss" => Some((1.0 / self.lose / MINUTES_OF_A_YEAR).round().to_string()),
            _ => None,
        }
    }

    /// How often the game is won.
    fn wins(&self) -> String {
        match self.lose {
            0.0 => no_break("100 %"),
            ..1e-3 => format!("all but {}", no_break(&mdp2048_display::one_in(self.lose))),
            _ => no_break(&mdp2048_display::percent(self.win)),
        }
    }
}

/// The games.
pub(crate) fn rows() -> Vec<Row> {
    let text = fs::read_to_string(repository_path("docs/boards.csv")).unwrap();
    let row = |line: &str| {
        let [board, target, states, win, lose] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("five columns: {line}")
        };
        Row {
            board: board.to_owned(),
            target: target.parse().unwrap(),
            states: states.parse().unwrap(),
            win: win.parse().unwrap(),
            lose: lose.parse().unwrap(),
        }
    };
    text.lines().skip(1).map(row).collect()
}

#[test]
fn the_games_of_every_board_are_solved_again() {
    let rows = rows();
    assert!(rows.len() > 25);
    for row in rows.iter().filter(|row| row.states <= MOST_STATES) {
        let solution = solved(&reach(&row.board, row.target));
        assert_eq!(solution.states(), row.states, "{}", row.name());
        let value = solution.start_value();
        assert!((value.get() - row.win).abs() <= 1e-12, "{}: {value:#}", row.name());
        let lose = value.loss().unwrap();
        assert!((lose - row.lose).abs() <= 1e-11 * row.lose, "{}: {lose}", row.name());
    }
}

#[test]
fn the_largest_games_have_the_states_of_their_runs() {
    for row in rows().iter().filter(|row| row.states > 1_000_000_000) {
        let name = row.name();
        let path = format!("docs/runs/{}.csv", name.replace("_to_", "_"));
        let log = fs::read_to_string(repository_path(&path)).unwrap();
        let mut forward = log.lines().filter(|line| line.starts_with("forward,"));
        let states = forward.next_back().unwrap().split(',').nth(2).unwrap();
        assert_eq!(states, row.states.to_string(), "{name}");
    }
}

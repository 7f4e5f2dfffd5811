//! The positions of the puzzles of the day: `assets/daily.txt` has a line for each day, and the
//! first follows the last. They are boards of optimal games to 3x3 to 512 on which one move is
//! clearly the best and the next best is no blunder without hope. After each board are the
//! probabilities of winning by its moves, so that the page shows a puzzle without a solver.
//!
//! `UPDATE_GOLDEN=1 cargo test -p mdp2048-tests --test golden daily` makes the file again.

use std::collections::BTreeSet;
use std::env;
use std::fs;

use mdp2048_model::{ActionValues, Policy as _, Replay, Values as _};
use mdp2048_rules::{Action, Board, CanonicalState, Shape};
use mdp2048_solve::Solution;
use mdp2048_test_support::{reach, repository_path};

use crate::solved::solved;

/// The number of puzzles.
const PUZZLES: usize = 1024;

fn values(solution: &Solution, board: Board) -> ActionValues {
    let (state, symmetry) = CanonicalState::of(board);
    solution.action_values(state).expect("a state of the game").before(symmetry)
}

/// Whether a board is a puzzle: the game is open, three moves are allowed at least, one is the
/// best, and the second-best costs between 2 and 40 percentage points.
fn is_puzzle(values: &ActionValues) -> bool {
    let moves = Action::ALL.into_iter().filter(|&it| values.get(it).is_some()).count();
    let cost = values.second_regret().unwrap_or(0.0);
    values.value().is_some_and(|value| (0.1..0.98).contains(&value))
        && moves >= 3
        && (0.02..=0.4).contains(&cost)
}

/// Whether the best move scores less than another one, so that it is not the first to come to mind.
fn is_surprising(board: Board, best: Action) -> bool {
    let points = |action| board.slide(action).map(|slide| slide.points);
    Action::ALL.into_iter().any(|other| points(other) > points(best))
}

/// A puzzle of each game that has one: a surprising one where there is one.
fn puzzles(solution: &Solution) -> Vec<Board> {
    let game = solution.game();
    let mut seen = BTreeSet::new();
    let mut puzzles = Vec::new();
    for seed in 0u32.. {
        if puzzles.len() == PUZZLES {
            break;
        }
        let replay = Replay::play(game, solution, seed.into());
        let steps = replay.steps.iter().filter(|step| is_puzzle(&values(solution, step.board)));
        let steps: Vec<_> = steps.collect();
        let surprising: Vec<_> = steps
            .iter()
            .copied()
            .filter(|step| is_surprising(step.board, step.advice.action))
            .collect();
        let steps = if surprising.is_empty() { steps } else { surprising };
        // Any of them, early and late ones alike.
        let Some(step) = steps.get(seed as usize % steps.len().max(1)) else { continue };
        if seen.insert(CanonicalState::of(step.board).0) {
            puzzles.push(step.board);
        }
    }
    puzzles
}

/// The line of a board: the board, and the value of left, right, up and down, or a dash.
fn line(solution: &Solution, board: Board) -> String {
    let values = values(solution, board);
    let text = |action| values.get(action).map_or("-".to_owned(), |it| format!("{it:.6}"));
    format!("{} {}", board.hex(), Action::ALL.map(text).join(" "))
}

#[test]
fn the_daily_puzzles_have_a_clear_best_move() {
    let solution = solved(&reach("3x3", 512));
    let path = repository_path("assets/daily.txt");
    if env::var_os("UPDATE_GOLDEN").is_some() {
        let lines: Vec<_> = puzzles(solution).into_iter().map(|it| line(solution, it)).collect();
        fs::write(&path, lines.join("\n") + "\n").unwrap();
    }
    let text = fs::read_to_string(&path).unwrap();
    let board = |line: &str| Board::from_hex(Shape::THREE_BY_THREE, &line[..9]).unwrap();
    let boards: Vec<_> = text.lines().map(board).collect();
    assert_eq!(boards.len(), PUZZLES);
    let distinct: BTreeSet<_> = boards.iter().map(|&it| CanonicalState::of(it).0).collect();
    assert_eq!(distinct.len(), PUZZLES);
    for (&board, shown) in boards.iter().zip(text.lines()) {
        assert!(is_puzzle(&values(solution, board)), "{board}");
        assert_eq!(line(solution, board), shown);
    }
    let is_surprising = |&&board: &&Board| {
        solution.advise(board).is_some_and(|advice| is_surprising(board, advice.action))
    };
    let surprising = boards.iter().filter(is_surprising).count();
    assert!(surprising > PUZZLES / 2, "{surprising} of {PUZZLES} are surprising");
}

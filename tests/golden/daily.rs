//! The positions of the puzzles and of the games of the days: `assets/daily.txt` has a line for each
//! day, and the first follows the last. They are boards of optimal games to 3x3 to 512.
//!
//! On that of a puzzle one move is clearly the best and the next best is no blunder without hope.
//! After the board are the probabilities of winning by its moves, and the worst random tile after
//! each of them, so that the page shows a puzzle without a solver. From that of a game on, both ends
//! are open, and many of the next twenty moves matter.
//!
//! `UPDATE_GOLDEN=1 cargo test -p mdp2048-tests --test golden daily` makes the file again.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::ops::RangeInclusive;

use mdp2048_model::{ActionValues, Policy as _, Replay, Status, Step, Values as _};
use mdp2048_rules::{Action, Board, CanonicalState, Exponent, Shape};
use mdp2048_solve::Solution;
use mdp2048_test_support::{reach, repository_path};

use crate::solved::solved;

/// The number of puzzles, and of games.
const DAYS: usize = 1024;

/// The moves of a game.
const MOVES: usize = 20;

/// The least mean number of moves that matter among those of a game.
const DECISIONS: f64 = 8.0;

/// The chances of winning from the first board of a game on.
const CHANCES: RangeInclusive<f64> = 0.2..=0.8;

fn values(solution: &Solution, board: Board) -> ActionValues {
    let (state, symmetry) = CanonicalState::of(board);
    solution.action_values(state).expect("a state of the game").before(symmetry)
}

/// Whether a board is a puzzle: the game is open, three moves are allowed at least, one is the
/// best, and the second-best costs between 2 and 40 percentage points.
fn is_puzzle(values: &ActionValues) -> bool {
    let moves = Action::ALL.into_iter().filter(|&it| values.get(it).is_some()).count();
    let cost = values.second_regret().unwrap_or(0.0);
    values.value().is_some_and(|value| (0.1..0.98).contains(&value.get()))
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
        if puzzles.len() == DAYS {
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

/// How many moves matter in games of twenty optimal moves from a board on: every other move loses a
/// tenth of the chance at least. Games that end earlier have fewer. The mean of eight seeds.
fn decisions(solution: &Solution, board: Board) -> f64 {
    let matters = |step: &&Step| {
        let values = values(solution, step.board);
        values.second_regret() >= values.value().map(|value| 0.1 * value.get())
    };
    let of_seed = |seed: u32| {
        let replay = Replay::play_from(solution.game(), solution, seed.into(), 0, board);
        replay.steps.iter().take(MOVES).filter(matters).count() as f64
    };
    (0..8).map(of_seed).sum::<f64>() / 8.0
}

/// Whether a game begins on a board: both ends are open, and many moves matter.
fn is_start(solution: &Solution, board: Board) -> bool {
    let value = values(solution, board).value();
    value.is_some_and(|it| CHANCES.contains(&it.get())) && decisions(solution, board) >= DECISIONS
}

/// The first board of a game from each optimal game that has one: that with the chance nearest to
/// 30, 40, 50, 60 or 70 %, in turn.
fn starts(solution: &Solution) -> Vec<Board> {
    let mut seen = BTreeSet::new();
    let start = |seed: u32| {
        let Replay { steps, .. } = Replay::play(solution.game(), solution, seed.into());
        let open = steps.iter().filter_map(|step| {
            let value = values(solution, step.board).value()?.get();
            let chance = f64::from(3 + seed % 5) / 10.0;
            CHANCES.contains(&value).then_some((step.board, (value - chance).abs()))
        });
        let (board, _) = open.min_by(|a, b| a.1.total_cmp(&b.1))?;
        (is_start(solution, board) && seen.insert(CanonicalState::of(board).0)).then_some(board)
    };
    (0..).filter_map(start).take(DAYS).collect()
}

/// The line of a day: the board of the puzzle, and the value of left, right, up and down, or a dash;
/// the cell, the exponent and the value of the worst random tile after each; the board of the game.
fn line(solution: &Solution, board: Board, start: Board) -> String {
    let all = values(solution, board);
    let text = |action| all.get(action).map_or("-".to_owned(), |it| format!("{it:.6}"));
    let worst = |action| {
        let Some(slide) = board.slide(action) else { return "-".to_owned() };
        let cells = slide.after.board().empty_cells();
        let spawns = cells.flat_map(|cell| [Exponent::TWO, Exponent::FOUR].map(|it| (cell, it)));
        let spawns = spawns.map(|(cell, tile)| {
            let board = slide.after.place(cell, tile).unwrap();
            let is_lost = solution.game().status(board) == Status::Lost;
            let value = if is_lost { 0.0 } else { values(solution, board).value().unwrap().get() };
            (value, cell, tile)
        });
        let (value, cell, tile) = spawns.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        format!("{cell}{}:{value:.6}", tile.get())
    };
    let [texts, worst] = [Action::ALL.map(text), Action::ALL.map(worst)].map(|it| it.join(" "));
    format!("{} {texts}|{worst}|{}", board.hex(), start.hex())
}

/// Reads the boards of the puzzle and of the game of a line.
fn parse(line: &str) -> [Board; 2] {
    let digits = [&line[..9], &line[line.len() - 9..]];
    digits.map(|it| Board::from_hex(Shape::THREE_BY_THREE, it).unwrap())
}

#[test]
fn the_daily_puzzles_have_a_clear_best_move() {
    let solution = solved(&reach("3x3", 512));
    let path = repository_path("assets/daily.txt");
    if env::var_os("UPDATE_GOLDEN").is_some() {
        let days = puzzles(solution).into_iter().zip(starts(solution));
        let lines: Vec<_> = days.map(|(puzzle, start)| line(solution, puzzle, start)).collect();
        fs::write(&path, lines.join("\n") + "\n").unwrap();
    }
    let text = fs::read_to_string(&path).unwrap();
    let days: Vec<_> = text.lines().map(parse).collect();
    assert_eq!(days.len(), DAYS);
    for at in [0, 1] {
        let distinct: BTreeSet<_> = days.iter().map(|it| CanonicalState::of(it[at]).0).collect();
        assert_eq!(distinct.len(), DAYS);
    }
    for (&[board, start], shown) in days.iter().zip(text.lines()) {
        assert!(is_puzzle(&values(solution, board)), "{board}");
        assert!(is_start(solution, start), "{start}");
        assert_eq!(line(solution, board, start), shown);
    }
    let is_surprising = |&&[board, _]: &&[Board; 2]| {
        solution.advise(board).is_some_and(|advice| is_surprising(board, advice.action))
    };
    let surprising = days.iter().filter(is_surprising).count();
    assert!(surprising > DAYS / 2, "{surprising} of {DAYS} are surprising");
}

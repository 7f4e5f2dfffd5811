//! The values of every objective, beside a recursion that shares nothing with the solver but the
//! slide of a board.

use std::collections::HashMap;

use mdp2048_model::{Game, Objective, PlainSolution, Values as _};
use mdp2048_rules::{Action, Board, Exponent, Shape};

/// The value of a board by recursion over all games from it on.
fn value_of(game: &Game, board: Board, known: &mut HashMap<Board, f64>) -> f64 {
    if let Some(&value) = known.get(&board) {
        return value;
    }
    let objective = game.objective();
    let mut best = if objective == Objective::Fewest { f64::INFINITY } else { 0.0 };
    for action in Action::ALL {
        let Some(slide) = board.slide(action) else { continue };
        let wins = game.target().is_some_and(|target| slide.largest_merge == target);
        let mut expected = 0.0;
        let cells: Vec<_> = slide.after.board().empty_cells().collect();
        for &cell in cells.iter().filter(|_| !wins) {
            for (tile, probability) in [(Exponent::TWO, 0.75), (Exponent::FOUR, 0.25)] {
                let next = slide.after.board().with(cell, tile);
                expected += probability / cells.len() as f64 * value_of(game, next, known);
            }
        }
        let value = match objective {
            Objective::Win => game.discount().get() * if wins { 1.0 } else { expected },
            Objective::Score => f64::from(slide.points) + expected,
            Objective::Moves => 1.0 + expected,
            Objective::Fewest => 1.0 + expected,
        };
        best = if objective == Objective::Fewest { best.min(value) } else { best.max(value) };
    }
    let is_lost = Action::ALL.iter().all(|&action| board.slide(action).is_none());
    let value = match objective {
        _ if !is_lost => best,
        Objective::Fewest => f64::INFINITY,
        _ => 0.0,
    };
    known.insert(board, value);
    value
}

#[test]
fn the_plain_solver_agrees_with_a_recursion() {
    for (objective, target, discount) in [
        (Objective::Win, Some(16), 1.0),
        (Objective::Win, Some(32), 1.0),
        (Objective::Win, Some(16), 0.9),
        (Objective::Score, None, 1.0),
        (Objective::Score, Some(16), 1.0),
        (Objective::Moves, None, 1.0),
        (Objective::Moves, Some(16), 1.0),
        (Objective::Fewest, Some(8), 1.0),
        (Objective::Fewest, Some(16), 1.0),
    ] {
        let game = Game::new(Shape::TWO_BY_TWO, objective, target, discount, 0.25).unwrap();
        let solution = PlainSolution::solve(&game);
        let mut known = HashMap::new();
        let is_near = |found: f64, expected: f64| {
            found == expected || (found - expected).abs() < 1e-12 * expected.abs().max(1.0)
        };
        for &state in solution.layers().values().flatten() {
            let expected = value_of(&game, state.board(), &mut known);
            let value = solution.value(state).unwrap().get();
            assert!(is_near(value, expected), "{game}, {state}: {value} for {expected}");
        }
        let (mut expected, mut starts) = (0.0, 0.0);
        for (start, probability) in game.start_boards() {
            expected += probability * value_of(&game, start, &mut known);
            starts += probability;
        }
        assert!((starts - 1.0).abs() < 1e-14);
        let value = solution.start_value().get();
        assert!(is_near(value, expected), "{game}: {value} for {expected}");
    }
}

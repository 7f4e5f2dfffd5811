//! The fast solver gives the same states, V and Q as the plain solver.

use std::collections::BTreeSet;

use mdp2048_model::{Formation, Game, Objective, PlainSolution, ValuedGame, Values};
use mdp2048_rules::{Action, Board, CanonicalState, Shape, Symmetry};
use mdp2048_solve::Solver;
use mdp2048_test_support::{game, reach, solve};

fn assert_close(fast: f64, plain: f64, subject: &str) {
    let close = fast == plain || (fast - plain).abs() <= 1e-12 * plain.abs();
    assert!(close, "{subject}: the fast solver has {fast}, the plain solver {plain}");
}

/// Solves a game with both solvers and compares every state and action.
fn check(game: &Game) {
    let (plain, fast) = (PlainSolution::solve(game), solve(game));
    let mut found = BTreeSet::new();
    fast.for_each(|board, value| {
        let state = CanonicalState::of(board).0;
        assert!(found.insert(state), "{game}: the state {state} occurs twice");
        let expected = plain.expected_return(state).unwrap();
        assert_close(value.expected_return(), expected, &format!("{game}: {state}"));
    });
    let expected: BTreeSet<CanonicalState> = plain.layers().values().flatten().copied().collect();
    assert_eq!(found, expected, "{game}");
    assert_eq!(fast.states(), expected.len() as u64);
    for state in expected {
        let solvers: [&dyn Values; 2] = [&fast, &plain];
        let [fast, plain] =
            solvers.map(|solver| solver.action_values(state).unwrap().expected_returns());
        for action in Action::ALL {
            let subject = format!("{game}: {state} {action}");
            match (fast[action.index()], plain[action.index()]) {
                (Some(fast), Some(plain)) => assert_close(fast, plain, &subject),
                (fast, plain) => assert_eq!(fast, plain, "{subject}"),
            }
        }
    }
    assert_close(fast.start_return(), plain.start_return(), &game.to_string());
    let layers: Vec<_> = fast.layers().map(|layer| (layer.sum, layer.states)).collect();
    let plain_layers: Vec<_> =
        plain.layers().iter().map(|(&sum, states)| (sum, states.len() as u64)).collect();
    assert_eq!(layers, plain_layers, "{game}");
}

fn assert_can_be_won(game: &Game) {
    assert!(solve(game).start_value().get() > 0.0, "{game} cannot be won");
}

#[test]
fn solvers_agree_with_discounts() {
    for (shape, discount, spawn_four) in [("2x2", 0.9, 0.1), ("2x3", 0.99, 0.37)] {
        for target in [8, 16, 32, 64, 128] {
            let shape = shape.parse().unwrap();
            if let Ok(game) = Game::new(shape, Objective::Win, Some(target), discount, spawn_four) {
                check(&game);
                assert_can_be_won(&game);
            }
        }
    }
}

#[test]
fn solvers_agree_for_every_objective_and_spawn_probability() {
    for shape in ["2x2", "2x3", "3x2"] {
        for objective in Objective::ALL {
            for spawn_four in [0.0, 0.1, 0.37, 1.0] {
                for target in [None, Some(8), Some(16), Some(32), Some(64), Some(128)] {
                    let shape = shape.parse().unwrap();
                    if let Ok(game) = Game::new(shape, objective, target, 1.0, spawn_four) {
                        check(&game);
                    }
                }
            }
        }
    }
}

#[test]
fn solvers_agree_for_every_objective_on_3x3_to_32() {
    for objective in Objective::ALL {
        check(&game("3x3", objective, Some(32), 1.0, 0.1));
    }
}

#[test]
fn solvers_agree_on_the_probability_of_losing() {
    let losing = ValuedGame::losing(reach("2x2", 16)).unwrap();
    let plain = PlainSolution::solve_valued(&losing).start_return();
    let fast = Solver::valued(&losing).solve().unwrap();
    assert_close(fast.start_return(), plain, "2x2 to 16");
    assert_close(fast.start_return(), -(29_990_997.0 / 800_000_000.0), "2x2 to 16");
}

#[test]
fn solvers_agree_on_larger_boards_with_small_targets() {
    for (shape, target) in [("2x4", 32), ("4x2", 32), ("3x3", 16), ("3x4", 8), ("4x3", 8)] {
        check(&reach(shape, target));
    }
}

/// Every board shape of this size with locked cells, one of those that are images of one another.
fn shapes_with_locked_cells(size: &str) -> Vec<Shape> {
    let size: Shape = size.parse().unwrap();
    let mut seen = BTreeSet::new();
    let mut shapes = Vec::new();
    for mask in 1_u32..1 << size.cells() {
        let cells: Vec<usize> = (0..size.cells()).filter(|cell| mask >> cell & 1 == 1).collect();
        let image = |symmetry: &Symmetry| {
            let images: BTreeSet<usize> =
                cells.iter().map(|&cell| symmetry.cell(size, cell)).collect();
            images
        };
        let least = Symmetry::of(size).iter().map(image).min().unwrap();
        if seen.insert(least) {
            shapes.extend(size.with_locked(cells));
        }
    }
    shapes
}

#[test]
fn solvers_agree_for_all_locked_cells() {
    let small = shapes_with_locked_cells("2x3");
    assert_eq!((small.len(), shapes_with_locked_cells("3x3").len()), (14, 89));
    for shape in small {
        for objective in Objective::ALL {
            for target in [None, Some(8), Some(16), Some(32)] {
                if let Ok(game) = Game::new(shape, objective, target, 1.0, 0.25) {
                    check(&game);
                }
            }
        }
    }
    for shape in shapes_with_locked_cells("3x3") {
        for target in [8, 16] {
            if let Ok(game) = Game::reach(shape, target) {
                check(&game);
            }
        }
    }
}

#[test]
fn solvers_agree_on_given_start_boards() {
    let starts = |boards: &[&str]| -> Vec<Board> {
        boards.iter().map(|board| board.parse().unwrap()).collect()
    };
    let l3 = Formation::named("L3").unwrap();
    check(&Game::builder().formation(l3).target(16).build().unwrap());
    // The tile sums of the start boards are far apart, and the first is that of one tile.
    let boards = starts(&["2 0 0/0 0 0", "16 8 4/16 0 0", "2 0 0/0 0 2", "2 0 0/0 0 2"]);
    check(&reach("2x3", 32).starting_from(&boards).unwrap());
    let locked = starts(&["8 2 x/4 2 0/0 0 x"]);
    check(&reach("..x/.../..x", 16).starting_from(&locked).unwrap());
}

#[test]
fn every_target_of_a_game_can_be_reached() {
    let small = ["2x2", "2x3", "3x2"].into_iter();
    let small = small.flat_map(|shape| [0.0, 0.1, 0.37, 1.0].map(|four| (shape, four, 3)));
    // Of eight cells only the largest target.
    for (shape, four, least) in small.chain([("2x4", 0.1, 9), ("4x2", 0.1, 9)]) {
        let shape: Shape = shape.parse().unwrap();
        let game = |exponent| Game::new(shape, Objective::Win, Some(1u32 << exponent), 1.0, four);
        let games = (least..=15).filter_map(|exponent| game(exponent).ok());
        let count = games.inspect(assert_can_be_won).count() as u32;
        assert_eq!(least + count - 1, shape.cells() as u32 + u32::from(four > 0.0), "{shape}");
    }
}

#[test]
fn threads_and_repeats_agree_to_the_bit() {
    let game = reach("3x3", 64);
    let values = |threads| {
        let solution = Solver::new(&game).threads(threads).solve().unwrap();
        let mut bits = Vec::new();
        solution
            .for_each(|board, value| bits.push((board.key(), value.expected_return().to_bits())));
        bits
    };
    let once = values(1);
    // 64 is more threads than processors.
    assert!(once == values(1) && once == values(2) && once == values(3) && once == values(64));
}

//! The policy of a game that is nearly certain to be won loses as rarely as any policy can.

use std::collections::BTreeMap;

use mdp2048_model::{
    BigRational, ExactGame, ExactSolution, Fraction, Game, Objective, PlainSolution, Policy,
    Values, nearest,
};
use mdp2048_rules::{CanonicalState, Shape};
use mdp2048_solve::{Precision, Solution, Solver};
use mdp2048_test_support::{reach, solve};

/// The most states of the games that the tests solve.
const MOST_STATES: u64 = 600_000;

/// The games that are nearly certain to be won, on every board, with at most [`MOST_STATES`].
fn nearly_certain_games() -> Vec<Game> {
    let targets = |shape: Shape| match shape.cells() {
        4 => 3..=3,
        6 => 3..=5,
        8 | 9 => 3..=6,
        _ => 3..=3,
    };
    let games =
        |shape: Shape| targets(shape).map(move |exponent| Game::reach(shape, 1 << exponent));
    Shape::all().flat_map(games).map(Result::unwrap).collect()
}

/// The probability that the policy of a solution loses, computed by a forward pass.
fn loss_of_policy(solution: &Solution) -> f64 {
    let target = solution.game().target().unwrap().face();
    let value = solution.passes().evaluate(Objective::Win, Some(target), 1.0).unwrap();
    assert!((0.0..=1.0).contains(&value.get()));
    value.loss().unwrap()
}

/// Checks that a solution is valued by losing, and that its policy loses at most
/// `1 + relative_error` times as often as the start value says. Returns the loss of the start
/// value.
fn check(solution: &Solution, relative_error: f64) -> f64 {
    let game = solution.game();
    assert!(solution.valued_game().is_losing(), "{game}");
    assert!(solution.states() <= MOST_STATES, "{game}");
    let least = solution.start_value().loss().unwrap();
    assert!((0.0..1e-3).contains(&least), "{game}: {least:e}");
    let loss = loss_of_policy(solution);
    assert!(loss <= least * (1.0 + relative_error), "{game}: {loss:e}, at least {least:e}");
    least
}

#[test]
fn the_policy_loses_least_in_every_nearly_certain_game() {
    let known = [("2x4", 32, 0.0), ("2x4", 64, 3.602_759_5e-6), ("3x3", 64, 7.011_191e-18)];
    for game in nearly_certain_games() {
        let least = check(&solve(&game), 1e-9);
        for (shape, target, known) in known {
            if reach(shape, target) == game {
                assert!((least - known).abs() <= 1e-6 * known, "{game}: {least:e}");
            }
        }
    }
}

#[test]
fn larger_targets_are_not_nearly_certain() {
    for (shape, target) in [("2x2", 16), ("2x3", 64), ("2x4", 128)] {
        assert!(!solve(&reach(shape, target)).valued_game().is_losing());
    }
}

#[test]
fn the_policy_in_single_precision_loses_hardly_more() {
    for game in nearly_certain_games() {
        let solution = Solver::new(&game).precision(Precision::Single).solve().unwrap();
        let double = solve(&game).start_return();
        let error = solution.value_error();
        assert!((solution.start_return() - double).abs() <= error * double.abs(), "{game}");
        // A tie that rounding breaks costs twice the rounding.
        check(&solution, 4.0 * error);
    }
}

/// The probability that a policy loses, as a fraction.
fn exact_loss(game: &Game, policy: &impl Policy, exact: &ExactSolution) -> BigRational {
    let four = Fraction::shortest(game.spawn_four().get()).unwrap();
    let fraction =
        |numerator: u128, denominator: u128| BigRational::new(numerator.into(), denominator.into());
    let (none, certain) = (fraction(0, 1), fraction(1, 1));
    let mut losses: BTreeMap<CanonicalState, BigRational> = BTreeMap::new();
    let loss = |losses: &BTreeMap<_, BigRational>, state: &CanonicalState| {
        losses.get(state).cloned().unwrap_or_else(|| certain.clone())
    };
    for states in exact.layers().values().rev() {
        for &state in states {
            let action = policy.advise(state.board()).unwrap().action;
            let moved = game.act(state.board(), action).unwrap();
            let mut sum = none.clone();
            if !moved.wins {
                let spawns: Vec<_> = four.spawn_weights().spawns(moved.after).collect();
                let total = spawns.iter().map(|(_, weight)| weight).sum();
                for (board, weight) in spawns {
                    sum += loss(&losses, &CanonicalState::of(board).0) * fraction(weight, total);
                }
            }
            losses.insert(state, sum);
        }
    }
    let starts = mdp2048_model::start_weights(game, |after| {
        four.spawn_weights().spawns(after).collect::<Vec<_>>().into_iter()
    });
    let total = starts.iter().map(|(_, weight)| weight).sum();
    let start = |(state, weight)| loss(&losses, &state) * fraction(weight, total);
    starts.into_iter().map(start).sum()
}

#[test]
fn the_policy_loses_least_in_exact_fractions() {
    let mut games = 0;
    let shapes = Shape::all().filter(|shape| shape.cells() <= 6);
    for (shape, four) in shapes.flat_map(|shape| [0.0, 0.1, 0.37, 1.0].map(|four| (shape, four))) {
        for target in [8, 16, 32, 64, 128] {
            let game = Game::new(shape, Objective::Win, Some(target), 1.0, four);
            let Ok(game) = game else { continue };
            let (fast, plain) = (solve(&game), PlainSolution::solve(&game));
            assert_eq!(fast.valued_game(), plain.valued_game());
            if !fast.valued_game().is_losing() {
                continue;
            }
            let exact = ExactSolution::solve(&ExactGame::of(&game).unwrap());
            let least = BigRational::from_integer(1.into()) - exact.start_value();
            // The differences are computed as fractions.
            let bound = &least * BigRational::new(1_000_000_001.into(), 1_000_000_000.into());
            for loss in [exact_loss(&game, &fast, &exact), exact_loss(&game, &plain, &exact)] {
                assert!(least <= loss && loss <= bound, "{game}: {:e}", nearest(&loss));
            }
            check(&fast, 1e-9);
            games += 1;
        }
    }
    assert!(games >= 20, "{games}");
}

//! The floating-point solvers agree with the exact solver, which computes with fractions.

use mdp2048_model::{
    BigRational, ExactError, ExactGame, ExactSolution, Fraction, Game, Objective, PlainSolution,
    Values, nearest,
};
use mdp2048_rules::Shape;
use mdp2048_test_support::solve;

fn assert_close(found: f64, exact: f64, subject: impl Fn() -> String) {
    let close = (found - exact).abs() <= 1e-12 * exact.abs();
    assert!(close, "{}: {found}, the exact value is {exact}", subject());
}

/// Compares V and Q of every state under the plain and the fast solver with the exact values.
/// Returns the number of states, or `None` if there is no such game.
fn check(shape: Shape, target: u32, discount: f64, spawn_four: f64) -> Option<usize> {
    let game = Game::new(shape, Objective::Win, Some(target), discount, spawn_four).ok()?;
    let exact = ExactSolution::solve(&ExactGame::of(&game).unwrap());
    let plain = PlainSolution::solve(&game);
    let fast = solve(&game);
    assert_eq!(exact.layers(), plain.layers(), "{game}");
    assert_eq!(
        fast.states(),
        exact.layers().values().map(|states| states.len() as u64).sum::<u64>()
    );
    let solvers: [&dyn Values; 2] = [&plain, &fast];
    assert_eq!(plain.valued_game(), fast.valued_game());
    // The expected return, rounded once.
    let nearest = |win_probability: &BigRational| match fast.valued_game().is_losing() {
        false => nearest(win_probability),
        true => nearest(&(win_probability - BigRational::from_integer(1.into()))),
    };
    for &state in exact.layers().values().flatten() {
        let value = nearest(&exact.value(state).unwrap());
        let actions = exact.action_values(state).unwrap();
        let actions = actions.map(|value| value.as_ref().map(&nearest));
        for solver in solvers {
            let subject = || format!("{game}: {state}");
            assert_close(solver.expected_return(state).unwrap(), value, subject);
            let found = solver.action_values(state).unwrap().expected_returns();
            for pair in found.into_iter().zip(actions) {
                match pair {
                    (Some(found), Some(exact)) => assert_close(found, exact, subject),
                    (found, exact) => assert_eq!(found, exact, "{}", subject()),
                }
            }
        }
    }
    let start = nearest(&exact.start_value());
    for solver in solvers {
        assert_close(solver.start_return(), start, || game.to_string());
    }
    Some(exact.layers().values().map(|states| states.len()).sum())
}

#[test]
fn values_of_all_reach_games_of_up_to_six_cells_are_exact() {
    let mut games = 0;
    for shape in Shape::all().filter(|shape| shape.cells() <= 6) {
        for target in (3..=7).map(|exponent| 1 << exponent) {
            for spawn_four in [0.0, 0.1, 0.37, 1.0] {
                games += usize::from(check(shape, target, 1.0, spawn_four).is_some());
            }
        }
    }
    // 2x2 has targets up to 32, 2x3 and 3x2 up to 128; the largest needs 4s.
    assert_eq!(games, 4 * (3 + 5 + 5) - 3);
}

#[test]
fn values_of_games_with_locked_cells_are_exact() {
    for shape in ["x../...", ".x./...", "x../..x", "xxx/.../..x", "...x/xxxx/.xxx/.xx."] {
        assert!(check(shape.parse().unwrap(), 8, 1.0, 0.1).is_some(), "{shape}");
    }
}

#[test]
fn values_with_discounts_are_exact() {
    assert_eq!(check(Shape::TWO_BY_TWO, 16, 0.99, 0.1), Some(35));
    assert!(check("2x3".parse().unwrap(), 32, 0.9, 0.37).is_some());
}

#[test]
fn probabilities_of_too_many_digits_are_refused() {
    let game = Game::new(Shape::TWO_BY_TWO, Objective::Win, Some(8), 1e-300, 0.1).unwrap();
    assert!(matches!(ExactGame::of(&game), Err(ExactError::Fraction(_))));
    assert!(Fraction::shortest(1e-30).is_ok());
}

//! Values in single precision differ from those in double precision by at most the stated bound.

use std::io::Cursor;

use mdp2048_model::{Game, Objective, Values as _};
use mdp2048_solve::{Precision, Solution, SolutionReader, Solver, Verifier};
use mdp2048_test_support::{game, solution_bytes};

fn solve(game: &Game, precision: Precision, threads: usize) -> Solution {
    Solver::new(game).precision(precision).threads(threads).solve().unwrap()
}

fn values(solution: &Solution) -> Vec<f64> {
    let mut values = Vec::new();
    solution.for_each(|_, value| values.push(value.expected_return()));
    values
}

fn games() -> Vec<Game> {
    vec![
        game("2x2", Objective::Win, Some(32), 1.0, 0.1),
        game("2x3", Objective::Win, Some(128), 1.0, 0.1),
        game("2x3", Objective::Score, None, 1.0, 0.37),
        game("3x2", Objective::Moves, Some(64), 1.0, 0.1),
        game("2x3", Objective::Fewest, Some(16), 1.0, 0.1),
        game("3x3", Objective::Win, Some(64), 0.99, 0.1),
        game("3x4", Objective::Win, Some(8), 0.9, 0.1),
    ]
}

#[test]
fn values_in_single_precision_are_within_the_error_bound() {
    for game in games() {
        let double = solve(&game, Precision::Double, 1);
        let single = solve(&game, Precision::Single, 2);
        assert_eq!((single.states(), single.lost()), (double.states(), double.lost()));
        assert_eq!((double.value_error(), double.precision()), (0.0, Precision::Double));
        let bound = single.relative_bound();
        assert!(bound > 1e-8 && bound < 1e-4, "{game}: {bound}");
        // Every move begins in another layer, and the bound of the moves is not far from that.
        let (moves, layers) = (game.most_moves(), double.layers().len() as u64);
        assert!((layers..=2 * layers + 8).contains(&moves), "{game}: {moves} {layers}");
        let mut some_differ = false;
        for (found, expected) in values(&single).into_iter().zip(values(&double)) {
            some_differ |= found != expected;
            let close = (found - expected).abs() <= bound * expected.abs() + 1e-40;
            assert!(close || found == expected, "{game}: {found} {expected}");
        }
        assert!(some_differ, "{game}");
        let (found, expected) = (single.start_return(), double.start_return());
        assert!((found - expected).abs() <= bound * expected.abs() || found == expected);
        // One thread gives the same values as two.
        assert_eq!(values(&solve(&game, Precision::Single, 1)), values(&single));
    }
}

#[test]
fn files_in_single_precision_are_smaller_and_sound() {
    for game in games() {
        let solution = solve(&game, Precision::Single, 1);
        let bytes = solution_bytes(&solution);
        let double = solution_bytes(&solve(&game, Precision::Double, 1));
        // The varints of checksums in the header differ in length.
        let saved = (double.len() - bytes.len()) as u64;
        assert!(saved.abs_diff(4 * solution.states()) <= 2 * solution.layers().len() as u64);
        let mut reader = SolutionReader::open(Cursor::new(&bytes)).unwrap();
        assert_eq!(reader.totals().precision, Precision::Single);
        let back = reader.read_all().unwrap();
        assert_eq!(values(&back), values(&solution));
        assert_eq!(back.precision(), Precision::Single);
        let verified = Verifier::new().verify(&mut reader).unwrap();
        assert!(verified.is_sound(), "{game}: {:?}", verified.faults);
        // The tolerance stays so small that a change beyond rounding is found.
        assert!(verified.tolerance < 1e-7);
    }
}

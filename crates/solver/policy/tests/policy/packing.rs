//! Games that are solved by the plain solver and packed, for all tests.

use mdp2048_model::{PlainSolution, Values as _};
use mdp2048_policy::{PackError, PackOptions, ValuesHeld, pack};
use mdp2048_test_support::reach;

/// The solution of reaching a target on a board such as `2x3`.
pub(crate) fn solve(board: &str, target: u32) -> PlainSolution {
    PlainSolution::solve(&reach(board, target))
}

/// Packs a solution with these options.
pub(crate) fn pack_solution(
    solution: &PlainSolution,
    options: &PackOptions,
) -> Result<Vec<u8>, PackError> {
    pack(solution.valued_game(), options, |states| {
        states.iter().map(|&state| solution.action_values(state)).collect()
    })
}

/// The states of at least this occupancy, packed.
pub(crate) fn packed_above(solution: &PlainSolution, held: ValuesHeld, threshold: f64) -> Vec<u8> {
    let options = PackOptions::new(solution.start_return()).values(held).threshold(threshold, 0.0);
    pack_solution(solution, &options).unwrap()
}

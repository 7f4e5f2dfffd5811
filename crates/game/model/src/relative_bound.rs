//! How far a computed value may be from the exact one.
//!
//! Values are computed in double precision, and the exact game has the decimals that are shown: a 4
//! with probability 1/10, which no double is equal to. A value is a sum over the courses of a game.
//! All terms have one sign, so nothing cancels: a bound of the relative error that each course
//! collects is one of the sum. By `u` = 2^-53, half the distance of 1 to the next number, a course
//! collects for each move:
//!
//! - `u` / (1 - p) at most from the probabilities of the tiles, where p is that of a 4: the double
//!   next to p is off by `u` p, and the difference from 1 by as much and by one rounding;
//! - `u` for each of 2 n - 1 additions, as the value of an afterstate with n empty cells is the sum
//!   of 2 n terms;
//! - `u` for each of five other operations: the product of value and probability, the quotient by
//!   n, the product with the discount, the rounding of the discount itself, and the reward.
//!
//! This is a proof for backward induction, as a maximum does not increase the relative error. A
//! forward pass over a policy's games makes as many additions as a state has predecessors. Their
//! mean number over the states is at most that of the successors, 2 n, so the bound is an estimate
//! there, which real errors, as they have both signs, stay far below.

use crate::game::Game;
use crate::probability::Probability;

/// Half the distance of 1 to the next number.
const UNIT: f64 = f64::EPSILON / 2.0;

/// A bound of the relative error of an expected value after at most `moves` moves, with at most
/// `cells` cells for each random tile, in double precision.
pub fn relative_bound(spawn_four: Probability, cells: usize, moves: u64) -> f64 {
    let four = spawn_four.get();
    let of_tiles = if four == 0.0 || four == 1.0 { 0.0 } else { UNIT / (1.0 - four) };
    let roundings = (2 * cells + 4) as f64;
    // (1 + u)^n - 1 is at most e^(n u) - 1.
    (moves as f64 * (of_tiles + roundings * UNIT)).exp_m1()
}

impl Game {
    /// A bound of the relative error of the values of this game and of their mean over the start
    /// states, computed in double precision. `held` is one of the error that is added where values
    /// are held with fewer digits; 0 for double precision.
    ///
    /// ```
    /// use mdp2048_model::Game;
    ///
    /// let game = Game::builder().board(3, 3).target(512).build()?;
    /// let bound = game.relative_bound(0.0);
    /// assert!(bound > 1e-13 && bound < 2e-12);
    /// # Ok::<(), mdp2048_model::GameError>(())
    /// ```
    pub fn relative_bound(&self, held: f64) -> f64 {
        let cells = self.shape().free_cells();
        // Two random tiles make 4 n (n - 1) start boards, whose terms are added up.
        let of_starts = (4 * cells * cells) as f64 * UNIT;
        let four = self.spawn_four();
        let computed = relative_bound(four, cells - 1, self.most_moves()) + of_starts;
        computed + held + computed * held
    }

    /// A bound of the number of moves of a game: half the largest tile sum of a state, as every
    /// move adds a 2 or a 4.
    ///
    /// When the last of the k largest tiles of a board was made, the others filled k - 1 cells at
    /// least. So it is no larger than the largest tile that the other cells allow.
    pub fn most_moves(&self) -> u64 {
        let below_target = self.radix() - 1;
        let largest = self.largest_exponent();
        let cells = self.shape().free_cells() as u32;
        let exponents = (0..cells).map(|before| (largest - before).min(below_target.into()));
        exponents.map(|exponent| (1_u64 << exponent) / 2).sum()
    }
}

#[cfg(all(test, feature = "exact"))]
mod tests {
    use super::*;
    use crate::{ExactGame, ExactSolution, Objective, PlainSolution, Values as _, nearest};

    #[test]
    fn errors_of_start_values_are_within_the_bound() {
        let mut largest = 0.0_f64;
        for shape in ["2x2", "2x3"].map(|shape| shape.parse().unwrap()) {
            for four in [0.0, 1e-6, 0.1, 0.3, 0.7, 0.999999, 1.0] {
                for (target, discount) in [(16, 1.0), (16, 0.9), (32, 0.99)] {
                    let Ok(game) = Game::new(shape, Objective::Win, Some(target), discount, four)
                    else {
                        continue;
                    };
                    let exact = ExactSolution::solve(&ExactGame::of(&game).unwrap()).start_value();
                    let solution = PlainSolution::solve(&game);
                    let (value, exact) = (solution.start_value().get(), nearest(&exact));
                    let error = if exact == 0.0 { value } else { (value - exact).abs() / exact };
                    // `nearest` rounds once more.
                    let bound = game.relative_bound(0.0) + UNIT;
                    assert!(error <= bound, "{game}: {error:e} > {bound:e}");
                    largest = largest.max(error / bound);
                }
            }
        }
        // The bound is not far too large.
        assert!(largest > 1e-3, "{largest}");
    }
}

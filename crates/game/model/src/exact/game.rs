//! The parameters of an exact game.

use std::collections::BTreeMap;

use mdp2048_rules::{Afterstate, Board, CanonicalState, Shape};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;

use super::error::{ExactError, MOST_EXACT_CELLS};
use super::fraction::Fraction;
use crate::process::start_weights;
use crate::{Game, Objective};

/// A win game with fractions as discount and spawn probability, on a board of at most
/// [`MOST_EXACT_CELLS`] cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExactGame {
    // The game whose states and actions are those of this one: the same game with an arbitrary
    // spawn probability in place of one strictly between 0 and 1, which leads to the same states.
    pub(super) rules: Game,
    // Above 0 and at most 1.
    pub(super) discount: Fraction,
    // At most 1.
    pub(super) spawn_four: Fraction,
}

impl ExactGame {
    /// The game of reaching a target face, with a discount in (0, 1] and a probability in [0, 1]
    /// that a random tile is a 4.
    ///
    /// # Errors
    /// [`ExactError`] names the parameter that is out of range, and the range.
    pub fn new(
        shape: Shape,
        target: u32,
        discount: Fraction,
        spawn_four: Fraction,
    ) -> Result<Self, ExactError> {
        if shape.free_cells() > MOST_EXACT_CELLS {
            return Err(ExactError::Cells(shape));
        }
        if discount.is_zero() || !discount.is_at_most_one() {
            return Err(ExactError::Discount(discount));
        }
        let probability = match spawn_four {
            _ if spawn_four.is_zero() => 0.0,
            _ if spawn_four == Fraction::ONE => 1.0,
            _ if spawn_four.is_at_most_one() => 0.5,
            _ => return Err(ExactError::SpawnFour(spawn_four)),
        };
        let rules = Game::new(shape, Objective::Win, Some(target), 1.0, probability)?;
        Ok(Self { rules, discount, spawn_four })
    }

    /// The exact game of a game: each number becomes its shortest decimal, 1/10 for 0.1.
    ///
    /// # Errors
    /// [`ExactError`] if the objective is not the win objective, the board is too large, or a
    /// number has more than 38 decimals.
    pub fn of(game: &Game) -> Result<Self, ExactError> {
        let target = game.target().filter(|_| game.objective().counts_wins());
        let target = target.ok_or(ExactError::Objective(game.objective()))?.face();
        let discount = Fraction::shortest(game.discount().get())?;
        let spawn_four = Fraction::shortest(game.spawn_four().get())?;
        let mut exact = Self::new(game.shape(), target, discount, spawn_four)?;
        exact.rules = exact.rules.starting_from(&game.given_starts().collect::<Vec<_>>())?;
        Ok(exact)
    }

    /// The boards after a random tile is placed on an afterstate, with integer weights: their
    /// probabilities times the number of empty cells and the denominator of the probability of a 4.
    pub(super) fn spawns(&self, after: Afterstate) -> impl Iterator<Item = (Board, u128)> {
        self.spawn_four.spawn_weights().spawns(after)
    }

    /// The states a game starts from and their probabilities.
    pub(super) fn starts(&self) -> BTreeMap<CanonicalState, BigRational> {
        // The product of two weights may exceed a u128.
        let spawns = |after| {
            let spawns = self.spawns(after);
            spawns.map(|(board, weight)| (board, BigUint::from(weight)))
        };
        let starts = start_weights(&self.rules, spawns);
        let scale = BigInt::from(starts.iter().map(|(_, weight)| weight).sum::<BigUint>());
        starts
            .into_iter()
            .map(|(state, weight)| (state, BigRational::new(weight.into(), scale.clone())))
            .collect()
    }
}

//! The solution of an exact game.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use mdp2048_rules::{Action, CanonicalState, Exponent, Shape, TileSum};
use num_bigint::BigUint;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{ToPrimitive as _, Zero as _};

use super::game::ExactGame;
use crate::process::ReachableLayers;

/// Every reachable state of a game and its exact value, computed by backward induction over the
/// layers.
///
/// All values of a layer have the same denominator, a power of one number (the unit) that has one
/// factor more in each lower layer. The solver therefore adds and compares integers and never
/// reduces a fraction.
#[derive(Clone, Debug)]
pub struct ExactSolution {
    game: ExactGame,
    layers: BTreeMap<TileSum, BTreeSet<CanonicalState>>,
    // A common multiple of the denominators of all transitions: the product of the denominator of
    // the probability of a 4, that of the discount, and a multiple of every number of empty cells.
    unit: BigUint,
    // Half the tile sum of the layer above the last one.
    end: u32,
    // The numerators of the values, over the denominator of the state's layer.
    numerators: HashMap<CanonicalState, BigUint>,
}

impl ExactSolution {
    /// Finds every reachable state and computes its value.
    pub fn solve(game: &ExactGame) -> Self {
        let to_state = |board| CanonicalState::of(board).0;
        let layers: BTreeMap<_, _> = ReachableLayers::new(&game.rules, to_state).collect();
        let unit = BigUint::from(game.spawn_four.denominator())
            * game.discount.denominator()
            * multiple_of_empty_cells(game.rules.shape());
        let end = layers.last_key_value().map_or(0, |(sum, _)| sum.get() / 2 + 1);
        let mut solution = Self { game: *game, layers, unit, end, numerators: HashMap::new() };
        let layers = std::mem::take(&mut solution.layers);
        for states in layers.values().rev() {
            for &state in states {
                let best = solution.numerators_of_actions(state).into_iter().flatten().max();
                solution.numerators.insert(state, best.unwrap_or_default());
            }
        }
        solution.layers = layers;
        solution
    }

    /// The reachable states by tile sum.
    pub const fn layers(&self) -> &BTreeMap<TileSum, BTreeSet<CanonicalState>> {
        &self.layers
    }

    /// V of a state, or `None` if it is not a reachable state of the game.
    pub fn value(&self, state: CanonicalState) -> Option<BigRational> {
        Some(self.fraction(state, self.numerators.get(&state)?.clone()))
    }

    /// Q of each action of a state in the canonical frame by [`Action::index`], `None` where it is
    /// not allowed; `None` if it is not a reachable state of the game.
    pub fn action_values(&self, state: CanonicalState) -> Option<[Option<BigRational>; 4]> {
        self.numerators.get(&state)?;
        let numerators = self.numerators_of_actions(state);
        Some(numerators.map(|numerator| Some(self.fraction(state, numerator?))))
    }

    /// The mean value over the states a game starts from.
    pub fn start_value(&self) -> BigRational {
        let starts = self.game.starts().into_iter();
        starts.filter_map(|(state, probability)| Some(probability * self.value(state)?)).sum()
    }

    /// The numerator of Q of each action of a state, over the denominator of the state's layer.
    fn numerators_of_actions(&self, state: CanonicalState) -> [Option<BigUint>; 4] {
        let discount = self.game.discount;
        let multiple = multiple_of_empty_cells(self.game.rules.shape());
        Action::ALL.map(|action| {
            let moved = self.game.rules.act(state.board(), action)?;
            if moved.wins {
                let whole = self.unit.pow(self.power(state));
                return Some(whole / discount.denominator() * discount.numerator());
            }
            let sum = state.board().tile_sum().get();
            let mut total = BigUint::zero();
            for (board, weight) in self.game.spawns(moved.after) {
                // A board that is not a state is lost and has the value 0.
                if let Some(numerator) = self.numerators.get(&CanonicalState::of(board).0) {
                    // A 4 leads one layer higher than a 2, where the denominator has one factor
                    // less.
                    let is_four = board.tile_sum().get() - sum == Exponent::FOUR.face();
                    let scaled = if is_four { numerator * &self.unit } else { numerator.clone() };
                    total += scaled * weight;
                }
            }
            let cells = moved.after.board().empty_cells().count() as u128;
            Some(total * (multiple / cells) * discount.numerator())
        })
    }

    /// The denominator of a state's layer is the unit to this power.
    fn power(&self, state: CanonicalState) -> u32 {
        self.end - state.board().tile_sum().get() / 2
    }

    fn fraction(&self, state: CanonicalState, numerator: BigUint) -> BigRational {
        let denominator = self.unit.pow(self.power(state));
        BigRational::new(numerator.into(), denominator.into())
    }
}

/// The floating-point number nearest to a fraction.
pub fn nearest(fraction: &BigRational) -> f64 {
    // A fraction above the largest f64 becomes infinite, so `to_f64` always returns a number.
    fraction.to_f64().unwrap_or(f64::NAN)
}

/// The least common multiple of all numbers of empty cells of a board.
fn multiple_of_empty_cells(shape: Shape) -> u128 {
    (1..=shape.free_cells() as u128).fold(1, |multiple, cells| multiple.lcm(&cells))
}

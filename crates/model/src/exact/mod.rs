//! The exact solver: the win game of a small board in fractions.

mod fraction;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use mdp2048_rules::{Action, Afterstate, Board, CanonicalState, Exponent, Shape, TileSum};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer as _;
use num_traits::{ToPrimitive as _, Zero as _};
use thiserror::Error;

use crate::plain::reachable;
use crate::{Game, GameError, Objective};

pub use fraction::Fraction;
pub use num_rational::BigRational;

/// The most cells of a board that is solved in fractions.
pub const MOST_EXACT_CELLS: usize = 6;

/// Why a game cannot be solved in fractions.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ExactError {
    /// The text is not a fraction.
    #[error("'{0}' is not a fraction from 0 up: write 1/10 or 0.1, with at most 38 digits")]
    Fraction(String),
    /// The board is too large.
    #[error("exact fractions are for boards of at most {MOST_EXACT_CELLS} cells, not for {0}")]
    Cells(Shape),
    /// The objective is another.
    #[error("exact fractions are for the win objective, not for {0}")]
    Objective(Objective),
    /// The discount is out of range.
    #[error("discount {0} is out of range: it must be above 0 and at most 1")]
    Discount(Fraction),
    /// The probability of a 4 is out of range.
    #[error("spawn probability {0} of a 4 is out of range: it must be from 0 to 1")]
    SpawnFour(Fraction),
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] GameError),
}

/// A win game whose chances are fractions, on a board of at most [`MOST_EXACT_CELLS`] cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExactGame {
    // Asked for the rules only: its chances are exact where they are 0 or 1.
    rules: Game,
    // Above 0 and at most 1.
    discount: Fraction,
    // At most 1.
    spawn_four: Fraction,
}

impl ExactGame {
    /// The game of reaching a target face, with a discount in (0, 1] and a probability in [0, 1]
    /// that a random tile is a 4.
    ///
    /// # Errors
    /// [`ExactError`] says which parameter is out of range, and what the range is.
    pub fn new(
        shape: Shape,
        target: u32,
        discount: Fraction,
        spawn_four: Fraction,
    ) -> Result<Self, ExactError> {
        if shape.cells() > MOST_EXACT_CELLS {
            return Err(ExactError::Cells(shape));
        }
        if discount.is_zero() || !discount.is_at_most_one() {
            return Err(ExactError::Discount(discount));
        }
        let chance = match spawn_four {
            _ if spawn_four.is_zero() => 0.0,
            _ if spawn_four == Fraction::ONE => 1.0,
            _ if spawn_four.is_at_most_one() => 0.5,
            _ => return Err(ExactError::SpawnFour(spawn_four)),
        };
        let rules = Game::new(shape, Objective::Win, Some(target), 1.0, chance)?;
        Ok(Self { rules, discount, spawn_four })
    }

    /// A game whose chances are the shortest decimals that stand for those of `game`: 1/10 for 0.1.
    ///
    /// # Errors
    /// [`ExactError`] if it is of another objective, too large a board, or has a chance of more
    /// than 38 decimals.
    pub fn of(game: &Game) -> Result<Self, ExactError> {
        let target = match (game.objective(), game.target()) {
            (Objective::Win, Some(target)) => target.face(),
            (objective, _) => return Err(ExactError::Objective(objective)),
        };
        let discount = Fraction::shortest(game.discount().get())?;
        let spawn_four = Fraction::shortest(game.spawn_four().get())?;
        Self::new(game.shape(), target, discount, spawn_four)
    }

    /// The boards that the random tile makes of an afterstate, with weights that are to be divided
    /// by the number of empty cells and by the denominator of the probability of a 4.
    fn spawns(&self, after: Afterstate) -> impl Iterator<Item = (Board, u128)> {
        let tiles = [
            (Exponent::TWO, self.spawn_four.rest()),
            (Exponent::FOUR, self.spawn_four.numerator()),
        ];
        after.board().empty_cells().flat_map(move |cell| {
            tiles
                .into_iter()
                .filter(|&(_, weight)| weight > 0)
                .filter_map(move |(tile, weight)| Some((after.place(cell, tile)?, weight)))
        })
    }

    /// The states a game starts from and their probabilities.
    fn starts(&self) -> BTreeMap<CanonicalState, BigRational> {
        let cells = self.rules.shape().cells() as u128;
        let scale = BigInt::from(self.spawn_four.denominator()).pow(2) * (cells * (cells - 1));
        let mut starts = BTreeMap::new();
        let empty = Afterstate::new(Board::empty(self.rules.shape()));
        for (first, weight) in self.spawns(empty) {
            for (second, other) in self.spawns(Afterstate::new(first)) {
                let chance = BigRational::new(BigInt::from(weight) * other, scale.clone());
                *starts.entry(CanonicalState::of(second).0).or_insert_with(BigRational::zero) +=
                    chance;
            }
        }
        starts
    }
}

/// Every reachable state of a game and its exact value, by backward induction over the layers.
///
/// The values of a layer are kept over one denominator, a power of one number that
/// grows by one factor a layer: so there are no fractions to reduce on the way, only whole numbers
/// to add and to compare.
#[derive(Clone, Debug)]
pub struct ExactSolution {
    game: ExactGame,
    layers: BTreeMap<TileSum, BTreeSet<CanonicalState>>,
    // What every denominator of a transition divides: that of the probability of a 4, every
    // number of empty cells, and that of the discount.
    unit: BigUint,
    // Half the tile sum of the layer after the last.
    end: u32,
    // Above the denominator of the state's layer.
    numerators: HashMap<CanonicalState, BigUint>,
}

impl ExactSolution {
    /// Finds and values every reachable state.
    pub fn solve(game: &ExactGame) -> Self {
        let layers = reachable(&game.rules);
        let unit = BigUint::from(game.spawn_four.denominator())
            * game.discount.denominator()
            * empty_cells(game.rules.shape());
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
        starts.filter_map(|(state, chance)| Some(chance * self.value(state)?)).sum()
    }

    /// Q of each action of a state, above the denominator of the state's layer.
    fn numerators_of_actions(&self, state: CanonicalState) -> [Option<BigUint>; 4] {
        let discount = self.game.discount;
        let multiple = empty_cells(self.game.rules.shape());
        Action::ALL.map(|action| {
            let acted = self.game.rules.act(state.board(), action)?;
            if acted.wins {
                let whole = self.unit.pow(self.power(state));
                return Some(whole / discount.denominator() * discount.numerator());
            }
            let sum = state.board().tile_sum().get();
            let mut total = BigUint::zero();
            for (board, weight) in self.game.spawns(acted.after) {
                // Boards that are no state are lost, and worth nothing.
                if let Some(numerator) = self.numerators.get(&CanonicalState::of(board).0) {
                    // A 4 leads one layer farther, where the denominator has a factor less.
                    let is_four = board.tile_sum().get() - sum == Exponent::FOUR.face();
                    let scaled = if is_four { numerator * &self.unit } else { numerator.clone() };
                    total += scaled * weight;
                }
            }
            let cells = acted.after.board().empty_cells().count() as u128;
            Some(total * (multiple / cells) * discount.numerator())
        })
    }

    /// How many factors of the unit make the denominator of a state's layer.
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
    // A fraction beyond the largest number is infinite; there is no other that has none.
    fraction.to_f64().unwrap_or(f64::NAN)
}

/// The least number that every number of empty cells divides.
fn empty_cells(shape: Shape) -> u128 {
    (1..=shape.cells() as u128).fold(1, |multiple, cells| multiple.lcm(&cells))
}

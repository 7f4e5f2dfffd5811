//! A policy as the text format holds it: actions, and values in whole percent.

use std::sync::{Arc, OnceLock};

use mdp2048_model::{Advice, Game, Policy};
use mdp2048_rules::{Board, CanonicalState, Exponent};

use super::error::TextError;
use super::leave::TextWalk;
use crate::file::{PackedPolicy, ValuesHeld};
use crate::table::PolicyTable;

/// The largest difference between a value and the whole percent that a text holds.
pub const TEXT_VALUE_ERROR: f64 = 0.005;

/// A policy of the win objective as the text format holds it.
///
/// Two are equal if their games, states, actions and values are equal.
#[derive(Clone, Debug)]
pub struct TextPolicy {
    pub(super) game: Game,
    /// Its values are multiples of 0.01.
    pub(super) table: PolicyTable,
    pub(super) values: ValuesHeld,
    /// The probability that a game ever reaches a state without an entry, once it is computed.
    pub(super) leave_probability: OnceLock<f64>,
}

impl TextPolicy {
    /// Checks that the text format can hold policies of a game.
    ///
    /// # Errors
    /// [`TextError::Game`] unless the objective is to win, from two random tiles on a board without
    /// locked cells.
    pub fn check_game(game: &Game) -> Result<(), TextError> {
        let is_usual = !game.shape().has_locked() && game.given_starts().len() == 0;
        if game.objective().counts_wins() && is_usual {
            Ok(())
        } else {
            Err(TextError::Game { game: Box::new(*game) })
        }
    }

    /// The actions of a packed policy.
    ///
    /// # Errors
    /// [`TextError::Game`] if the objective is not to win, because values of other objectives
    /// are not percentages; [`TextError::Unfinished`] if some actions are not decoded yet.
    pub fn of(policy: &PackedPolicy) -> Result<Self, TextError> {
        let game = *policy.game();
        Self::check_game(&game)?;
        if !policy.has_all_actions() {
            return Err(TextError::Unfinished);
        }
        let mut table = policy.table.clone();
        for layer in &mut table.layers {
            let layer = Arc::make_mut(layer);
            layer.values.clear();
            layer.regrets.clear();
        }
        Ok(Self { game, table, values: ValuesHeld::None, leave_probability: OnceLock::new() })
    }

    /// The same policy with the values of its states, 0 to 1, rounded to whole percent.
    ///
    /// # Errors
    /// [`TextError::Value`] if a state has no such value.
    pub fn with_values(
        mut self,
        mut value: impl FnMut(CanonicalState) -> Option<f64>,
    ) -> Result<Self, TextError> {
        let shape = self.game.shape();
        for layer in &mut self.table.layers {
            let layer = Arc::make_mut(layer);
            layer.values.clear();
            for board in layer.keys.iter().filter_map(|&key| Board::from_key(shape, key)) {
                let (state, _) = CanonicalState::of(board);
                // A sum of rounded probabilities may be slightly above 1.
                let held = value(state).filter(|value| (0.0..=1.0 + 1e-9).contains(value));
                let held = held.ok_or(TextError::Value { state })?;
                layer.values.push(f64::from(percent(held)) / 100.0);
            }
        }
        self.values = ValuesHeld::State;
        Ok(self)
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The number of states.
    pub fn states(&self) -> u64 {
        self.table.states()
    }

    /// The values it holds: none or one per state.
    pub const fn values(&self) -> ValuesHeld {
        self.values
    }

    /// The largest error of a value, [`TEXT_VALUE_ERROR`]; `None` if no values are held.
    pub fn value_error(&self) -> Option<f64> {
        (self.values != ValuesHeld::None).then_some(TEXT_VALUE_ERROR)
    }

    /// The probability that a game under the policy ever reaches a state without an entry, 0 to 1.
    ///
    /// Reading a text computes it by a forward pass through all states that the policy reaches.
    pub fn leave_probability(&self) -> f64 {
        let walk = || TextWalk::new(&self.game, &self.table).leave_probability;
        *self.leave_probability.get_or_init(walk)
    }

    /// The leave probability if it is computed already, as it is for a policy that was read.
    pub fn known_leave_probability(&self) -> Option<f64> {
        self.leave_probability.get().copied()
    }

    /// The boards of the states, ascending by tile sum, then by key.
    pub fn boards(&self) -> impl Iterator<Item = Board> {
        let shape = self.game.shape();
        let keys = self.table.layers.iter().flat_map(|layer| &layer.keys);
        // Every key is that of a board of this shape.
        keys.filter_map(move |&key| Board::from_key(shape, key))
    }
}

impl PartialEq for TextPolicy {
    fn eq(&self, other: &Self) -> bool {
        self.game == other.game && self.table == other.table
    }
}

impl Policy for TextPolicy {
    fn advise(&self, board: Board) -> Option<Advice> {
        if board.shape() != self.game.shape() {
            return None;
        }
        self.table.advise(&self.game.into(), board)
    }
}

/// More than the relative rounding error of a value.
const VALUE_ROUNDING: f64 = 1e-12;

/// A value from 0 to 1 in whole percent, 0 to 100, halves up. The value of a half may be slightly
/// below it by rounding.
pub(super) fn percent(value: f64) -> u8 {
    (value * 100.0 * (1.0 + VALUE_ROUNDING)).round().clamp(0.0, 100.0) as u8
}

/// The number whose digits in base `radix` are the cells of a board row-major. All exponents are
/// below `radix`.
pub(super) fn number(radix: u8, board: Board) -> u64 {
    board.tiles().fold(0, |number, tile| number * u64::from(radix) + u64::from(tile.get()))
}

/// The board whose cells are the digits of a number in base `radix`, 2 to 16; `None` if the number
/// has more digits than the board has cells.
pub(super) fn board(game: &Game, mut number: u64) -> Option<Board> {
    let (radix, shape) = (u64::from(game.radix()), game.shape());
    let mut board = Board::empty(shape);
    for cell in (0..shape.cells()).rev() {
        let tile = Exponent::new((number % radix) as u8)?;
        board = board.with(cell, tile);
        number /= radix;
    }
    (number == 0).then_some(board)
}

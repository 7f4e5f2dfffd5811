//! The values of a solution that is somewhere else, as far as they have been asked for.

use std::collections::HashMap;
use std::rc::Rc;

use mdp2048_display::GameValue;
use mdp2048_model::{ActionValues, Game, Status, Value, ValuedGame, Values};
use mdp2048_rules::{Board, CanonicalState};

/// Some of the values of a solution.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownValues {
    valued_game: ValuedGame,
    start_return: f64,
    // None if no game reaches the state, or if the policy file leaves it out.
    states: Rc<HashMap<CanonicalState, Option<ActionValues>>>,
    // The error of the values of a policy file.
    file_error: Option<f64>,
}

impl KnownValues {
    /// No values yet, of a solution with this [`Values::start_return`].
    pub fn new(valued_game: ValuedGame, start_return: f64) -> Self {
        Self { valued_game, start_return, states: Rc::default(), file_error: None }
    }

    /// No values yet, of a policy file that may leave boards out; its values have this error.
    pub fn of_file(valued_game: ValuedGame, start_return: f64, error: f64) -> Self {
        Self { file_error: Some(error), ..Self::new(valued_game, start_return) }
    }

    /// The largest error of a value, if the values are those of a policy file.
    pub const fn file_error(&self) -> Option<f64> {
        self.file_error
    }

    /// Adds the expected returns of the actions of a board, in its own frame; NaN where an action
    /// is not allowed, and four times NaN if no game reaches the board or the policy file leaves it
    /// out.
    pub fn insert(&mut self, board: Board, values: [f64; 4]) {
        let (state, symmetry) = CanonicalState::of(board);
        let values = values.map(|value| (!value.is_nan()).then_some(value));
        let canonical = self.valued_game.action_values(values).before(symmetry.inverse());
        let states = Rc::make_mut(&mut self.states);
        states.insert(state, canonical.value().map(|_| canonical));
    }

    /// Adds the expected returns of the actions of boards, each in its own frame.
    pub(crate) fn insert_all(&mut self, values: Vec<(Board, [f64; 4])>) {
        values.into_iter().for_each(|(board, it)| self.insert(board, it));
    }

    /// Whether the values of a board have been asked for, or need not be: a board on which the
    /// game is over has none.
    pub fn knows(&self, board: Board) -> bool {
        self.valued_game.game().status(board) != Status::Playing
            || self.states.contains_key(&CanonicalState::of(board).0)
    }

    /// Whether no game reaches a board; false if that is not known.
    pub fn is_unreachable(&self, board: Board) -> bool {
        self.file_error.is_none() && self.has_none(board)
    }

    /// Whether the policy file leaves a board out; false if that is not known.
    pub fn is_left_out(&self, board: Board) -> bool {
        self.file_error.is_some() && self.has_none(board)
    }

    /// Whether a board has been asked for in vain.
    fn has_none(&self, board: Board) -> bool {
        self.states.get(&CanonicalState::of(board).0).is_some_and(Option::is_none)
    }

    /// V of a board that is not won, lost boards included; `None` if it is not known.
    pub fn value_of(&self, board: Board) -> Option<Value> {
        match self.valued_game.game().status(board) {
            Status::Lost => Some(self.valued_game.value(self.rewards().lost)),
            _ => self.value_at(board),
        }
    }
}

impl Values for KnownValues {
    fn valued_game(&self) -> &ValuedGame {
        &self.valued_game
    }

    fn expected_return(&self, state: CanonicalState) -> Option<f64> {
        self.action_values(state)?.value().map(Value::expected_return)
    }

    fn action_values(&self, state: CanonicalState) -> Option<ActionValues> {
        *self.states.get(&state)?
    }

    fn start_return(&self) -> f64 {
        self.start_return
    }
}

/// The value of a board, if it is known: from `known` while the game goes on, else by the rules.
pub(crate) fn game_value(
    game: &Game,
    known: Option<&KnownValues>,
    board: Board,
) -> Option<GameValue> {
    match game.status(board) {
        Status::Playing => GameValue::within(known?.value_of(board)?, 0.0),
        status => GameValue::at_end(game, status == Status::Won),
    }
}

//! What answers about the boards of a solved game: solutions, work folders, packed policies and
//! text policies, by one trait.
//!
//! ```
//! use mdp2048::answers::{Accuracy, Answers};
//! use mdp2048::{Game, Packer, Solver};
//!
//! let game = Game::builder().board(2, 2).target(16).build()?;
//! let solution = Solver::new(&game).solve()?;
//! let policy = Packer::new(&solution).pack()?;
//! let all: [&dyn Answers; 2] = [&solution, &policy];
//! let boards = ["0 2/8 4".parse()?, "0 0/2 2".parse()?];
//! assert_eq!(all[0].actions_of(&boards)?, all[1].actions_of(&boards)?);
//! assert!(matches!(all[0].accuracy(), Accuracy::Relative(0.0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::{Mutex, MutexGuard, PoisonError};

use mdp2048_model::{ActionValues, Advice, Policy, Value, ValuedGame, Values};
use mdp2048_policy::{Accuracy as PackedAccuracy, PackedPolicy, TextPolicy};
use mdp2048_rules::{Action, Board, CanonicalState};
use mdp2048_solve::{
    FolderValues, Solution, SolutionTotals, SolutionWindow, SolveError, SolvedFolder, WorkError,
};
use thiserror::Error;

/// The most boards to which games are followed for the values of a work folder.
pub const MOST_BOARDS: usize = 1 << 20;

/// How exact the values are that something answers with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Accuracy {
    /// The error of a value is at most this, relative to it and beyond the rounding of double
    /// precision. `Game::relative_bound` adds a bound of that.
    Relative(f64),
    /// The bounds that a packed policy states.
    Packed(PackedAccuracy),
    /// A text policy holds whole percent, or no values; this is their error.
    WholePercent(f64),
}

impl Accuracy {
    /// The bound relative to a value; `None` if the bounds are absolute.
    pub const fn relative(self) -> Option<f64> {
        match self {
            Self::Relative(bound) => Some(bound),
            Self::Packed(_) | Self::WholePercent(_) => None,
        }
    }
}

/// Why a board on which an action is allowed has no answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Missing {
    /// No game reaches it.
    Unreachable,
    /// It is not among the states of a packed policy: those with at least this occupancy.
    NotKept {
        /// The threshold; 0 for all states.
        threshold: f64,
    },
    /// A text policy has no entry for it.
    NoEntry,
    /// A file of the work folder cannot be read.
    Failed(SolveError),
}

/// Why nothing is answered.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// The values of a work folder are computed, and too many boards follow these.
    #[error("the folder holds actions, and too many boards follow these for their values")]
    TooManyBoards,
    /// A file of the work folder cannot be read, or contradicts others.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// Answers about the boards of a solved game, each in the frame of its board.
///
/// As a [`Policy`] it advises on one board, and may leave values out that take long to compute:
/// [`advise_all`](Self::advise_all) has all that is known.
pub trait Answers: Policy + Send + Sync {
    /// The game, and what expected returns are.
    fn valued_game(&self) -> ValuedGame;

    /// The value of the game under optimal play; `None` if it is not held.
    fn start_value(&self) -> Option<Value>;

    /// The probability that a game comes to a board without an answer.
    fn leave_probability(&self) -> f64 {
        0.0
    }

    /// How exact the values are.
    fn accuracy(&self) -> Accuracy;

    /// Why a board on which an action is allowed has no answer.
    fn missing(&self, board: Board) -> Missing;

    /// All that is known of each board; `None` where there is no answer.
    ///
    /// # Errors
    /// [`AnswerError::Solve`] if a work folder cannot be read.
    fn advise_all(&self, boards: &[Board]) -> Result<Vec<Option<Advice>>, AnswerError> {
        Ok(boards.iter().map(|&board| self.advise(board)).collect())
    }

    /// The action of the policy on each board.
    ///
    /// # Errors
    /// As [`advise_all`](Self::advise_all).
    fn actions_of(&self, boards: &[Board]) -> Result<Vec<Option<Action>>, AnswerError> {
        let action = |&board: &Board| self.advise(board).map(|advice| advice.action);
        Ok(boards.iter().map(action).collect())
    }

    /// The expected return of each board; NaN where it is not known.
    ///
    /// # Errors
    /// [`AnswerError`] if a work folder cannot be read, or too many boards follow these.
    fn expected_returns_of(&self, boards: &[Board]) -> Result<Vec<f64>, AnswerError> {
        let value = |advice: Option<Advice>| advice.and_then(|advice| advice.value);
        let values = self.advise_all(boards)?.into_iter().map(value);
        Ok(values.map(|value| value.map_or(f64::NAN, Value::expected_return)).collect())
    }

    /// The expected return of each action of each board; NaN where it is not known or not allowed.
    ///
    /// # Errors
    /// As [`advise_all`](Self::advise_all).
    fn action_returns_of(&self, boards: &[Board]) -> Result<Vec<[f64; 4]>, AnswerError> {
        let values = |advice: Option<Advice>| {
            let values = advice.and_then(|advice| advice.action_values);
            let returns = values.map_or([None; 4], |values| values.expected_returns());
            returns.map(|value| value.unwrap_or(f64::NAN))
        };
        Ok(self.advise_all(boards)?.into_iter().map(values).collect())
    }
}

impl Answers for Solution {
    fn valued_game(&self) -> ValuedGame {
        *Values::valued_game(self)
    }

    fn start_value(&self) -> Option<Value> {
        Some(Values::start_value(self))
    }

    fn accuracy(&self) -> Accuracy {
        Accuracy::Relative(self.value_error())
    }

    fn missing(&self, _: Board) -> Missing {
        Missing::Unreachable
    }

    fn advise_all(&self, boards: &[Board]) -> Result<Vec<Option<Advice>>, AnswerError> {
        let advice = |(&board, values): (&Board, Option<ActionValues>)| {
            let (values, symmetry) = (values?, CanonicalState::of(board).1.inverse());
            let action = symmetry.action(values.before(symmetry).choice()?);
            Some(Advice { action, value: values.value(), action_values: Some(values) })
        };
        Ok(boards.iter().zip(self.action_values_of(boards)).map(advice).collect())
    }

    fn actions_of(&self, boards: &[Board]) -> Result<Vec<Option<Action>>, AnswerError> {
        let mut actions = vec![None; boards.len()];
        self.best_actions_of(boards, &mut actions);
        Ok(actions)
    }

    fn expected_returns_of(&self, boards: &[Board]) -> Result<Vec<f64>, AnswerError> {
        let mut values = vec![0.0; boards.len()];
        Self::expected_returns_of(self, boards, &mut values);
        Ok(values)
    }

    fn action_returns_of(&self, boards: &[Board]) -> Result<Vec<[f64; 4]>, AnswerError> {
        let mut values = vec![[0.0; 4]; boards.len()];
        Self::action_returns_of(self, boards, &mut values);
        Ok(values)
    }
}

/// The layers of a solution around those boards that it is asked about.
impl Answers for SolutionWindow {
    fn valued_game(&self) -> ValuedGame {
        *Values::valued_game(self)
    }

    fn start_value(&self) -> Option<Value> {
        Some(Values::start_value(self))
    }

    fn accuracy(&self) -> Accuracy {
        Accuracy::Relative(self.value_error())
    }

    fn missing(&self, _: Board) -> Missing {
        Missing::Unreachable
    }
}

impl Answers for PackedPolicy {
    fn valued_game(&self) -> ValuedGame {
        self.header().valued_game
    }

    fn start_value(&self) -> Option<Value> {
        Some(self.header().start_value())
    }

    fn leave_probability(&self) -> f64 {
        self.header().coverage.leave_probability
    }

    fn accuracy(&self) -> Accuracy {
        Accuracy::Packed(self.header().accuracy)
    }

    fn missing(&self, _: Board) -> Missing {
        Missing::NotKept { threshold: self.header().coverage.threshold }
    }
}

impl Answers for TextPolicy {
    fn valued_game(&self) -> ValuedGame {
        (*self.game()).into()
    }

    fn start_value(&self) -> Option<Value> {
        None
    }

    /// Computed at each call, by a forward pass through the game.
    fn leave_probability(&self) -> f64 {
        Self::leave_probability(self)
    }

    fn accuracy(&self) -> Accuracy {
        Accuracy::WholePercent(self.value_error().unwrap_or(0.0))
    }

    fn missing(&self, _: Board) -> Missing {
        Missing::NoEntry
    }
}

/// The work folder of a finished solve, which answers one question at a time.
///
/// It holds the action of each state. Values are computed from them, by following games, where few
/// boards follow.
pub struct FolderAnswers {
    totals: SolutionTotals,
    folder: Mutex<SolvedFolder>,
}

impl FolderAnswers {
    /// The answers of a folder.
    pub fn new(folder: SolvedFolder) -> Self {
        Self { totals: folder.totals().clone(), folder: Mutex::new(folder) }
    }

    fn folder(&self) -> MutexGuard<'_, SolvedFolder> {
        self.folder.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Computes the values of some boards; `None` if too many boards follow them.
    fn followed(&self, boards: &[Board]) -> Result<Option<FolderValues>, SolveError> {
        let states: Vec<_> = boards.iter().map(|&board| CanonicalState::of(board).0).collect();
        self.folder().values_of(&states, MOST_BOARDS)
    }
}

/// Why a board had no answer that has one.
fn again() -> SolveError {
    let (file, reason) = ("a file".to_owned(), "it could be read the second time only".to_owned());
    WorkError::Read { file, reason }.into()
}

impl Policy for FolderAnswers {
    /// The action; [`Answers::missing`] says whether an error of the folder is why there is none.
    fn advise(&self, board: Board) -> Option<Advice> {
        let action = self.folder().best_at(board).ok()??;
        Some(Advice { action, value: None, action_values: None })
    }
}

impl Answers for FolderAnswers {
    fn valued_game(&self) -> ValuedGame {
        self.totals.valued_game
    }

    fn start_value(&self) -> Option<Value> {
        Some(self.totals.start_value())
    }

    fn accuracy(&self) -> Accuracy {
        Accuracy::Relative(self.totals.value_error())
    }

    /// Asks the folder again, so that the reason is that of this board and not of another one that
    /// another thread asks for.
    fn missing(&self, board: Board) -> Missing {
        match self.folder().best_at(board) {
            Err(error) => Missing::Failed(error),
            Ok(None) => Missing::Unreachable,
            Ok(Some(_)) => Missing::Failed(again()),
        }
    }

    /// The values are left out if too many boards follow.
    fn advise_all(&self, boards: &[Board]) -> Result<Vec<Option<Advice>>, AnswerError> {
        let actions = self.actions_of(boards)?;
        let known: Vec<Board> = boards
            .iter()
            .zip(&actions)
            .filter_map(|(&board, action)| action.map(|_| board))
            .collect();
        let values = self.followed(&known)?;
        let advice = |(&board, action): (&Board, Option<Action>)| {
            let (state, symmetry) = CanonicalState::of(board);
            let values = values.as_ref().and_then(|values| values.action_values(state));
            Some(Advice {
                action: action?,
                value: values.and_then(|values| values.value()),
                action_values: values.map(|values| values.before(symmetry)),
            })
        };
        Ok(boards.iter().zip(actions).map(advice).collect())
    }

    fn actions_of(&self, boards: &[Board]) -> Result<Vec<Option<Action>>, AnswerError> {
        let mut folder = self.folder();
        let mut actions = vec![None; boards.len()];
        // The folder holds one layer at a time.
        let mut order: Vec<usize> = (0..boards.len()).collect();
        order.sort_by_key(|&at| boards[at].tile_sum());
        for at in order {
            actions[at] = folder.best_at(boards[at])?;
        }
        Ok(actions)
    }

    fn expected_returns_of(&self, boards: &[Board]) -> Result<Vec<f64>, AnswerError> {
        let values = self.followed(boards)?.ok_or(AnswerError::TooManyBoards)?;
        let value = |&board: &Board| values.expected_return(CanonicalState::of(board).0);
        Ok(boards.iter().map(|board| value(board).unwrap_or(f64::NAN)).collect())
    }
}

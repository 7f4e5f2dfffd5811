//! Games solved with fractions.

use mdp2048::model::BigRational;
use mdp2048::{Action, Board, CanonicalState, ExactGame, ExactSolution};
use pyo3::prelude::{PyErr, PyResult, Python, pyclass, pymethods};

use crate::background;
use crate::errors::value_error;
use crate::game::PyGame;
use crate::given_board::GivenBoard;

/// The numerator and the denominator of a fraction in hexadecimal digits, which Python reads
/// however many they are.
type Digits = (String, String);

/// A game solved with fractions.
#[pyclass(name = "NativeExact", module = "mdp2048._native", frozen)]
pub(crate) struct NativeExact {
    game: PyGame,
    solution: ExactSolution,
}

#[pymethods]
impl NativeExact {
    #[new]
    fn new(py: Python<'_>, game: &PyGame) -> PyResult<Self> {
        let exact = ExactGame::of(&game.0).map_err(value_error)?;
        let solution = background::run(py, move |_| ExactSolution::solve(&exact))?;
        Ok(Self { game: *game, solution })
    }

    #[getter]
    fn start_value(&self) -> Digits {
        digits(&self.solution.start_value())
    }

    fn value(&self, board: GivenBoard) -> PyResult<Digits> {
        let board = board.board(self.game.0.shape())?;
        let value = self.solution.value(CanonicalState::of(board).0);
        value.map(|value| digits(&value)).ok_or_else(|| self.no_state(board))
    }

    /// By action on the board as given.
    fn action_values(&self, board: GivenBoard) -> PyResult<[Option<Digits>; 4]> {
        let board = board.board(self.game.0.shape())?;
        let (state, symmetry) = CanonicalState::of(board);
        let values = self.solution.action_values(state).ok_or_else(|| self.no_state(board))?;
        Ok(Action::ALL.map(|action| values[symmetry.action(action).index()].as_ref().map(digits)))
    }
}

impl NativeExact {
    fn no_state(&self, board: Board) -> PyErr {
        value_error(format!(
            "'{board}' is no state of {}: no game reaches it, or the game is over there",
            self.game.0
        ))
    }
}

fn digits(fraction: &BigRational) -> Digits {
    (fraction.numer().to_str_radix(16), fraction.denom().to_str_radix(16))
}

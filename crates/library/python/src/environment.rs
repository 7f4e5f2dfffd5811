//! The class `Games`, which the environments of Gymnasium step.

use std::sync::Arc;

use mdp2048::Board;
use numpy::ndarray::{Array2, Array3};
use numpy::{
    IntoPyArray as _, PyArray1, PyArray2, PyArray3, PyArrayMethods as _, PyReadonlyArray2,
    PyUntypedArrayMethods as _,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::{
    Bound, FromPyObject, PyModule, PyModuleMethods as _, PyResult, Python, pyclass, pymethods,
};

use crate::calls::detached;
use crate::errors::value_error;
use crate::game::PyGame;
use crate::games::{Autoreset, Final, Games, NotAllowed, Regrets};
use crate::solution::NativeSolution;

/// The most games of an environment. Each needs 2.5 KB.
const MOST_GAMES: usize = 1 << 18;

/// The set of allowed actions as a mask, by the bits of the set.
const MASKS: [[i8; 4]; 16] = {
    let mut masks = [[0; 4]; 16];
    let mut set = 0;
    while set < 16 {
        let mut action = 0;
        while action < 4 {
            masks[set][action] = (set >> action & 1) as i8;
            action += 1;
        }
        set += 1;
    }
    masks
};

/// Many seeded games that one call steps. The environments check and convert its arguments.
#[pyclass(name = "Games", module = "mdp2048._native")]
pub(crate) struct PyGames {
    games: Games,
    regrets: Option<Regrets>,
    autoreset: Autoreset,
    not_allowed: NotAllowed,
}

/// A board as an argument.
#[derive(FromPyObject)]
enum GivenBoard<'py> {
    Text(String),
    Exponents(PyReadonlyArray2<'py, u8>),
}

/// By game: the rewards, whether the move ended the game, and whether a move was played.
type Results<'py> =
    (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<bool>>);

/// By game: the masks of allowed actions, the seeds, the numbers of moves and the scores.
type Infos<'py> = (
    Bound<'py, PyArray2<i8>>,
    Bound<'py, PyArray1<u32>>,
    Bound<'py, PyArray1<u32>>,
    Bound<'py, PyArray1<u32>>,
);

/// By game: the value, the probability of winning and the regret.
type Values<'py> =
    (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>);

/// The games that ended and began again in the same step: their indices, boards as exponents,
/// seeds, numbers of moves and scores, whether they are won, and the regrets of their last moves,
/// which are empty without a solution.
type Finals<'py> = (
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray3<u8>>,
    Bound<'py, PyArray1<u32>>,
    Bound<'py, PyArray1<u32>>,
    Bound<'py, PyArray1<u32>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<f64>>,
);

#[pymethods]
impl PyGames {
    #[new]
    fn new(
        game: &PyGame,
        count: usize,
        autoreset: &str,
        not_allowed: &str,
        solution: Option<&NativeSolution>,
    ) -> PyResult<Self> {
        if !(1..=MOST_GAMES).contains(&count) {
            let message = format!("{count} games are not possible: choose from 1 to {MOST_GAMES}");
            return Err(PyValueError::new_err(message));
        }
        let autoreset = match autoreset {
            "NextStep" => Autoreset::NextStep,
            "SameStep" => Autoreset::SameStep,
            "Disabled" => Autoreset::Disabled,
            _ => {
                let message = format!(
                    "autoreset_mode='{autoreset}' is unknown: write NextStep, SameStep or Disabled"
                );
                return Err(PyValueError::new_err(message));
            }
        };
        let not_allowed = match not_allowed {
            "ignore" => NotAllowed::Ignore,
            "lose" => NotAllowed::Lose,
            "raise" => NotAllowed::Refuse,
            _ => {
                let message = format!(
                    "not_allowed='{not_allowed}' is unknown: write 'ignore', 'lose' or 'raise'"
                );
                return Err(PyValueError::new_err(message));
            }
        };
        let regrets = solution.map(|solution| Regrets::new(Arc::clone(&solution.0), count));
        Ok(Self { games: Games::new(&game.0, count), regrets, autoreset, not_allowed })
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "an environment is neither pickled nor copied: make another one, and begin its games \
             with reset(seed=...)",
        ))
    }

    /// Begins games: the indices and their seeds.
    fn begin(
        &mut self,
        py: Python<'_>,
        at: &Bound<'_, PyArray1<i64>>,
        seeds: &Bound<'_, PyArray1<u32>>,
    ) -> PyResult<()> {
        let pairs = at.to_vec()?.into_iter().zip(seeds.to_vec()?);
        let games = pairs.map(|(at, seed)| Ok((self.index(at)?, seed)));
        let games: Vec<(usize, u32)> = games.collect::<PyResult<_>>()?;
        self.games.begin(&games);
        self.value(py)
    }

    /// Begins a game on a board: text or exponents.
    fn begin_on(
        &mut self,
        py: Python<'_>,
        at: i64,
        seed: u32,
        board: GivenBoard<'_>,
    ) -> PyResult<()> {
        let (at, shape) = (self.index(at)?, self.games.game().shape());
        let board = match board {
            GivenBoard::Text(text) => text.parse::<Board>().map_err(value_error)?,
            GivenBoard::Exponents(exponents) => {
                let &[rows, cols] = exponents.shape() else { unreachable!("it has two axes") };
                if [rows, cols] != [shape.rows(), shape.cols()] {
                    let message = format!("the board is {rows}x{cols}, but the game is {shape}");
                    return Err(PyValueError::new_err(message));
                }
                let key = exponents.as_array().iter().try_fold(0, |key, &exponent| {
                    (exponent < 16).then_some(key << 4 | u64::from(exponent))
                });
                key.and_then(|key| Board::from_key(shape, key))
                    .ok_or_else(|| PyValueError::new_err("an exponent of the board is above 15"))?
            }
        };
        if board.shape() != shape {
            let message = format!("the board is {}, but the game is {shape}", board.shape());
            return Err(PyValueError::new_err(message));
        }
        if !self.games.begin_on(at, seed, board) {
            let message = format!("the game is over on the board {board}: give one to play on");
            return Err(PyValueError::new_err(message));
        }
        self.value(py)
    }

    /// Steps every game by its action. Returns the games that ended and began again, if that may
    /// happen in one step.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: &Bound<'py, PyArray1<i64>>,
    ) -> PyResult<Option<Finals<'py>>> {
        let actions = actions.to_vec()?;
        let Self { games, regrets, autoreset, not_allowed } = self;
        py.detach(|| games.step(&actions, *autoreset, *not_allowed)).map_err(value_error)?;
        if let Some(regrets) = regrets {
            detached(py, || regrets.step(games, &actions))?;
        }
        Ok((*autoreset == Autoreset::SameStep).then(|| self.finals(py)))
    }

    /// Of the last step by game: the rewards, whether the move ended the game, and whether a move
    /// was played.
    fn results<'py>(&self, py: Python<'py>) -> Results<'py> {
        let last = &self.games.last;
        (
            PyArray1::from_slice(py, &last.rewards),
            PyArray1::from_slice(py, &last.ended),
            PyArray1::from_slice(py, &last.played),
        )
    }

    /// The boards as exponents.
    fn exponents<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray3<u8>> {
        let shape = self.games.game().shape();
        let mut exponents = vec![0; self.games.len() * shape.cells()];
        self.games.write_exponents(&mut exponents);
        Array3::from_shape_vec((self.games.len(), shape.rows(), shape.cols()), exponents)
            .expect("there is an exponent for each cell")
            .into_pyarray(py)
    }

    /// By game: the masks of allowed actions, the seeds, the numbers of moves and the scores.
    fn infos<'py>(&self, py: Python<'py>) -> Infos<'py> {
        let allowed = self.games.allowed().iter();
        let masks: Vec<i8> = allowed.flat_map(|&set| MASKS[usize::from(set)]).collect();
        let masks = Array2::from_shape_vec((self.games.len(), 4), masks);
        (
            masks.expect("a mask has four entries").into_pyarray(py),
            PyArray1::from_slice(py, self.games.seeds()),
            PyArray1::from_slice(py, self.games.moves()),
            PyArray1::from_slice(py, self.games.points()),
        )
    }

    /// By game: the value of its board, the probability of winning under optimal play, and the
    /// regret of the last action. Empty without a solution.
    fn values<'py>(&self, py: Python<'py>) -> Values<'py> {
        let Some(regrets) = &self.regrets else {
            let none = || PyArray1::from_slice(py, &[]);
            return (none(), none(), none());
        };
        (
            PyArray1::from_slice(py, &regrets.values),
            PyArray1::from_vec(py, regrets.win_probabilities(&self.games)),
            PyArray1::from_slice(py, &regrets.regrets),
        )
    }

    /// By game: the seed of the next game.
    fn next_seeds<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        let seeds = (0..self.games.len()).map(|at| self.games.next_seed(at));
        PyArray1::from_vec(py, seeds.collect())
    }
}

impl PyGames {
    /// Values the boards of games that have begun.
    fn value(&mut self, py: Python<'_>) -> PyResult<()> {
        let Self { games, regrets, .. } = self;
        match regrets {
            Some(regrets) => detached(py, || regrets.begin(games)),
            None => Ok(()),
        }
    }

    /// The index of a game.
    fn index(&self, at: i64) -> PyResult<usize> {
        let index = usize::try_from(at).ok().filter(|&at| at < self.games.len());
        index.ok_or_else(|| PyValueError::new_err(format!("there is no game {at}")))
    }

    /// The games that ended and began again in the last step.
    fn finals<'py>(&self, py: Python<'py>) -> Finals<'py> {
        let (finals, shape) = (&self.games.last.finals, self.games.game().shape());
        let column =
            |of: fn(&Final) -> u32| PyArray1::from_vec(py, finals.iter().map(of).collect());
        let exponents = finals.iter().flat_map(|it| it.board.tiles()).map(|tile| tile.get());
        let axes = (finals.len(), shape.rows(), shape.cols());
        (
            PyArray1::from_vec(py, finals.iter().map(|it| it.at as i64).collect()),
            Array3::from_shape_vec(axes, exponents.collect())
                .expect("there is an exponent for each cell")
                .into_pyarray(py),
            column(|it| it.seed),
            column(|it| it.moves),
            column(|it| it.points),
            PyArray1::from_vec(py, finals.iter().map(|it| self.games.is_won(it.board)).collect()),
            PyArray1::from_slice(py, self.regrets.as_ref().map_or(&[], |it| &it.finals)),
        )
    }
}

/// Adds the class to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyGames>()
}

//! The class `Games`, which the environments of Gymnasium step.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use mdp2048::Shape;
use numpy::ndarray::{Array2, Array3};
use numpy::{
    IntoPyArray as _, PyArray1, PyArray2, PyArray3, PyArrayMethods as _, PyReadonlyArray1,
};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::{
    Bound, IntoPyObject, PyAny, PyAnyMethods as _, PyResult, Python, pyclass, pymethods,
};
use pyo3::types::PyType;

use crate::answers::NativeAnswers;
use crate::calls::detached;
use crate::errors::value_error;
use crate::game::PyGame;
use crate::games::{Autoreset, Games, NotAllowed, Regrets, Rules, State, Valued, exponents_of};
use crate::given_board::GivenBoard;

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
#[pyclass(name = "Games", module = "mdp2048._native", frozen)]
pub(crate) struct PyGames {
    game: PyGame,
    count: usize,
    rules: Rules,
    state: Mutex<Inner>,
}

/// The games, and what a solution tells of them.
struct Inner {
    games: Games,
    regrets: Option<Regrets>,
}

/// By game: the boards as exponents, the masks of allowed actions, the seeds, the numbers of moves
/// and the scores, and what a solution tells.
#[derive(IntoPyObject)]
struct Observed<'py>(
    Bound<'py, PyArray3<u8>>,
    Bound<'py, PyArray2<i8>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i64>>,
    Option<Values<'py>>,
);

/// By game: the value, the probability of losing and the regret.
type Values<'py> =
    (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>);

/// What a step returns. By game: the rewards, whether the move ended the game, whether the game was
/// truncated, and the state; then the indices of the games that ended and began again in the same
/// step, and their states as they ended.
type Stepped<'py> = (
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<bool>>,
    Observed<'py>,
    Option<(Bound<'py, PyArray1<i64>>, Observed<'py>)>,
);

/// The arguments of the constructor.
type Arguments = (PyGame, usize, &'static str, &'static str, u32, Option<NativeAnswers>);

#[pymethods]
impl PyGames {
    #[new]
    fn new(
        game: &PyGame,
        count: usize,
        autoreset: &str,
        not_allowed: &str,
        most_steps: u32,
        solution: Option<&NativeAnswers>,
    ) -> PyResult<Self> {
        if !(1..=MOST_GAMES).contains(&count) {
            let message = format!("{count} games are not possible: choose from 1 to {MOST_GAMES}");
            return Err(PyValueError::new_err(message));
        }
        let autoreset = Autoreset::named(autoreset).ok_or_else(|| {
            PyValueError::new_err(format!(
                "autoreset_mode='{autoreset}' is unknown: write NextStep, SameStep or Disabled"
            ))
        })?;
        let not_allowed = NotAllowed::named(not_allowed).ok_or_else(|| {
            PyValueError::new_err(format!(
                "not_allowed='{not_allowed}' is unknown: write 'ignore', 'lose' or 'raise'"
            ))
        })?;
        let solution = solution.map(NativeAnswers::solution).transpose()?;
        let regrets = solution.map(|solution| Regrets::new(Arc::clone(solution), count));
        let state = Inner { games: Games::new(&game.0, count), regrets };
        Ok(Self {
            game: *game,
            count,
            rules: Rules { autoreset, not_allowed, most_steps },
            state: Mutex::new(state),
        })
    }

    /// The arguments of the constructor and the state, for pickles.
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyType>, Arguments, Vec<[u64; 7]>)> {
        let this = slf.get();
        let state = this.state()?;
        let solution = state.regrets.as_ref().map(|it| Arc::clone(&it.solution));
        let solution = solution.map(NativeAnswers::of_solution).transpose()?;
        let Rules { autoreset, not_allowed, most_steps } = this.rules;
        let (autoreset, not_allowed) = (autoreset.name(), not_allowed.name());
        let arguments = (this.game, this.count, autoreset, not_allowed, most_steps, solution);
        let states = state.games.states().iter().map(State::saved).collect();
        Ok((slf.get_type(), arguments, states))
    }

    /// Goes on with the games of a pickle.
    fn __setstate__(&self, py: Python<'_>, saved: Vec<[u64; 7]>) -> PyResult<()> {
        let shape = self.game.0.shape();
        let restored = saved.into_iter().map(|saved| State::restored(shape, saved));
        let states: Option<Vec<State>> = restored.collect();
        let states = states.filter(|states| states.len() == self.count).ok_or_else(|| {
            PyValueError::new_err("the pickle of the environment is damaged: make it again")
        })?;
        let mut state = self.state()?;
        state.games.restore(states);
        state.value(py)
    }

    /// Begins games: the indices and their seeds.
    fn begin<'py>(
        &self,
        py: Python<'py>,
        at: &Bound<'py, PyArray1<i64>>,
        seeds: &Bound<'py, PyArray1<u32>>,
    ) -> PyResult<Observed<'py>> {
        let pairs = at.to_vec()?.into_iter().zip(seeds.to_vec()?);
        let games = pairs.map(|(at, seed)| Ok((self.index(at)?, seed)));
        let games: Vec<(usize, u32)> = games.collect::<PyResult<_>>()?;
        let mut state = self.state()?;
        state.games.begin(&games);
        state.value(py)?;
        Ok(state.observed(py))
    }

    /// Begins a game on a board: text or exponents.
    fn begin_on<'py>(
        &self,
        py: Python<'py>,
        at: i64,
        seed: u32,
        board: GivenBoard,
    ) -> PyResult<Observed<'py>> {
        let board = board.board(self.game.0.shape())?;
        let at = self.index(at)?;
        let mut state = self.state()?;
        if !state.games.begin_on(at, seed, board) {
            let message = format!("the game is over on the board {board}: give one to play on");
            return Err(PyValueError::new_err(message));
        }
        state.value(py)?;
        Ok(state.observed(py))
    }

    /// Steps every game by its action. `draw` returns the seeds of a number of games that begin
    /// again.
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: &Bound<'py, PyArray1<i64>>,
        draw: &Bound<'py, PyAny>,
    ) -> PyResult<Stepped<'py>> {
        let actions = actions.to_vec()?;
        let mut state = self.state()?;
        let Inner { games, regrets } = &mut *state;
        py.detach(|| games.step(&actions, &self.rules)).map_err(value_error)?;
        if let Some(regrets) = regrets {
            detached(py, || regrets.step(games, &actions))?;
        }
        let count = games.last.restarting.len();
        if count > 0 {
            let seeds: PyReadonlyArray1<'py, u32> = draw.call1((count,))?.extract()?;
            let seeds = seeds.as_array();
            let begun: Vec<(usize, u32)> =
                games.last.restarting.iter().copied().zip(seeds.iter().copied()).collect();
            games.begin(&begun);
        }
        if let Some(regrets) = regrets {
            detached(py, || regrets.value(games))?;
        }
        let finals = (self.rules.autoreset == Autoreset::SameStep && count > 0).then(|| {
            let at = games.last.restarting.iter().map(|&at| at as i64).collect();
            let values = regrets.as_ref().map(|it| &it.finals);
            let shape = games.game().shape();
            (PyArray1::from_vec(py, at), observed(py, shape, &games.last.finals, values))
        });
        let each = &state.games.last.each;
        Ok((
            PyArray1::from_vec(py, each.iter().map(|it| it.reward).collect()),
            PyArray1::from_vec(py, each.iter().map(|it| it.ended).collect()),
            PyArray1::from_vec(py, each.iter().map(|it| it.truncated).collect()),
            state.observed(py),
            finals,
        ))
    }

    /// The states of all games.
    fn observed<'py>(&self, py: Python<'py>) -> PyResult<Observed<'py>> {
        Ok(self.state()?.observed(py))
    }
}

impl PyGames {
    /// The state, if no other thread uses it.
    fn state(&self) -> PyResult<MutexGuard<'_, Inner>> {
        self.state.try_lock().or_else(|error| match error {
            TryLockError::Poisoned(state) => Ok(PoisonError::into_inner(state)),
            TryLockError::WouldBlock => Err(PyRuntimeError::new_err(
                "another thread uses this environment: make an environment for each thread, or \
                 let one wait for the other with a threading.Lock",
            )),
        })
    }

    /// The index of a game.
    fn index(&self, at: i64) -> PyResult<usize> {
        let index = usize::try_from(at).ok().filter(|&at| at < self.count);
        index.ok_or_else(|| PyValueError::new_err(format!("there is no game {at}")))
    }
}

impl Inner {
    /// Values the boards of games that have begun.
    fn value(&mut self, py: Python<'_>) -> PyResult<()> {
        let Self { games, regrets } = self;
        match regrets {
            Some(regrets) => detached(py, || regrets.begin(games)),
            None => Ok(()),
        }
    }

    /// The states of all games as arrays.
    fn observed<'py>(&self, py: Python<'py>) -> Observed<'py> {
        let values = self.regrets.as_ref().map(|it| &it.now);
        observed(py, self.games.game().shape(), self.games.states(), values)
    }
}

/// The states of some games as arrays.
fn observed<'py>(
    py: Python<'py>,
    shape: Shape,
    games: &[State],
    valued: Option<&Valued>,
) -> Observed<'py> {
    let axes = (games.len(), shape.rows(), shape.cols());
    let exponents = Array3::from_shape_vec(axes, exponents_of(games, shape));
    let masks: Vec<[i8; 4]> = games.iter().map(|game| MASKS[usize::from(game.allowed)]).collect();
    Observed(
        exponents.expect("there is an exponent for each cell").into_pyarray(py),
        Array2::from(masks).into_pyarray(py),
        integers(py, games, |game| game.seed),
        integers(py, games, |game| game.moves),
        integers(py, games, |game| game.points),
        valued.map(|valued| {
            (
                PyArray1::from_slice(py, &valued.values),
                PyArray1::from_slice(py, &valued.losses),
                PyArray1::from_slice(py, &valued.regrets),
            )
        }),
    )
}

/// A number of each game as an array of the integers that Gymnasium's own vectors give.
fn integers<'py>(
    py: Python<'py>,
    games: &[State],
    of: impl Fn(&State) -> u32,
) -> Bound<'py, PyArray1<i64>> {
    PyArray1::from_vec(py, games.iter().map(|game| i64::from(of(game))).collect())
}

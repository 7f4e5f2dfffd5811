//! Passes over the layers of a solution, between which the worker answers other requests.

use std::rc::Rc;

use js_sys::Date;
use mdp2048_bag::{Bag, BagGame, Chain};
use mdp2048_display::rest_of_game;
use mdp2048_model::{LayerDifficulty, Values as _};
use mdp2048_protocol::{CountedMoves, SolverAnswer};
use mdp2048_rules::{Board, CanonicalState};
use mdp2048_solve::{DifficultyPass, RestOfGamePass, Solution};
use web::serving::Asker;

/// How long a pass goes on before other requests are handled, in milliseconds.
const SLICE: f64 = 30.0;

/// In a game of more states, rare states are left out.
const MANY_STATES: u64 = 2_000_000;

/// The probability of visiting a state, below which it is left out in a game of many states.
const LEAST_OCCUPANCY: f64 = 1e-13;

/// What was asked from a board on is counted: the expected number of moves under the optimal
/// policy, and the number in a bag of the same tiles.
pub(crate) struct Count {
    asker: Asker<SolverAnswer>,
    solution: Rc<Solution>,
    pass: RestOfGamePass,
    in_a_bag: Option<f64>,
}

impl Count {
    /// Begins to count. If no game reaches the board, the asker is told so.
    ///
    /// # Errors
    /// A sentence, if there is no bag of this game.
    pub(crate) fn begin(
        solution: &Rc<Solution>,
        board: Board,
        asker: Asker<SolverAnswer>,
    ) -> Result<Option<Self>, String> {
        let game = solution.game();
        let Ok(pass) = RestOfGamePass::new(solution, CanonicalState::of(board).0) else {
            asker.send(&SolverAnswer::Counted(None));
            return Ok(None);
        };
        let mut in_a_bag = None;
        if let (Some(target), Some(bag)) = (game.target(), Bag::from_tiles(board.tiles())) {
            let bag_game = BagGame::new(target.face(), game.spawn_four().get());
            let bag_game = bag_game.map_err(|error| error.to_string())?;
            let chain = Chain::from_starts(bag_game, [(bag, 1.0)]);
            in_a_bag = Some(chain.steps_from_start().mean);
        }
        Ok(Some(Self { asker, solution: Rc::clone(solution), pass, in_a_bag }))
    }

    /// Visits layers for a short time. Returns `None` after the last.
    pub(crate) fn go_on(mut self) -> Option<Self> {
        let begin = Date::now();
        loop {
            match self.pass.visit_layer(&self.solution) {
                Ok(Some(_)) if Date::now() - begin < SLICE => {}
                Ok(Some(progress)) => {
                    let done = 0.999 * progress.states as f64 / self.solution.states() as f64;
                    self.asker.send(&SolverAnswer::Part(done));
                    return Some(self);
                }
                Ok(None) => {
                    let (counted, in_a_bag) = (self.pass.counted(), self.in_a_bag);
                    let text = rest_of_game(self.solution.game(), &counted, in_a_bag);
                    let (moves, win) = (counted.moves, counted.win);
                    let counted = CountedMoves { moves, win, in_a_bag, text };
                    self.asker.send(&SolverAnswer::Counted(Some(counted)));
                    return None;
                }
                Err(error) => {
                    self.asker.send(&SolverAnswer::Failed(error.to_string()));
                    return None;
                }
            }
        }
    }

    /// Tells the asker that another count begins.
    pub(crate) fn end(self) {
        self.asker.send(&SolverAnswer::Counted(None));
    }
}

/// Where a game is hard is computed.
pub(crate) struct Mapping {
    asker: Asker<SolverAnswer>,
    solution: Rc<Solution>,
    pass: DifficultyPass,
    layers: Vec<LayerDifficulty>,
}

impl Mapping {
    /// Begins to compute. A good action costs less than `good`; for each tile sum at most
    /// `decisive` boards are listed.
    ///
    /// # Errors
    /// A sentence, if the solution contradicts itself.
    pub(crate) fn begin(
        solution: &Rc<Solution>,
        good: f64,
        decisive: u32,
        asker: Asker<SolverAnswer>,
    ) -> Result<Self, String> {
        let least = if solution.states() > MANY_STATES { LEAST_OCCUPANCY } else { 0.0 };
        let pass = DifficultyPass::new(solution, good, decisive as usize, least);
        let pass = pass.map_err(|error| error.to_string())?;
        Ok(Self { asker, solution: Rc::clone(solution), pass, layers: Vec::new() })
    }

    /// Visits layers for a short time. Returns `None` after the last.
    pub(crate) fn go_on(mut self) -> Option<Self> {
        let begin = Date::now();
        loop {
            match self.pass.next_layer(&self.solution) {
                Ok(Some(layer)) => self.layers.push(layer),
                Ok(None) => {
                    self.asker.send(&SolverAnswer::Mapped(self.layers));
                    return None;
                }
                Err(error) => {
                    self.asker.send(&SolverAnswer::Failed(error.to_string()));
                    return None;
                }
            }
            if Date::now() - begin >= SLICE {
                let visited = self.pass.progress().map_or(0, |progress| progress.states);
                let done = visited as f64 / self.solution.states() as f64;
                self.asker.send(&SolverAnswer::Part(done));
                return Some(self);
            }
        }
    }

    /// Tells the asker that the computation is stopped.
    pub(crate) fn end(self) {
        self.asker.send(&SolverAnswer::Failed("it was stopped".to_owned()));
    }
}

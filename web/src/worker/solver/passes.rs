//! Passes over the layers of a solution or of a policy file, between which the worker answers other
//! requests.

use std::cell::RefCell;
use std::mem;
use std::rc::Rc;

use js_sys::Date;
use mdp2048_bag::{Bag, BagGame, Chain};
use mdp2048_display::rest_of_game;
use mdp2048_policy::{DecodedLayer, Decoder};
use mdp2048_protocol::{CountedMoves, SolverAnswer};
use mdp2048_rules::{Board, CanonicalState};
use mdp2048_solve::{DifficultyPass, RestOfGamePass, Solution, SolveError};

use super::answers::decoded;
use crate::serving::Asker;

/// How long a pass goes on before other requests are handled, in milliseconds.
const SLICE: f64 = 30.0;

/// In a game of more states, rare states are left out.
const MANY_STATES: u64 = 2_000_000;

/// The probability of visiting a state, below which it is left out in a game of many states.
const LEAST_OCCUPANCY: f64 = 1e-13;

/// A pass that is not at its end.
pub(crate) struct Pass {
    asker: Asker<SolverAnswer>,
    /// Visits the next layer. Returns the part of the pass that is done, or the result.
    visit: Box<dyn FnMut() -> Result<SolverAnswer, String>>,
}

impl Pass {
    /// Visits layers for a short time. Returns `None` after the last.
    pub(crate) fn go_on(mut self) -> Option<Self> {
        let begin = Date::now();
        loop {
            let visited = (self.visit)().unwrap_or_else(SolverAnswer::Failed);
            let (is_last, is_part) = (visited.is_last(), matches!(visited, SolverAnswer::Part(_)));
            let is_over = is_last || Date::now() - begin >= SLICE;
            if is_over || !is_part {
                self.asker.send(&visited);
            }
            if is_over {
                return (!is_last).then_some(self);
            }
        }
    }

    /// Ends the pass with an answer.
    pub(crate) fn end(self, answer: &SolverAnswer) {
        self.asker.send(answer);
    }

    /// Decodes a policy file, which answers for boards before it is decoded to its end.
    pub(crate) fn decode(decoder: &Rc<RefCell<Decoder>>, asker: Asker<SolverAnswer>) -> Self {
        let decoder = Rc::clone(decoder);
        let mut is_valued = false;
        let visit = move || {
            let mut decoder = decoder.borrow_mut();
            let layer = decoder.step().map_err(|error| error.to_string())?;
            Ok(match layer {
                None => SolverAnswer::Solved(decoded(decoder.policy(), true)),
                Some(DecodedLayer::Regrets { .. }) if !mem::replace(&mut is_valued, true) => {
                    SolverAnswer::Valued(decoded(decoder.policy(), false))
                }
                Some(_) => SolverAnswer::Part(decoder.progress()),
            })
        };
        Self { asker, visit: Box::new(visit) }
    }

    /// Counts the expected number of moves from a board on under the optimal policy, and the number
    /// in a bag of the same tiles.
    pub(crate) fn count(solution: &Rc<Solution>, board: Board, asker: Asker<SolverAnswer>) -> Self {
        let solution = Rc::clone(solution);
        let mut pass = RestOfGamePass::new(&solution, CanonicalState::of(board).0);
        let visit = move || {
            let pass = match &mut pass {
                Ok(pass) => pass,
                // No game reaches the board.
                Err(SolveError::Contradiction(_)) => return Ok(SolverAnswer::Counted(None)),
                Err(error) => return Err(error.to_string()),
            };
            let visited = pass.visit_layer(&solution).map_err(|error| error.to_string())?;
            if let Some(progress) = visited {
                let done = progress.states as f64 / solution.states() as f64;
                return Ok(SolverAnswer::Part(0.999 * done));
            }
            let (game, counted) = (solution.game(), pass.counted());
            let mut in_a_bag = None;
            let bag = Bag::from_tiles(board.free_tiles());
            if let (Some(target), Some(bag)) = (game.target(), bag) {
                let bag_game = BagGame::new(target.face(), game.spawn_four().get());
                let bag_game = bag_game.map_err(|error| error.to_string())?;
                let chain = Chain::from_starts(bag_game, [(bag, 1.0)]);
                in_a_bag = Some(chain.steps_from_start().mean);
            }
            let text = rest_of_game(game, &counted, in_a_bag);
            let (moves, win) = (counted.moves, counted.win);
            Ok(SolverAnswer::Counted(Some(CountedMoves { moves, win, in_a_bag, text })))
        };
        Self { asker, visit: Box::new(visit) }
    }

    /// Computes where the game is hard. A good action gives up less than the share `good` of
    /// the value; for each tile sum at most `decisive` boards are listed.
    ///
    /// # Errors
    /// A sentence, if the solution contradicts itself.
    pub(crate) fn difficulty(
        solution: &Rc<Solution>,
        good: f64,
        decisive: u32,
        asker: Asker<SolverAnswer>,
    ) -> Result<Self, String> {
        let solution = Rc::clone(solution);
        let least = if solution.states() > MANY_STATES { LEAST_OCCUPANCY } else { 0.0 };
        let pass = DifficultyPass::new(&solution, good, decisive as usize);
        let mut pass = pass.map_err(|error| error.to_string())?.least_occupancy(least);
        let mut layers = Vec::new();
        let visit = move || {
            match pass.next_layer(&solution).map_err(|error| error.to_string())? {
                Some(layer) => layers.push(layer),
                None => return Ok(SolverAnswer::Mapped(mem::take(&mut layers))),
            }
            let visited = pass.progress().map_or(0, |progress| progress.states);
            Ok(SolverAnswer::Part(visited as f64 / solution.states() as f64))
        };
        Ok(Self { asker, visit: Box::new(visit) })
    }
}

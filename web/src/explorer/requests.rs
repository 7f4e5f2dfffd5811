//! What the page asks of its workers: estimates, solutions and values.

use std::rc::Rc;

use mdp2048_explorer::{HeldSolution, SolveProgress, megabytes};
use mdp2048_model::Game;
use mdp2048_rules::Board;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::spawn_local;
use yew::Callback;

use crate::job::{Job, Need};
use crate::message::Msg;
use crate::solver::{Solver, SolverHost};

/// The workers of the page: one for each solution, one that solves, and one that estimates.
pub(crate) struct Workers {
    host: SolverHost,
    spare: Option<Solver>,
    solving: Option<Solver>,
    solved: Vec<(Game, Solver)>,
    jobs: u32,
}

impl Workers {
    pub(crate) const fn new(host: SolverHost) -> Self {
        Self { host, spare: None, solving: None, solved: Vec::new(), jobs: 0 }
    }

    /// A worker that has nothing to do.
    fn spare(&mut self) -> Result<Solver, String> {
        if let Some(solver) = &self.spare {
            return Ok(solver.clone());
        }
        let started = self.host.start_solver();
        let solver = started.map_err(|_| "this browser runs no workers".to_owned())?;
        self.spare = Some(solver.clone());
        Ok(solver)
    }

    /// Estimates a game.
    pub(crate) fn estimate(&mut self, on: &Callback<Msg>, game: Game) {
        let solver = self.spare();
        let limit = self.host.memory_limit();
        let on = on.clone();
        spawn_local(async move {
            let need = match solver {
                Ok(solver) => solver.need(&game).await,
                Err(error) => Err(error),
            };
            let need = match need {
                Ok(need) if need.exceeds(limit) => {
                    let size = megabytes(need.bytes());
                    Need::Failed(format!(
                        "it needs {size} of memory, more than a page may use here"
                    ))
                }
                Ok(need) => Need::Known(need),
                Err(error) => Need::Failed(error),
            };
            on.emit(Msg::Estimated(game, need));
        });
    }

    /// Forgets the worker that estimates, because it did not answer.
    pub(crate) fn forget_spare(&mut self) {
        if let Some(spare) = self.spare.take() {
            spare.end();
        }
    }

    /// Starts to solve a game.
    pub(crate) fn solve(&mut self, on: &Callback<Msg>, game: Game, expected: f64) -> Option<Job> {
        let solver = self.spare().ok()?;
        self.spare = None;
        self.solving = Some(solver.clone());
        self.jobs += 1;
        let id = self.jobs;
        let limit = self.host.memory_limit();
        let begin = js_sys::Date::now();
        let seconds = move || (js_sys::Date::now() - begin) / 1000.0;
        let (on, on_progress) = (on.clone(), on.clone());
        let report = move |pass: u32, tile_sum: u32, states: f64, states_in_all: f64| {
            let seconds = seconds();
            let progress = SolveProgress { pass, tile_sum, states, states_in_all, seconds };
            on_progress.emit(Msg::Progress(id, progress));
        };
        let report = Closure::<dyn FnMut(u32, u32, f64, f64)>::new(report);
        spawn_local(async move {
            let function = report.as_ref().unchecked_ref::<JsValue>();
            let solved = solver.solved(&game, limit, function).await;
            let solved = solved.map(|solved| HeldSolution { seconds: seconds(), ..solved });
            on.emit(Msg::Solved(id, Rc::new(solved)));
        });
        Some(Job { game, expected, progress: SolveProgress::default(), id })
    }

    /// Keeps the worker of the solve that has ended with a solution.
    pub(crate) fn keep(&mut self, game: Game) {
        if let Some(solver) = self.solving.take() {
            self.solved.push((game, solver));
        }
    }

    /// Stops the solve.
    pub(crate) fn cancel(&mut self) {
        if let Some(solver) = self.solving.take() {
            solver.end();
        }
    }

    /// Frees the solution of a game.
    pub(crate) fn free(&mut self, game: &Game) {
        let (freed, kept) =
            std::mem::take(&mut self.solved).into_iter().partition(|it| it.0 == *game);
        self.solved = kept;
        let freed: Vec<(Game, Solver)> = freed;
        freed.iter().for_each(|(_, solver)| solver.end());
    }

    /// The worker with the solution of a game.
    pub(crate) fn of(&self, game: &Game) -> Option<Solver> {
        self.solved.iter().find(|(solved, _)| solved == game).map(|(_, solver)| solver.clone())
    }

    /// Asks for values of boards. Returns whether the game is solved.
    pub(crate) fn ask(&self, on: &Callback<Msg>, game: Game, boards: Vec<Board>) -> bool {
        let Some(solver) = self.of(&game) else { return false };
        let on = on.clone();
        spawn_local(async move {
            let values = solver.action_values(boards).await;
            on.emit(Msg::Answered(game, values));
        });
        true
    }
}

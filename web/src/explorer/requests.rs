//! What the page asks of its workers: estimates, solutions and values.

use std::rc::Rc;

use mdp2048_explorer::{GameNeed, HeldSolution, KeptSolution, SolveProgress};
use mdp2048_model::{Game, ValuedGame, Values as _};
use mdp2048_rules::Board;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::spawn_local;
use web::worker::{has_ended, has_name, message};
use yew::Callback;

use crate::job::{Job, Mapping};
use crate::message::{KeptMsg, Msg};
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

    /// Estimates a game; returns the number of the estimate.
    pub(crate) fn estimate(&mut self, on: &Callback<Msg>, game: Game) -> u32 {
        let solver = self.spare();
        let limit = self.host.memory_limit();
        self.jobs += 1;
        let id = self.jobs;
        let on = on.clone();
        spawn_local(async move {
            let need = match solver {
                Ok(solver) => match need_of(&solver, &game, limit).await {
                    Ok(need) => need,
                    Err(error) => {
                        if has_ended(&error) {
                            on.emit(Msg::Ended(solver));
                        }
                        need_of_failure(&error)
                    }
                },
                Err(reason) => GameNeed::Failed(reason),
            };
            on.emit(Msg::Estimated(id, need));
        });
        id
    }

    /// Forgets a worker that has ended, if it had nothing to do.
    pub(crate) fn forget(&mut self, ended: &Solver) {
        self.spare.take_if(|spare| *spare == *ended);
    }

    /// Takes a worker for a job; returns the number of the job, too.
    fn begin(&mut self) -> Option<(Solver, u32)> {
        let solver = self.spare().ok()?;
        self.spare = None;
        self.solving = Some(solver.clone());
        self.jobs += 1;
        Some((solver, self.jobs))
    }

    /// Opens a kept solution.
    pub(crate) fn open(&mut self, on: &Callback<Msg>, kept: KeptSolution) -> Option<Job> {
        let (solver, id) = self.begin()?;
        let seconds = clock();
        let (on, on_progress) = (on.clone(), on.clone());
        let report = move |part: f64| on_progress.emit(Msg::Read(id, part));
        let report = Closure::<dyn FnMut(f64)>::new(report);
        spawn_local(async move {
            let opened = solver.opened(&kept, report.as_ref().unchecked_ref::<JsValue>()).await;
            let opened =
                opened.map(|opened| HeldSolution { worker: id, seconds: seconds(), ..opened });
            on.emit(Msg::Solved(id, Rc::new(opened)));
        });
        let progress = SolveProgress::default();
        Some(Job {
            game: kept.game,
            expected: 0.0,
            progress,
            read: Some(0.0),
            is_unasked: false,
            id,
        })
    }

    /// Writes the solution of a game to a file.
    pub(crate) fn write(&self, on: &Callback<Msg>, kept: KeptSolution) {
        let Some(solver) = self.of(&kept.game) else { return };
        let on = on.clone();
        spawn_local(async move {
            let written = solver.write(&kept).await;
            on.emit(Msg::Kept(KeptMsg::Written(kept.game, written)));
        });
    }

    /// Tells the page whenever there may be other kept solutions.
    pub(crate) fn watch_kept(&self, on: &Callback<Msg>) {
        let on = on.clone();
        self.host.watch_kept(move || on.emit(Msg::Kept(KeptMsg::Changed)));
    }

    /// Removes kept solutions, and lists those that are left.
    pub(crate) fn list_kept(&self, on: &Callback<Msg>, removed: Vec<KeptSolution>) {
        let (host, on) = (self.host.clone(), on.clone());
        spawn_local(async move {
            let removed = match removed.as_slice() {
                [] => Ok(()),
                removed => host.remove_kept(removed).await,
            };
            let listed = host.kept().await;
            on.emit(Msg::Kept(KeptMsg::Listed(removed.and(listed))));
        });
    }

    /// Starts to solve a game.
    pub(crate) fn solve(
        &mut self,
        on: &Callback<Msg>,
        game: Game,
        is_single: bool,
        expected: f64,
    ) -> Option<Job> {
        let (solver, id) = self.begin()?;
        let limit = self.host.memory_limit();
        let seconds = clock();
        let (to_page, on_progress) = (on.clone(), on.clone());
        let report = move |pass: u32, tile_sum: u32, states: f64, states_in_all: f64| {
            let seconds = seconds();
            let progress = SolveProgress { pass, tile_sum, states, states_in_all, seconds };
            on_progress.emit(Msg::Progress(id, progress));
        };
        let report = Closure::<dyn FnMut(u32, u32, f64, f64)>::new(report);
        spawn_local(async move {
            let function = report.as_ref().unchecked_ref::<JsValue>();
            let solved = solver.solved(&game, is_single, limit, function).await;
            let solved =
                solved.map(|solved| HeldSolution { worker: id, seconds: seconds(), ..solved });
            to_page.emit(Msg::Solved(id, Rc::new(solved)));
        });
        Some(Job {
            game,
            expected,
            progress: SolveProgress::default(),
            read: None,
            is_unasked: false,
            id,
        })
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

    /// Starts to compute where a solved game is hard.
    pub(crate) fn map(
        &mut self,
        on: &Callback<Msg>,
        valued_game: ValuedGame,
        states: f64,
        good: f64,
    ) -> Option<Mapping> {
        let game = *valued_game.game();
        let solver = self.of(&game)?;
        self.jobs += 1;
        let id = self.jobs;
        let (on, on_progress) = (on.clone(), on.clone());
        let report = Closure::<dyn FnMut(f64)>::new(move |done: f64| {
            on_progress.emit(Msg::MapProgress(id, done / states));
        });
        spawn_local(async move {
            let function = report.as_ref().unchecked_ref::<JsValue>();
            on.emit(Msg::Mapped(id, solver.map(valued_game, good, function).await));
        });
        Some(Mapping { game, done: 0.0, id })
    }

    /// Stops the computation of a map.
    pub(crate) fn stop_map(&self, mapping: &Mapping) {
        if let Some(solver) = self.of(&mapping.game) {
            solver.stop_pass();
        }
    }

    /// Asks the worker of a solved game for values of boards. Returns whether there is one.
    pub(crate) fn ask(&self, on: &Callback<Msg>, held: &HeldSolution, boards: Vec<Board>) -> bool {
        let Some(solver) = self.of(held.known.game()) else { return false };
        let (on, worker) = (on.clone(), held.worker);
        spawn_local(async move {
            let values = solver.action_values(boards).await;
            on.emit(Msg::Answered(worker, values));
        });
        true
    }
}

/// What a game needs: in single precision if double precision needs more than the limit.
async fn need_of(solver: &Solver, game: &Game, limit: f64) -> Result<GameNeed, JsValue> {
    let double = solver.need(game, false).await?;
    if let Some(need) = GameNeed::in_double(double, limit) {
        return Ok(need);
    }
    let single = solver.need(game, true).await?;
    Ok(GameNeed::in_single(single, double, limit))
}

/// What is known of a game that a worker has not estimated.
fn need_of_failure(error: &JsValue) -> GameNeed {
    if has_name(error, "GameTooLarge") {
        GameNeed::TooLarge(message(error))
    } else {
        GameNeed::Failed(message(error))
    }
}

/// Returns the seconds since now.
fn clock() -> impl Fn() -> f64 + Copy {
    let begin = js_sys::Date::now();
    move || (js_sys::Date::now() - begin) / 1000.0
}

//! Sends the requests of the page to its workers, one at a time to each.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::{Array, Float64Array, Reflect};
use mdp2048_arena_view::{AgentRequest, ArenaEvent, ArenaView, Lane, SolverRequest};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::spawn_local;
use web::worker::{AgentWorker, message};
use yew::Callback;

use crate::host::{ArenaHost, Solver, options};

/// The random tiles of a seed on the first board.
const FIRST_TILES: u32 = 2;

/// What a worker does.
#[derive(Clone, Copy, PartialEq)]
enum AgentTask {
    None,
    /// A request of a round that ends soon.
    Short,
    /// Games of a race of a round.
    Race(u32),
}

/// The worker of a lane.
struct Working {
    number: u32,
    worker: AgentWorker,
    task: Rc<Cell<AgentTask>>,
    /// Whether its race waits.
    is_held: bool,
}

/// The solver of a game.
struct GameSolver {
    number: u32,
    solver: Solver,
    is_busy: Rc<Cell<bool>>,
}

/// All workers of the page.
pub(crate) struct ArenaWorkers {
    host: ArenaHost,
    agents: Vec<Working>,
    solver: Option<GameSolver>,
}

impl ArenaWorkers {
    pub(crate) const fn new(host: ArenaHost) -> Self {
        Self { host, agents: Vec::new(), solver: None }
    }

    /// Sends what the view requests. The answers are events.
    pub(crate) fn send(&mut self, view: &ArenaView, on: &Callback<ArenaEvent>) {
        self.agents.retain(|working| {
            let is_used = view.lanes().iter().any(|lane| lane.worker == working.number);
            if !is_used {
                working.worker.end();
            }
            is_used
        });
        for lane in view.lanes() {
            self.send_to_agent(view, lane, on);
        }
        if let Some(solving) = self.solver.take_if(|solving| solving.number != view.solver()) {
            solving.solver.end();
        }
        if let Some(request) = view.solver_request() {
            self.send_to_solver(view.solver(), request, on);
        }
    }

    fn send_to_agent(&mut self, view: &ArenaView, lane: &Lane, on: &Callback<ArenaEvent>) {
        let found = self.agents.iter_mut().find(|working| working.number == lane.worker);
        if let Some(Working { worker, task, is_held, .. }) = found {
            let is_racing = task.get() == AgentTask::Race(lane.round);
            let holds = is_racing && !view.is_playing();
            if std::mem::replace(is_held, holds) != holds {
                worker.hold(holds);
            }
            if let AgentTask::Race(_) = task.get() {
                if !is_racing {
                    worker.stop();
                }
                return;
            }
        }
        let found = self.agents.iter().find(|working| working.number == lane.worker);
        let Some(request) = view.agent_request(lane) else { return };
        let (worker, task) = match found {
            Some(working) => (working.worker.clone(), Rc::clone(&working.task)),
            None => match self.host.start_agent() {
                Ok(worker) => {
                    let task = Rc::new(Cell::new(AgentTask::None));
                    let number = lane.worker;
                    self.agents.push(Working {
                        number,
                        worker: worker.clone(),
                        task: task.clone(),
                        is_held: false,
                    });
                    (worker, task)
                }
                Err(error) => return on.emit(ArenaEvent::Failed(lane.worker, message(&error))),
            },
        };
        if task.get() != AgentTask::None {
            return;
        }
        let is_race = matches!(request, AgentRequest::Race { .. });
        task.set(if is_race { AgentTask::Race(lane.round) } else { AgentTask::Short });
        let (number, round, on) = (lane.worker, lane.round, on.clone());
        spawn_local(async move {
            let answer = ask(&worker, request, number, round, &on).await;
            task.set(AgentTask::None);
            on.emit(answer.unwrap_or_else(|error| ArenaEvent::Failed(number, message(&error))));
        });
    }

    fn send_to_solver(&mut self, number: u32, request: SolverRequest, on: &Callback<ArenaEvent>) {
        let failed = move |error| ArenaEvent::SolveFailed(number, message(&error));
        if let SolverRequest::Solve(_) = request
            && self.solver.is_none()
        {
            match self.host.start_solver() {
                Ok(solver) => {
                    let is_busy = Rc::new(Cell::new(false));
                    self.solver = Some(GameSolver { number, solver, is_busy });
                }
                Err(error) => return on.emit(failed(error)),
            }
        }
        let Some(GameSolver { solver, is_busy, .. }) = &self.solver else { return };
        if is_busy.replace(true) {
            return;
        }
        let (solver, is_busy, on) = (solver.clone(), Rc::clone(is_busy), on.clone());
        let limit = self.host.memory_limit();
        spawn_local(async move {
            let answer = ask_solver(&solver, number, request, limit, &on).await;
            is_busy.set(false);
            on.emit(answer.unwrap_or_else(failed));
        });
    }
}

impl Drop for ArenaWorkers {
    fn drop(&mut self) {
        self.agents.iter().for_each(|working| working.worker.end());
        self.solver.iter().for_each(|solving| solving.solver.end());
    }
}

/// Asks an agent; the answer as an event.
async fn ask(
    worker: &AgentWorker,
    request: AgentRequest,
    number: u32,
    round: u32,
    on: &Callback<ArenaEvent>,
) -> Result<ArenaEvent, JsValue> {
    let played = |answer: JsValue| ArenaEvent::Played(number, round, numbers(answer));
    match request {
        AgentRequest::Open { board, target, agent } => {
            let on = on.clone();
            let report = Closure::<dyn Fn(f64, f64)>::new(move |received, all| {
                on.emit(ArenaEvent::Downloaded(number, received, all));
            });
            worker.open(&board, target, &agent, report.as_ref()).await?;
            Ok(ArenaEvent::Opened(number))
        }
        AgentRequest::Begin { seed } => {
            worker.start(seed).await?;
            worker.play(0, 0.0).await.map(played)
        }
        AgentRequest::Play { most, milliseconds } => {
            worker.play(most, milliseconds).await.map(played)
        }
        AgentRequest::Follow { milliseconds } => {
            let answer = worker.follow(milliseconds).await?;
            Ok(ArenaEvent::Followed(number, numbers(answer)))
        }
        AgentRequest::Race { seed, milliseconds, keeps_moves } => {
            let on = on.clone();
            let report = Closure::<dyn Fn(JsValue)>::new(move |result| {
                on.emit(ArenaEvent::Playing(number, round, numbers(result)));
            });
            let answer = worker.race(seed, milliseconds, keeps_moves, report.as_ref()).await?;
            let Ok(answer) = answer.dyn_into::<Array>() else {
                // It was stopped.
                return Ok(ArenaEvent::Finished(number, round, 0.0, Vec::new()));
            };
            let results: Array = answer.get(1).unchecked_into();
            let games = results.iter().map(numbers).collect();
            let milliseconds = answer.get(0).as_f64().unwrap_or_default();
            Ok(ArenaEvent::Finished(number, round, milliseconds, games))
        }
    }
}

/// Asks the solver; the answer as an event.
async fn ask_solver(
    solver: &Solver,
    number: u32,
    request: SolverRequest,
    limit: f64,
    on: &Callback<ArenaEvent>,
) -> Result<ArenaEvent, JsValue> {
    match request {
        SolverRequest::Solve(game) => {
            let on = on.clone();
            let report =
                Closure::<dyn Fn(f64, f64, f64, f64)>::new(move |pass, _layer, states, all| {
                    // The passes after the first know how many states there are.
                    let done = if pass == 0.0 || all == 0.0 { 0.0 } else { states / all };
                    on.emit(ArenaEvent::SolvedPart(number, done));
                });
            let answer = solver.solve(&options(&game), limit, report.as_ref()).await?;
            let field = |name: &str| Reflect::get(&answer, &name.into()).unwrap_or_default();
            let start_value = field("startValue").as_f64().unwrap_or_default();
            Ok(ArenaEvent::Solved(number, start_value, field("losing").is_truthy()))
        }
        SolverRequest::Values { number, boards } => {
            let boards = SolverRequest::boards_text(&boards);
            solver.values(&boards).await.map(|answer| ArenaEvent::Values(number, numbers(answer)))
        }
        SolverRequest::Optimal { worker, round, seed, start } => {
            let answer = solver.play_on(seed, FIRST_TILES, &start.hex()).await?;
            Ok(ArenaEvent::OptimalGame(worker, round, seed, numbers(answer)))
        }
    }
}

fn numbers(answer: JsValue) -> Vec<f64> {
    answer.dyn_into::<Float64Array>().map(|it| it.to_vec()).unwrap_or_default()
}

//! Sends the requests of the page to its workers, one at a time to each.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::{Float64Array, Reflect};
use mdp2048_arena_view::{ArenaEvent, ArenaView, Lane, SolverRequest};
use mdp2048_protocol::{AgentAnswer, AgentRequest};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::spawn_local;
use web::host::AGENTS;
use web::worker::{Asked, WorkerError, message};
use yew::Callback;

use crate::host::{ArenaHost, Solver, options};

/// The random tiles of a seed on the first board.
const FIRST_TILES: u32 = 2;

/// What the worker of an agent does.
#[derive(Clone, Copy, PartialEq)]
struct AgentTask {
    round: u32,
    is_race: bool,
}

/// The worker of a lane.
struct Working {
    number: u32,
    worker: Asked<AgentRequest>,
    task: Option<AgentTask>,
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

    /// Notes the end of the task that an event answers. The view follows the event before it
    /// requests anything else, so no request is sent twice.
    pub(crate) fn note(&mut self, event: &ArenaEvent) {
        let ArenaEvent::Answered(number, round, answer) = event else { return };
        if matches!(answer, AgentAnswer::Downloaded(..) | AgentAnswer::Playing(..)) {
            return;
        }
        for working in self.agents.iter_mut().filter(|working| working.number == *number) {
            working.task.take_if(|task| task.round == *round);
        }
    }

    /// Sends what the view requests. The answers are events.
    pub(crate) fn send(&mut self, view: &ArenaView, on: &Callback<ArenaEvent>) {
        let is_used = |number| view.lanes().iter().any(|lane| lane.worker == number);
        self.agents.retain(|working| is_used(working.number));
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
        let mut at = self.agents.iter().position(|working| working.number == lane.worker);
        if let Some(Working { worker, task, is_held, .. }) = at.map(|at| &mut self.agents[at])
            && let Some(AgentTask { round, is_race }) = *task
        {
            let is_racing = is_race && round == lane.round;
            let holds = is_racing && !view.is_playing();
            if std::mem::replace(is_held, holds) != holds {
                worker.send(round, &AgentRequest::Hold(holds));
            }
            if is_racing || !is_race {
                return;
            }
            worker.send(round, &AgentRequest::Stop);
            *task = None;
        }
        let Some(request) = view.agent_request(lane) else { return };
        if at.is_none() {
            match self.start(lane.worker, on) {
                Ok(working) => self.agents.push(working),
                Err(error) => {
                    return on.emit(ArenaEvent::AgentEnded(lane.worker, message(&error)));
                }
            }
            at = self.agents.len().checked_sub(1);
        }
        let Some(working) = at.map(|at| &mut self.agents[at]) else { return };
        let is_race = matches!(request, AgentRequest::Race { .. });
        working.task = Some(AgentTask { round: lane.round, is_race });
        working.worker.send(lane.round, &request);
    }

    /// Starts the worker of an agent. Its answers are events.
    fn start(&self, number: u32, on: &Callback<ArenaEvent>) -> Result<Working, JsValue> {
        let on = on.clone();
        let answered = move |answer: Result<_, WorkerError>| {
            on.emit(match answer {
                Ok((round, answer)) => ArenaEvent::Answered(number, round, answer),
                Err(error) => ArenaEvent::AgentEnded(number, error.to_string()),
            });
        };
        let worker = Asked::new(self.host.start_program(AGENTS, "servePlayer")?, answered);
        Ok(Working { number, worker, task: None, is_held: false })
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
        self.solver.iter().for_each(|solving| solving.solver.end());
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

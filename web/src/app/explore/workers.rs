//! The workers of the page: what sends them requests and hands on their answers.

use std::cell::RefCell;
use std::collections::HashMap;

use js_sys::Date;
use mdp2048_explorer::{
    AnalysisAnswer, AnalysisRequest, Device, ExploreEvent, ExploreRequest, ExploreTask, GameNeed,
    SolveNeed, SolveProgress, SolvedGame, SolverEvent,
};
use mdp2048_protocol::{
    self as protocol, BoardValues, Service, SolverAnswer, SolverRequest, SolverService, StoredGame,
    WorkerError, reason,
};
use mdp2048_review::Grade;
use mdp2048_rules::Board;
use wasm_bindgen_futures::spawn_local;
use web::browser::WorkerClient;
use web::components::daily::Solver;
use web::host::PageHost;
use web::services::AnalysisService;
use yew::Callback;

/// The number of decisive positions to list for each tile sum.
const DECISIVE: u32 = 8;

/// The least time between two messages about how far a worker is, in milliseconds.
const PROGRESS_MS: f64 = 50.0;

/// A worker, or why it does not run.
type Worker<S> = Result<WorkerClient<S>, WorkerError>;

/// The workers by their numbers.
struct Workers {
    host: PageHost,
    solvers: HashMap<u32, Worker<SolverService>>,
    agents: HashMap<u32, Worker<AnalysisService>>,
    /// The number of the request to consider a position.
    considering: Option<u32>,
}

/// Returns what sends requests to workers, which are started when they are needed.
pub(crate) fn asking(host: PageHost) -> impl FnMut(ExploreRequest, &Callback<ExploreEvent>) {
    let mut workers = Workers::new(host);
    move |ExploreRequest { worker, task }, on| match task {
        ExploreTask::Analyse(request) => {
            let on = on.reform(move |answer| ExploreEvent::Agent(worker, answer));
            workers.ask_agent(worker, &request, on);
        }
        ExploreTask::End => workers.end(worker),
        task => {
            let on = on.reform(move |event| ExploreEvent::Solver(worker, event));
            workers.ask_solver(worker, task, on);
        }
    }
}

/// Returns what sends tasks to one worker that solves, which is started when it is needed.
pub(crate) fn solver(host: PageHost) -> Solver {
    let workers = RefCell::new(Workers::new(host));
    Callback::from(move |(task, on)| match task {
        ExploreTask::End => workers.borrow_mut().end(0),
        task => workers.borrow_mut().ask_solver(0, task, on),
    })
}

/// Sends a request. A worker that does not run answers at once.
fn ask<S: Service>(
    worker: &Worker<S>,
    request: &S::Request,
    mut on_answer: impl FnMut(Result<S::Answer, WorkerError>) + 'static,
) -> Option<u32> {
    match worker {
        Ok(worker) => worker.ask(request, on_answer),
        Err(error) => {
            on_answer(Err(error.clone()));
            None
        }
    }
}

impl Workers {
    fn new(host: PageHost) -> Self {
        Self { host, solvers: HashMap::new(), agents: HashMap::new(), considering: None }
    }

    fn end(&mut self, worker: u32) {
        if let Some(Ok(solver)) = self.solvers.remove(&worker) {
            solver.end();
        }
        if self.agents.remove(&worker).is_some() {
            self.considering = None;
        }
    }

    /// Asks the agent. The request to consider a position has no last answer when it rests.
    fn ask_agent(&mut self, worker: u32, request: &AnalysisRequest, on: Callback<AnalysisAnswer>) {
        let agent = self.agents.entry(worker).or_insert_with(|| self.host.start());
        if let (AnalysisRequest::Rest, Ok(agent)) = (request, &agent) {
            if let Some(number) = self.considering.take() {
                agent.forget(number);
            }
            return agent.tell(request);
        }
        let number = ask(agent, request, move |answer| {
            on.emit(answer.unwrap_or_else(|error| AnalysisAnswer::Failed(error.to_string())));
        });
        if matches!(request, AnalysisRequest::Consider(_)) {
            self.considering = number;
        }
    }

    fn ask_solver(&mut self, worker: u32, task: ExploreTask, on: Callback<SolverEvent>) {
        let host = self.host.clone();
        let solver = self.solvers.entry(worker).or_insert_with(|| host.start());
        match task {
            ExploreTask::Estimate { game, is_single } => {
                let request = SolverRequest::Estimate(StoredGame { game, is_single });
                ask(solver, &request, move |answer| {
                    let works_unasked = host.may_work_unasked();
                    let device = Device { memory_limit: host.memory_limit(), works_unasked };
                    on.emit(SolverEvent::Estimated { game, is_single, need: need(answer), device });
                });
            }
            ExploreTask::Solve { game, is_single } => {
                let stored = StoredGame { game, is_single };
                ask(solver, &SolverRequest::Solve(stored, host.memory_limit()), solving(on));
            }
            ExploreTask::Load(name) => {
                let (solver, on_answer) = (solver.clone(), solving(on.clone()));
                spawn_local(async move {
                    match host.file(&format!("embed/policies/{name}.policy")).await {
                        Ok(file) => _ = ask(&solver, &SolverRequest::Decode(file), on_answer),
                        Err(reason) => on.emit(SolverEvent::Solved(Err(reason))),
                    }
                });
            }
            ExploreTask::Values(boards) => {
                ask(solver, &SolverRequest::Values(boards.clone()), move |answer| {
                    on.emit(SolverEvent::Values(match answer {
                        Ok(SolverAnswer::Values(values)) => {
                            Ok(boards.iter().zip(values).map(of_board).collect())
                        }
                        other => Err(reason(other)),
                    }));
                });
            }
            ExploreTask::Map(number) => {
                let request = SolverRequest::Difficulty { good: Grade::GOOD, decisive: DECISIVE };
                let mut is_due = pacing();
                ask(solver, &request, move |answer| match answer {
                    Ok(SolverAnswer::Part(done)) => {
                        if is_due() {
                            on.emit(SolverEvent::Mapping(number, done));
                        }
                    }
                    Ok(SolverAnswer::Mapped(it)) => on.emit(SolverEvent::Mapped(number, Ok(it))),
                    other => on.emit(SolverEvent::Mapped(number, Err(reason(other)))),
                });
            }
            ExploreTask::StopMap => {
                if let Ok(solver) = solver {
                    solver.tell(&SolverRequest::StopDifficulty);
                }
            }
            // These are for other workers.
            ExploreTask::Analyse(_) | ExploreTask::End => {}
        }
    }
}

/// What an estimate says; else what is known without it.
fn need(answer: Result<SolverAnswer, WorkerError>) -> Result<SolveNeed, GameNeed> {
    match answer {
        Ok(SolverAnswer::Estimated { bytes, states }) => Ok(SolveNeed { bytes, states }),
        Ok(SolverAnswer::TooLarge(reason)) => Err(GameNeed::TooLarge(reason)),
        other => Err(GameNeed::Failed(reason(other))),
    }
}

/// Hands on the answers to a request to solve a game, or to decode its policy file.
fn solving(on: Callback<SolverEvent>) -> impl FnMut(Result<SolverAnswer, WorkerError>) {
    let begin = Date::now();
    let mut is_due = pacing();
    move |answer| {
        let seconds = (Date::now() - begin) / 1000.0;
        let progress = match answer {
            Ok(SolverAnswer::Solving(layer)) => SolveProgress {
                pass: layer.pass,
                tile_sum: layer.sum.get(),
                states: layer.states,
                states_in_all: layer.states_in_all,
                seconds,
            },
            Ok(SolverAnswer::Part(states)) => SolveProgress { states, ..SolveProgress::default() },
            Ok(SolverAnswer::Valued(it)) => {
                return on.emit(SolverEvent::Valued(solved_game(it, seconds)));
            }
            Ok(SolverAnswer::Solved(it)) => {
                return on.emit(SolverEvent::Solved(Ok(solved_game(it, seconds))));
            }
            other => return on.emit(SolverEvent::Solved(Err(reason(other)))),
        };
        if is_due() {
            on.emit(SolverEvent::Solving(progress));
        }
    }
}

fn solved_game(it: protocol::SolvedGame, seconds: f64) -> SolvedGame {
    SolvedGame {
        valued_game: it.valued_game,
        start_return: it.start_return,
        states: it.states,
        bytes: it.bytes,
        value_error: it.value_error,
        all_actions: it.all_actions,
        seconds,
    }
}

/// Returns whether it is time for another message about how far a worker is: the page is drawn
/// after each.
fn pacing() -> impl FnMut() -> bool {
    let mut last = f64::NEG_INFINITY;
    move || {
        let is_due = Date::now() - last >= PROGRESS_MS;
        if is_due {
            last = Date::now();
        }
        is_due
    }
}

/// The action values of a board, NaN for actions that are not allowed.
fn of_board((board, values): (&Board, BoardValues)) -> (Board, [f64; 4]) {
    (*board, values.actions.map(|it| it.unwrap_or(f64::NAN)))
}

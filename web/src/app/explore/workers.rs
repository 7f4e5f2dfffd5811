//! The workers of the page: what sends them requests and hands on their answers.

use std::collections::HashMap;

use js_sys::Date;
use mdp2048_explorer::{
    AgentEvent, Device, ExploreEvent, ExploreRequest, ExploreTask, GameNeed, Grade, NextTileGames,
    PositionEstimate, SolveNeed, SolveProgress, SolvedGame, SolverEvent,
};
use mdp2048_protocol::{
    AnalysisAnswer, AnalysisRequest, AnalysisService, BoardEstimate, BoardValues, Service,
    SolverAnswer, SolverRequest, SolverService, StoredGame, WorkerError, reason,
};
use mdp2048_rules::Board;
use wasm_bindgen_futures::spawn_local;
use web::browser::WorkerClient;
use web::host::PageHost;
use yew::Callback;

/// The number of decisive positions to list for each tile sum.
const DECISIVE: u32 = 8;

/// The least time between two messages about how far a worker is, in milliseconds.
const PROGRESS_MS: f64 = 50.0;

/// A worker, or why it does not run.
type Worker<S> = Result<WorkerClient<S>, WorkerError>;

/// Returns what sends requests to workers, which are started when they are needed.
pub(crate) fn asking(host: PageHost) -> impl FnMut(ExploreRequest, &Callback<ExploreEvent>) {
    let mut solvers = HashMap::<u32, Worker<SolverService>>::new();
    let mut agents = HashMap::<u32, Agent>::new();
    move |ExploreRequest { worker, task }, on| {
        let agent_request = match task {
            ExploreTask::OpenAgent => AnalysisRequest::Open,
            ExploreTask::Consider(board) => AnalysisRequest::Consider(board),
            ExploreTask::Rest => AnalysisRequest::Rest,
            ExploreTask::Grade(boards) => AnalysisRequest::Grade(boards),
            ExploreTask::End => {
                if let Some(Ok(solver)) = solvers.remove(&worker) {
                    solver.end();
                }
                agents.remove(&worker);
                return;
            }
            task => {
                let solver = solvers.entry(worker).or_insert_with(|| host.start());
                let on = on.reform(move |event| ExploreEvent::Solver(worker, event));
                return ask_solver(solver, task, &host, on);
            }
        };
        let on = on.reform(move |event| ExploreEvent::Agent(worker, event));
        let agent = agents.entry(worker);
        agent.or_insert_with(|| Agent::start(&host)).ask(&agent_request, on);
    }
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

fn ask_solver(
    solver: &Worker<SolverService>,
    task: ExploreTask,
    host: &PageHost,
    on: Callback<SolverEvent>,
) {
    match task {
        ExploreTask::Estimate { game, is_single } => {
            let host = host.clone();
            let request = SolverRequest::Estimate(StoredGame { game, is_single });
            ask(solver, &request, move |answer| {
                let (memory_limit, works_unasked) = (host.memory_limit(), host.may_work_unasked());
                let (need, device) = (need(answer), Device { memory_limit, works_unasked });
                on.emit(SolverEvent::Estimated { game, is_single, need, device });
            });
        }
        ExploreTask::Solve { game, is_single } => {
            let request = SolverRequest::Solve(StoredGame { game, is_single }, host.memory_limit());
            ask(solver, &request, solving(on));
        }
        ExploreTask::Load(name) => {
            let (solver, host, on_answer) = (solver.clone(), host.clone(), solving(on.clone()));
            spawn_local(async move {
                match host.file(&format!("embed/policies/{name}.policy")).await {
                    Ok(file) => _ = ask(&solver, &SolverRequest::Decode(file), on_answer),
                    Err(reason) => on.emit(SolverEvent::Solved(Err(reason))),
                }
            });
        }
        ExploreTask::Values(boards) => {
            let request = SolverRequest::Values(boards.clone());
            ask(solver, &request, move |answer| {
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
                Ok(SolverAnswer::Part(done)) if is_due() => {
                    on.emit(SolverEvent::Mapping(number, done));
                }
                Ok(SolverAnswer::Part(_)) => {}
                Ok(SolverAnswer::Mapped(layers)) => {
                    on.emit(SolverEvent::Mapped(number, Ok(layers)));
                }
                other => on.emit(SolverEvent::Mapped(number, Err(reason(other)))),
            });
        }
        ExploreTask::StopMap => {
            if let Ok(solver) = solver {
                solver.tell(&SolverRequest::StopDifficulty);
            }
        }
        // These are not for a solver.
        ExploreTask::OpenAgent
        | ExploreTask::Consider(_)
        | ExploreTask::Rest
        | ExploreTask::Grade(_)
        | ExploreTask::End => {}
    }
}

/// What an estimate says; else what is known without it.
fn need(answer: Result<SolverAnswer, WorkerError>) -> Result<SolveNeed, GameNeed> {
    match answer {
        Ok(SolverAnswer::Estimated { bytes, states }) => Ok(SolveNeed {
            least_bytes: bytes[0],
            most_bytes: bytes[1],
            least_states: states[0],
            most_states: states[1],
        }),
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
            Ok(SolverAnswer::Solved(it)) => {
                return on.emit(SolverEvent::Solved(Ok(SolvedGame {
                    valued_game: it.valued_game,
                    start_value: it.start_value,
                    states: it.states,
                    bytes: it.bytes,
                    value_error: it.value_error,
                    seconds,
                })));
            }
            other => return on.emit(SolverEvent::Solved(Err(reason(other)))),
        };
        if is_due() {
            on.emit(SolverEvent::Solving(progress));
        }
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

/// The worker of the learned agent.
struct Agent {
    worker: Worker<AnalysisService>,
    /// The number of the request to consider a position.
    considering: Option<u32>,
}

impl Agent {
    fn start(host: &PageHost) -> Self {
        Self { worker: host.start(), considering: None }
    }

    fn ask(&mut self, request: &AnalysisRequest, on: Callback<AgentEvent>) {
        if matches!(request, AnalysisRequest::Rest) {
            return self.rest();
        }
        let number = ask(&self.worker, request, move |answer| {
            on.emit(match answer {
                Ok(AnalysisAnswer::Downloaded(received, length)) => {
                    AgentEvent::Downloaded(received, length)
                }
                Ok(AnalysisAnswer::Opened) => AgentEvent::Opened,
                Ok(AnalysisAnswer::Found(board, found)) => {
                    AgentEvent::Found(board, estimate(found))
                }
                Ok(AnalysisAnswer::Settled(board)) => AgentEvent::Settled(board),
                Ok(AnalysisAnswer::Graded(found)) => AgentEvent::Graded(found),
                Ok(AnalysisAnswer::Failed(reason)) => AgentEvent::Failed(reason),
                Err(error) => AgentEvent::Failed(error.to_string()),
            });
        });
        if matches!(request, AnalysisRequest::Consider(_)) {
            self.considering = number;
        }
    }

    /// Ends the thinking about a position, which has no last answer then.
    fn rest(&mut self) {
        if let (Ok(worker), Some(number)) = (&self.worker, self.considering.take()) {
            worker.forget(number);
            worker.tell(&AnalysisRequest::Rest);
        }
    }
}

/// What the agent has found, as the page holds it.
fn estimate(BoardEstimate { plies, points, games }: BoardEstimate) -> PositionEstimate {
    let games = games.map(|it| NextTileGames { games: it.games, made: it.made });
    PositionEstimate { plies, points, games }
}

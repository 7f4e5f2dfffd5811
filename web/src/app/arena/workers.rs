//! Sends the requests of the page to its workers, one at a time to each.

use mdp2048_arena::{ArenaEvent, ArenaView, Lane, SolverTask};
use mdp2048_model::Valuation;
use mdp2048_protocol::{
    AgentAnswer, AgentRequest, AgentService, SolverAnswer, SolverRequest, SolverService,
    StoredGame, WorkerError, reason,
};
use web::browser::WorkerClient;
use web::host::PageHost;
use yew::Callback;

/// The random tiles of a seed on the first board.
const FIRST_TILES: u32 = 2;

/// What the worker of an agent does.
#[derive(Clone, Copy, PartialEq)]
struct AgentTask {
    round: u32,
    is_race: bool,
    /// The number of the request.
    number: Option<u32>,
}

/// The worker of a lane.
struct Working {
    number: u32,
    worker: WorkerClient<AgentService>,
    task: Option<AgentTask>,
    /// Whether its race waits.
    is_held: bool,
}

/// The solver of a game.
struct GameSolver {
    number: u32,
    solver: WorkerClient<SolverService>,
    is_busy: bool,
}

/// All workers of the page.
pub(crate) struct ArenaWorkers {
    host: PageHost,
    agents: Vec<Working>,
    solver: Option<GameSolver>,
}

impl ArenaWorkers {
    pub(crate) const fn new(host: PageHost) -> Self {
        Self { host, agents: Vec::new(), solver: None }
    }

    /// Notes the end of the task that an event answers. The view follows the event before it
    /// requests anything else, so no request is sent twice.
    pub(crate) fn note(&mut self, event: &ArenaEvent) {
        match event {
            ArenaEvent::Answered(_, _, AgentAnswer::Downloaded(..) | AgentAnswer::Playing(..)) => {}
            ArenaEvent::Answered(number, round, _) => {
                for working in self.agents.iter_mut().filter(|working| working.number == *number) {
                    working.task.take_if(|task| task.round == *round);
                }
            }
            ArenaEvent::Solved(number, ..) | ArenaEvent::SolveFailed(number, _) => {
                if let Some(solving) = self.solver.as_mut().filter(|it| it.number == *number) {
                    solving.is_busy = false;
                }
            }
            ArenaEvent::OptimalGame(..) | ArenaEvent::Values(..) => {
                if let Some(solving) = &mut self.solver {
                    solving.is_busy = false;
                }
            }
            _ => {}
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
        if let Some(task) = view.solver_task() {
            self.send_to_solver(view.solver(), task, on);
        }
    }

    fn send_to_agent(&mut self, view: &ArenaView, lane: &Lane, on: &Callback<ArenaEvent>) {
        let mut at = self.agents.iter().position(|working| working.number == lane.worker);
        if let Some(Working { worker, task, is_held, .. }) = at.map(|at| &mut self.agents[at])
            && let Some(AgentTask { round, is_race, number }) = *task
        {
            let is_racing = is_race && round == lane.round;
            let holds = is_racing && !view.is_playing();
            if std::mem::replace(is_held, holds) != holds {
                worker.tell(&AgentRequest::Hold(holds));
            }
            if is_racing || !is_race {
                return;
            }
            worker.tell(&AgentRequest::Stop);
            number.into_iter().for_each(|number| worker.forget(number));
            *task = None;
        }
        let Some(request) = view.agent_request(lane) else { return };
        if at.is_none() {
            let number = lane.worker;
            match self.host.start() {
                Ok(worker) => {
                    self.agents.push(Working { number, worker, task: None, is_held: false });
                }
                Err(error) => return on.emit(ArenaEvent::AgentEnded(number, error.to_string())),
            }
            at = self.agents.len().checked_sub(1);
        }
        let Some(working) = at.map(|at| &mut self.agents[at]) else { return };
        let is_race = matches!(request, AgentRequest::Race { .. });
        let (worker, round, on) = (lane.worker, lane.round, on.clone());
        let number = working.worker.ask(&request, move |answer| {
            on.emit(match answer {
                Ok(answer) => ArenaEvent::Answered(worker, round, answer),
                Err(error) => ArenaEvent::AgentEnded(worker, error.to_string()),
            });
        });
        working.task = Some(AgentTask { round, is_race, number });
    }

    fn send_to_solver(&mut self, number: u32, task: SolverTask, on: &Callback<ArenaEvent>) {
        if let SolverTask::Solve(_) = task
            && self.solver.is_none()
        {
            match self.host.start() {
                Ok(solver) => self.solver = Some(GameSolver { number, solver, is_busy: false }),
                Err(error) => return on.emit(ArenaEvent::SolveFailed(number, error.to_string())),
            }
        }
        let Some(GameSolver { solver, is_busy, .. }) = &mut self.solver else { return };
        if std::mem::replace(is_busy, true) {
            return;
        }
        let request = match &task {
            SolverTask::Solve(game) => {
                let stored = StoredGame { game: *game.game(), is_single: false };
                SolverRequest::Solve(stored, self.host.memory_limit())
            }
            SolverTask::Values { boards, .. } => SolverRequest::Values(boards.clone()),
            SolverTask::Optimal { seed, start, .. } => {
                SolverRequest::Play { seed: *seed, tiles: FIRST_TILES, board: *start }
            }
        };
        let on = on.clone();
        solver.ask(&request, move |answer| on.emit(solver_event(number, &task, answer)));
    }
}

/// The answer of the solver of this number to a task, as an event.
fn solver_event(
    number: u32,
    task: &SolverTask,
    answer: Result<SolverAnswer, WorkerError>,
) -> ArenaEvent {
    match (answer, task) {
        (Ok(SolverAnswer::Solving(layer)), _) => {
            // The passes after the first know how many states there are.
            let is_known = layer.pass > 0 && layer.states_in_all > 0.0;
            let done = if is_known { layer.states / layer.states_in_all } else { 0.0 };
            ArenaEvent::SolvedPart(number, done)
        }
        (Ok(SolverAnswer::Solved(solved)), _) => {
            let is_losing = solved.valued_game.valuation() == Valuation::Losing;
            ArenaEvent::Solved(number, solved.start_value, is_losing)
        }
        (Ok(SolverAnswer::Values(values)), SolverTask::Values { number, .. }) => {
            ArenaEvent::Values(*number, values)
        }
        (Ok(SolverAnswer::Played(moves)), SolverTask::Optimal { worker, round, seed, .. }) => {
            ArenaEvent::OptimalGame(*worker, *round, *seed, moves)
        }
        (other, _) => ArenaEvent::SolveFailed(number, reason(other)),
    }
}

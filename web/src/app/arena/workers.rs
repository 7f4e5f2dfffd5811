//! The workers of the page: one for each agent, and the solver.

use std::collections::HashMap;

use mdp2048_arena::{ArenaEvent, ArenaRequest};
use mdp2048_protocol::{AgentRequest, AgentService, SolverRequest, SolverService, StoredGame};
use web::browser::WorkerClient;
use web::host::PageHost;
use yew::Callback;

/// The worker of an agent.
struct Agent {
    worker: WorkerClient<AgentService>,
    /// The number of its last request.
    asked: Option<u32>,
}

/// Returns what sends requests to the workers. Those that it ends, or drops, stop at once.
pub(crate) fn asking(host: PageHost) -> impl FnMut(ArenaRequest, &Callback<ArenaEvent>) {
    let mut agents: HashMap<u32, Agent> = HashMap::new();
    let mut solver: Option<WorkerClient<SolverService>> = None;
    move |request, on| match request {
        ArenaRequest::Agent(number, round, request) => {
            let on = on.reform(move |answer| ArenaEvent::Answered(number, round, answer));
            let worker = match agents.get(&number) {
                Some(agent) => Ok(agent.worker.clone()),
                None => host.start(),
            };
            match worker {
                Ok(worker) => {
                    let asked = worker.ask(&request, move |answer| on.emit(answer));
                    agents.insert(number, Agent { worker, asked });
                }
                Err(error) => on.emit(Err(error)),
            }
        }
        ArenaRequest::Tell(number, request) => {
            if let Some(Agent { worker, asked }) = agents.get_mut(&number) {
                worker.tell(&request);
                if request == AgentRequest::Stop {
                    asked.take().into_iter().for_each(|asked| worker.forget(asked));
                }
            }
        }
        ArenaRequest::EndAgent(number) => drop(agents.remove(&number)),
        ArenaRequest::Solve(number, game) => {
            let on = on.reform(move |answer| ArenaEvent::SolverAnswered(number, answer));
            let game = StoredGame { game, is_single: false };
            match host.start() {
                Ok(started) => {
                    let request = SolverRequest::Solve(game, host.memory_limit());
                    let worker = solver.insert(started);
                    worker.ask(&request, move |answer| on.emit(answer));
                }
                Err(error) => on.emit(Err(error)),
            }
        }
        ArenaRequest::Solver(number, request) => {
            let on = on.reform(move |answer| ArenaEvent::SolverAnswered(number, answer));
            if let Some(worker) = &solver {
                worker.ask(&request, move |answer| on.emit(answer));
            }
        }
        ArenaRequest::EndSolver => solver = None,
    }
}

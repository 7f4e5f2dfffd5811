//! What the workers of the page do, and what they are asked next.

use std::rc::Rc;

use mdp2048_display::{Effect, EffectOf};
use mdp2048_model::{Game, Seed, SeededSpawns};
use mdp2048_protocol::{AgentRequest, Decision, SolverRequest};

use super::{ArenaView, Solving};
use crate::choice::OPTIMAL;
use crate::exact::ExactResults;
use crate::lane::{AgentTask, Lane, LaneState};
use crate::speed::LONGEST_TURN_MS;
use crate::url::ArenaMode;

/// The time after which a worker begins no other game of a race, in milliseconds. On a solved game
/// its answer also has all boards.
const RACE_MS: f64 = 150.0;
const SOLVED_RACE_MS: f64 = 20.0;

/// How many games an agent may be ahead of the slowest in a race.
const MOST_AHEAD: usize = 20_000;

/// The time after which an answer with exact results is sent, in milliseconds.
const FOLLOW_MS: f64 = 150.0;

/// About the time between two such answers while agents race on a solved game, in milliseconds.
pub(super) const FOLLOW_TURN_MS: f64 = FOLLOW_MS + SOLVED_RACE_MS;

/// The most decisions that wait for exact values before agents wait too.
pub(super) const MOST_WAITING: usize = 20_000;

/// The random tiles of a seed on the first board.
const FIRST_TILES: u32 = 2;

/// What the page asks of its workers.
#[derive(Clone, Debug, PartialEq)]
pub enum ArenaRequest {
    /// Asks the worker of an agent, which starts with its first request: the number of the worker,
    /// the round of its lane and the request.
    Agent(u32, u32, AgentRequest),
    /// Sends the worker of an agent a request that has no answer.
    Tell(u32, AgentRequest),
    /// Ends the worker of an agent, if it runs.
    EndAgent(u32),
    /// Starts the solver of this number, which solves the game.
    Solve(u32, Game),
    /// Asks the solver of this number.
    Solver(u32, SolverRequest),
    /// Ends the solver, if it runs.
    EndSolver,
}

/// What the solver does: one task at a time.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum SolverTask {
    /// It solves the game.
    Solve,
    /// It finds the values of decisions.
    Values(Waiting),
    /// It plays the optimal game of a seed, for a lane.
    Optimal { worker: u32, round: u32, seed: Seed },
}

/// Decisions that wait for exact values.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Waiting {
    pub(super) worker: u32,
    pub(super) round: u32,
    /// The number of the first move, or `None` for a whole game of a race.
    pub(super) first: Option<u32>,
    pub(super) decisions: Vec<Decision>,
}

impl ArenaView {
    /// Asks the workers for what they have to do next.
    pub(super) fn ask_workers(&mut self) -> Vec<EffectOf<Self>> {
        let mut requests = Vec::new();
        for at in 0..self.lanes.len() {
            self.ask_agent(at, &mut requests);
        }
        requests.extend(self.ask_solver());
        requests.into_iter().map(Effect::Ask).collect()
    }

    fn ask_agent(&mut self, at: usize, requests: &mut Vec<ArenaRequest>) {
        let is_held = !self.is_playing();
        let Lane { worker, round, task, .. } = &mut self.lanes[at];
        let (worker, round) = (*worker, *round);
        if let Some(doing) = task {
            let is_race = matches!(doing.request, AgentRequest::Race { .. });
            if is_race && doing.round == round && doing.is_held != is_held {
                doing.is_held = is_held;
                requests.push(ArenaRequest::Tell(worker, AgentRequest::Hold(is_held)));
            }
            if !is_race || doing.round == round {
                return;
            }
            // A race of an earlier round has no answer any more.
            requests.push(ArenaRequest::Tell(worker, AgentRequest::Stop));
            *task = None;
        }
        if let Some(request) = self.next_of_agent(&self.lanes[at]) {
            let task = AgentTask { round, request: request.clone(), is_held: false };
            self.lanes[at].task = Some(task);
            requests.push(ArenaRequest::Agent(worker, round, request));
        }
    }

    /// What the worker of a lane has to do next.
    fn next_of_agent(&self, lane: &Lane) -> Option<AgentRequest> {
        match lane.state {
            _ if lane.agent == OPTIMAL || !self.is_shown => None,
            LaneState::Failed(_) => None,
            LaneState::Opening(..) if self.awaits_start(lane) => None,
            LaneState::Opening(..) => {
                Some(AgentRequest::Open { game: *self.url.game.game(), agent: lane.agent.clone() })
            }
            LaneState::Ready if self.url.mode == ArenaMode::Race => {
                let waiting: usize = self.waiting.iter().map(|it| it.decisions.len()).sum();
                let is_compared = self.is_compared();
                let can_play = waiting < MOST_WAITING && lane.ahead.len() < MOST_AHEAD;
                // Exact results are computed in turn with games, and while no game may begin.
                let follows = lane.follows_next || !can_play;
                if self.is_playing()
                    && follows
                    && matches!(lane.exact, ExactResults::Running { .. })
                {
                    return Some(AgentRequest::Follow { milliseconds: FOLLOW_MS });
                }
                (self.is_playing() && can_play).then(|| AgentRequest::Race {
                    seed: self.seed_of_game(lane),
                    milliseconds: if is_compared { SOLVED_RACE_MS } else { RACE_MS },
                    keeps_moves: is_compared,
                })
            }
            LaneState::Ready if lane.position.is_none() => {
                Some(AgentRequest::Begin { seed: self.url.seed })
            }
            LaneState::Ready => (lane.wanted > 0 && !lane.is_over() && self.have_begun())
                .then_some(AgentRequest::Play { most: lane.wanted, milliseconds: LONGEST_TURN_MS }),
        }
    }

    /// Whether the agents side by side have all begun, so that they play on together. The solver
    /// may take a long time, so nobody waits for the optimal policy.
    fn have_begun(&self) -> bool {
        self.lanes.iter().all(|lane| lane.agent == OPTIMAL || lane.has_begun())
    }

    fn ask_solver(&mut self) -> Option<ArenaRequest> {
        if self.solver_task.is_some() || !self.url.game.is_solvable() || !self.is_shown {
            return None;
        }
        let game = *self.url.game.game();
        let (task, request) = match self.solving {
            Solving::Failed(_) => return None,
            Solving::None | Solving::Running(_) => {
                (SolverTask::Solve, ArenaRequest::Solve(self.solver, game))
            }
            Solving::Solved(..) => {
                let (task, request) = match self.lanes.iter().find(|it| self.needs_game(it)) {
                    Some(lane) => {
                        let is_race = self.url.mode == ArenaMode::Race;
                        let seed = if is_race { self.seed_of_game(lane) } else { self.url.seed };
                        let (worker, round) = (lane.worker, lane.round);
                        let board = SeededSpawns::new(seed).start(&game);
                        let play = SolverRequest::Play { seed, tiles: FIRST_TILES, board };
                        (SolverTask::Optimal { worker, round, seed }, play)
                    }
                    None => {
                        self.waiting.front()?;
                        let next = Rc::make_mut(&mut self.waiting).pop_front()?;
                        let boards = next.decisions.iter().map(|it| it.0).collect();
                        (SolverTask::Values(next), SolverRequest::Values(boards))
                    }
                };
                (task, ArenaRequest::Solver(self.solver, request))
            }
        };
        self.solver_task = Some(task);
        Some(request)
    }

    /// Whether a lane needs a game of the optimal policy. In a race, that policy begins one once
    /// another agent has finished as many, or while no decisions wait.
    fn needs_game(&self, lane: &Lane) -> bool {
        if lane.agent != OPTIMAL || lane.state != LaneState::Ready {
            return false;
        }
        if self.url.mode == ArenaMode::Watch {
            return lane.script.is_none();
        }
        let others = self.lanes.iter().filter(|lane| lane.agent != OPTIMAL);
        let finished = others.map(Lane::finished).max();
        let is_due = finished.is_none_or(|games| lane.finished() <= games);
        self.is_running && (is_due || self.waiting.is_empty()) && lane.ahead.len() < MOST_AHEAD
    }

    /// The seed of the next game of a race.
    fn seed_of_game(&self, lane: &Lane) -> Seed {
        self.url.seed.get().wrapping_add(lane.finished() as u32).into()
    }
}

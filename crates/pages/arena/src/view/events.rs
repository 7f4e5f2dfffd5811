//! What happens to the page.

use mdp2048_display::{SeedField, short_seed};
use mdp2048_model::Seed;
use mdp2048_protocol::{AgentAnswer, BoardValues, OptimalMove};

use super::{ArenaView, HeldArena, Solving};
use crate::arena_game::ArenaGame;
use crate::choice::{check_agent, choices};
use crate::lane::{Lane, LaneState};
use crate::speed::ArenaSpeed;
use crate::url::{ArenaMode, ArenaUrl, usual_agents};

/// Something that happens to the page.
#[derive(Clone, Debug, PartialEq)]
pub enum ArenaEvent {
    /// The reader has followed a link to this address.
    Open(String),
    /// The reader has come back to an entry of the history, for which the page held this.
    Return(HeldArena),
    /// The browser has kept a race of this tab, see [`ArenaView::kept_race`].
    Restore(String),
    /// The reader chooses a game by its name.
    Game(String),
    /// The reader chooses the agent of a lane.
    Agent(usize, String),
    /// The reader adds a lane.
    Add,
    /// The reader removes a lane.
    Remove(usize),
    /// The reader chooses between one game and a race.
    Mode(ArenaMode),
    /// The reader types into the field of the seed.
    TypeSeed(String),
    /// The reader has left that field with this text, or pressed Enter there.
    EnterSeed(String),
    /// The reader asks for another seed, which a random word chooses.
    RandomSeed(u32),
    /// The reader chooses a speed.
    Speed(ArenaSpeed),
    /// The reader starts or pauses.
    Toggle,
    /// The reader asks for one move of every agent.
    Step,
    /// The reader begins again.
    Restart,
    /// The reader tries again what has failed.
    Retry,
    /// The time of a move has passed.
    Tick,
    /// The reader sees the page now, or has left it or hidden its tab.
    Shown(bool),
    /// The worker of an agent answers: the worker, the round and the answer.
    Answered(u32, u32, AgentAnswer),
    /// The worker of an agent does not run or has ended, for the given reason.
    AgentEnded(u32, String),
    /// The solver of this number has solved this share of the states.
    SolvedPart(u32, f64),
    /// The solver of this number has solved the game: the start value, and whether values are minus
    /// the probability of losing.
    Solved(u32, f64, bool),
    /// The solver of this number has failed, for the given reason.
    SolveFailed(u32, String),
    /// The solver has found the optimal game: the worker and the round of the lane, the seed and
    /// the moves.
    OptimalGame(u32, u32, Seed, Vec<OptimalMove>),
    /// The exact values of boards, and the number of their request.
    Values(u32, Vec<BoardValues>),
}

impl ArenaView {
    /// The page after an event.
    #[must_use]
    pub fn after(mut self, event: ArenaEvent) -> Self {
        match event {
            ArenaEvent::Open(address) => return self.opened(&address),
            ArenaEvent::Return(held) => return self.returned(held),
            ArenaEvent::Restore(race) => self.restore(&race),
            ArenaEvent::Game(name) => {
                if let Some(game) = ArenaGame::named(&name) {
                    self.url.game = game;
                    // Those of a game that the reader has not changed are no choice.
                    let is_usual = ArenaGame::all().any(|it| usual_agents(&it) == self.chosen);
                    let mut agents = self.chosen.clone();
                    agents.retain(|agent| check_agent(agent, &game).is_ok());
                    let is_kept = !is_usual && !agents.is_empty();
                    self.url.agents = if is_kept { agents } else { usual_agents(&game) };
                    self.url.problems.clear();
                    self.begin_solving();
                    self.fill_lanes();
                }
            }
            ArenaEvent::Agent(at, agent) => {
                if check_agent(&agent, &self.url.game).is_ok() && at < self.lanes.len() {
                    self.url.agents[at].clone_from(&agent);
                    self.lanes[at] = self.new_lane(agent);
                    self.joined();
                }
            }
            ArenaEvent::Add => {
                let unused = |spec: &str| !self.url.agents.iter().any(|agent| agent == spec);
                let spec = choices(&self.url.game).map(|it| it.spec).find(|spec| unused(spec));
                if let Some(spec) = spec.filter(|_| self.can_add()) {
                    self.url.agents.push(spec.to_owned());
                    let lane = self.new_lane(spec.to_owned());
                    self.lanes.push(lane);
                    self.joined();
                }
            }
            ArenaEvent::Remove(at) => {
                if self.lanes.len() > 1 && at < self.lanes.len() {
                    self.lanes.remove(at);
                    self.url.agents.remove(at);
                    self.changed_agents();
                    self.count_games();
                }
            }
            ArenaEvent::Mode(mode) => {
                if self.url.mode != mode {
                    self.url.mode = mode;
                    self.restart();
                }
            }
            ArenaEvent::TypeSeed(text) => self.seed_field = SeedField::typed(text),
            ArenaEvent::EnterSeed(text) => {
                self.seed_field = SeedField::typed(text);
                if let Some(seed) = self.seed_field.seed().filter(|&seed| seed != self.url.seed) {
                    self.url.seed = seed;
                    self.restart();
                }
            }
            ArenaEvent::RandomSeed(word) => {
                self.url.seed = short_seed(word, self.url.seed);
                self.seed_field = SeedField::showing(self.url.seed);
                self.restart();
            }
            ArenaEvent::Speed(speed) => self.speed = speed,
            ArenaEvent::Toggle => {
                self.has_started = true;
                if self.is_over() {
                    self.restart();
                    self.is_running = true;
                } else {
                    self.is_running = !self.is_running;
                }
            }
            ArenaEvent::Step => {
                self.has_started = true;
                self.is_running = false;
                self.ask(1);
            }
            ArenaEvent::Restart => self.restart(),
            ArenaEvent::Retry => self.retry(),
            ArenaEvent::Tick => {
                if self.is_playing() && self.url.mode == ArenaMode::Watch {
                    self.ask(self.speed.moves());
                }
            }
            ArenaEvent::Shown(is_shown) => self.is_shown = is_shown,
            ArenaEvent::Answered(worker, round, answer) => self.answered(worker, round, answer),
            ArenaEvent::AgentEnded(worker, reason) => self.failed(worker, reason),
            ArenaEvent::SolvedPart(solver, done) => {
                if solver == self.solver && !matches!(self.solving, Solving::Solved(..)) {
                    self.solving = Solving::Running(done);
                }
            }
            ArenaEvent::Solved(solver, start_value, losing) => {
                if solver == self.solver {
                    self.solved(start_value, losing);
                }
            }
            ArenaEvent::SolveFailed(solver, reason) => {
                if solver == self.solver {
                    self.solve_failed(reason);
                }
            }
            ArenaEvent::OptimalGame(worker, round, seed, moves) => {
                self.optimal_game(worker, round, seed, &moves);
            }
            ArenaEvent::Values(number, values) => self.valued(number, &values),
        }
        if self.is_over() {
            self.is_running = false;
        }
        self
    }

    /// The page at an address, before the first game. The workers of agents that stay go on.
    pub(super) fn opened(mut self, address: &str) -> Self {
        let url = ArenaUrl::parse(address);
        if url.game != self.url.game || url.agents != self.url.agents {
            let is_same_game = url.game == self.url.game;
            // Workers are never used for another agent, and numbers for another request.
            let mut view = Self {
                next_worker: self.next_worker,
                next_waiting: self.next_waiting,
                speed: self.speed,
                is_shown: self.is_shown,
                solver: self.solver,
                solving: self.solving,
                ..Self::open(address)
            };
            if !is_same_game {
                view.begin_solving();
            }
            view.fill_lanes();
            return view;
        }
        self.seed_field = SeedField::showing(url.seed);
        self.restart();
        self.url = url;
        self
    }

    /// The page needs a solver for another game, or another solver.
    fn begin_solving(&mut self) {
        self.solver += 1;
        self.solving = Solving::None;
    }

    fn new_lane(&mut self, agent: String) -> Lane {
        self.next_worker += 1;
        let state = self.solving.state_of(&agent);
        Lane { state, ..Lane::new(self.next_worker, agent, &self.url.game) }
    }

    pub(super) fn fill_lanes(&mut self) {
        self.is_running = false;
        self.waiting.clear();
        let agents = self.url.agents.clone();
        self.lanes = agents.into_iter().map(|agent| self.new_lane(agent)).collect();
    }

    /// The agents are others, by the choice of the reader.
    fn changed_agents(&mut self) {
        self.url.problems.clear();
        self.chosen.clone_from(&self.url.agents);
    }

    /// Another agent has joined. In a race it plays the games of the same seeds from the first on,
    /// and the others keep theirs. Agents that play one game all begin it again.
    fn joined(&mut self) {
        self.changed_agents();
        if self.url.mode == ArenaMode::Watch {
            self.restart();
        }
    }

    fn restart(&mut self) {
        self.is_running = false;
        self.url.problems.clear();
        self.waiting.clear();
        let game = self.url.game;
        self.lanes = self.lanes.iter().map(|lane| lane.restarted(&game)).collect();
    }

    fn retry(&mut self) {
        if matches!(self.solving, Solving::Failed(_)) {
            self.begin_solving();
        }
        for at in 0..self.lanes.len() {
            if matches!(self.lanes[at].state, LaneState::Failed(_)) {
                self.lanes[at] = self.new_lane(self.lanes[at].agent.clone());
            }
        }
    }

    /// Asks every agent for moves. The game of the optimal policy is known.
    fn ask(&mut self, moves: u32) {
        for lane in &mut self.lanes {
            if let Some(script) = &lane.script {
                let last = script.len() - 1;
                let next = (lane.moves as usize).saturating_add(moves as usize).min(last);
                lane.moves = next as u32;
                lane.position = script.get(next).copied();
            } else if !lane.is_over() {
                lane.wanted = lane.wanted.max(moves);
            }
        }
    }

    pub(super) fn set_state(&mut self, worker: u32, state: &LaneState) {
        for lane in &mut self.lanes {
            if lane.worker == worker {
                lane.state = state.clone();
            }
        }
    }

    pub(super) fn lane(&mut self, worker: u32, round: u32) -> Option<&mut Lane> {
        self.lanes.iter_mut().find(|lane| lane.worker == worker && lane.round == round)
    }
}

//! The reducer: how each event changes the page, and what is to be done then.

use std::rc::Rc;

use mdp2048_display::{Effect, EffectOf, Opened, Reducer, SeedField, short_seed};
use mdp2048_protocol::{AgentAnswer, SolverAnswer, WorkerError};

use super::{ArenaRequest, ArenaView, HeldArena, Solving};
use crate::arena_game::ArenaGame;
use crate::choice::{check_agent, choices};
use crate::lane::{Lane, LaneState};
use crate::speed::ArenaSpeed;
use crate::url::{ArenaMode, ArenaUrl, usual_agents};

/// Something that happens to the page.
#[derive(Clone, Debug, PartialEq)]
pub enum ArenaEvent {
    /// The reader has come to an entry of the history.
    Open(Box<Opened<HeldArena>>),
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
    /// The worker of an agent answers, or has ended: the worker, the round and the answer.
    Answered(u32, u32, Result<AgentAnswer, WorkerError>),
    /// The solver of this number answers, or has ended.
    SolverAnswered(u32, Result<SolverAnswer, WorkerError>),
}

impl From<Opened<HeldArena>> for ArenaEvent {
    fn from(opened: Opened<HeldArena>) -> Self {
        Self::Open(Box::new(opened))
    }
}

impl Reducer for ArenaView {
    type Event = ArenaEvent;
    type Request = ArenaRequest;
    type Held = HeldArena;

    fn begin(&mut self) -> Vec<EffectOf<Self>> {
        self.effects()
    }

    fn reduce(&mut self, event: ArenaEvent) -> Vec<EffectOf<Self>> {
        let workers: Vec<u32> = self.lanes.iter().map(|lane| lane.worker).collect();
        let solver = self.solver;
        self.change(event);
        if self.is_over() {
            self.is_running = false;
        }
        self.catch_up();
        // What is not needed any more ends first.
        let is_left = |worker: &u32| self.lanes.iter().all(|lane| lane.worker != *worker);
        let ended = workers.into_iter().filter(is_left).map(ArenaRequest::EndAgent);
        let ended = ended.chain((self.solver != solver).then_some(ArenaRequest::EndSolver));
        let mut effects: Vec<_> = ended.map(Effect::Ask).collect();
        effects.extend(self.effects());
        effects
    }

    fn held(&self) -> HeldArena {
        let moves = self.lanes.iter().map(|lane| lane.moves.max(lane.resumed)).collect();
        let (address, games) = (self.address(), self.games());
        HeldArena { address, games, moves, is_running: self.is_running }
    }
}

impl ArenaView {
    /// What the page has to do now.
    fn effects(&mut self) -> Vec<EffectOf<Self>> {
        // An address with problems stays visible until the reader changes something.
        let address = self.url.problems.is_empty().then(|| self.address());
        let mut effects = vec![Effect::WriteAddress(address)];
        effects.extend(self.ask_workers());
        effects.extend(self.keep_race());
        effects
    }

    fn change(&mut self, event: ArenaEvent) {
        match event {
            ArenaEvent::Open(opened) => match *opened {
                Opened::Again(address) if address == self.address() => {}
                Opened::New(address) | Opened::Again(address) => self.open_address(&address),
                Opened::Held(held) => self.come_back(held),
            },
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
                    self.lanes[at] = self.joining_lane(agent);
                    self.changed_agents();
                }
            }
            ArenaEvent::Add => {
                let unused = |spec: &str| !self.url.agents.iter().any(|agent| agent == spec);
                let spec = choices(&self.url.game).map(|it| it.spec).find(|spec| unused(spec));
                if let Some(spec) = spec.filter(|_| self.can_add()) {
                    self.url.agents.push(spec.to_owned());
                    let lane = self.joining_lane(spec.to_owned());
                    self.lanes.push(lane);
                    self.changed_agents();
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
            ArenaEvent::SolverAnswered(solver, answer) => {
                if solver == self.solver {
                    self.solver_answered(answer);
                }
            }
        }
    }

    /// Opens an address, before the first game. The workers of agents that stay go on.
    pub(super) fn open_address(&mut self, address: &str) {
        let url = ArenaUrl::parse(address);
        let is_same_game = url.game == self.url.game;
        self.seed_field = SeedField::showing(url.seed);
        if is_same_game && url.agents == self.url.agents {
            self.restart();
            self.url = url;
            return;
        }
        self.chosen.clone_from(&url.agents);
        self.url = url;
        self.has_started = false;
        if !is_same_game {
            self.begin_solving();
        }
        self.fill_lanes();
    }

    /// The page needs a solver for another game, or another solver.
    fn begin_solving(&mut self) {
        self.solver += 1;
        self.solving = Solving::None;
        self.solver_task = None;
    }

    fn new_lane(&mut self, agent: String) -> Lane {
        self.next_worker += 1;
        let state = self.solving.state_of(&agent);
        Lane { state, ..Lane::new(self.next_worker, agent, &self.url.game) }
    }

    pub(super) fn fill_lanes(&mut self) {
        self.is_running = false;
        self.waiting = Rc::default();
        let agents = self.url.agents.clone();
        self.lanes = agents.into_iter().map(|agent| self.new_lane(agent)).collect();
    }

    /// The agents are others, by the choice of the reader.
    fn changed_agents(&mut self) {
        self.url.problems.clear();
        self.chosen.clone_from(&self.url.agents);
    }

    /// The lane of an agent that joins the others, which keep their games. It plays the games of
    /// the same seeds from the first on; of one game that has begun, the moves so far by itself.
    fn joining_lane(&mut self, agent: String) -> Lane {
        let moves = self.furthest();
        Lane { resumed: moves, wanted: moves, ..self.new_lane(agent) }
    }

    /// An agent that catches up follows those that are ahead.
    fn catch_up(&mut self) {
        let moves = self.furthest();
        for lane in self.lanes.iter_mut().filter(|lane| lane.catches_up()) {
            (lane.resumed, lane.wanted) = (moves, moves - lane.moves);
        }
    }

    /// The most moves that an agent of one game has played, or plays by itself.
    pub(super) fn furthest(&self) -> u32 {
        self.lanes.iter().map(|lane| lane.moves.max(lane.resumed)).max().unwrap_or(0)
    }

    fn restart(&mut self) {
        self.is_running = false;
        self.url.problems.clear();
        self.waiting = Rc::default();
        let game = self.url.game;
        self.lanes = self.lanes.iter().map(|lane| lane.restarted(&game)).collect();
    }

    fn retry(&mut self) {
        if matches!(self.solving, Solving::Failed(_)) {
            self.begin_solving();
        }
        for at in 0..self.lanes.len() {
            if matches!(self.lanes[at].state, LaneState::Failed(_)) {
                self.lanes[at] = self.joining_lane(self.lanes[at].agent.clone());
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

    pub(super) fn lane(&mut self, worker: u32, round: u32) -> Option<&mut Lane> {
        self.lanes.iter_mut().find(|lane| lane.worker == worker && lane.round == round)
    }
}

//! The state of the page.

mod answers;
mod charts;
mod kept;
mod reduce;
mod requests;

use std::collections::VecDeque;
use std::rc::Rc;

use mdp2048_display::{Measure, SeedField, link_note};
use mdp2048_model::ValuedGame;

use self::kept::KeptRace;
pub use self::kept::{HeldArena, KEPT_RACE};
pub use self::reduce::ArenaEvent;
pub use self::requests::ArenaRequest;
use self::requests::{SolverTask, Waiting};
use crate::arena_game::ArenaGame;
use crate::choice::{OPTIMAL, agent_unit, is_evaluation, needs_network};
use crate::estimate_text::{estimate_text, exact_text, loss_text, share_text};
use crate::lane::{Lane, LaneState};
use crate::speed::ArenaSpeed;
use crate::url::{ArenaMode, ArenaUrl, MOST_AGENTS};

/// The exact solution of the game.
#[derive(Clone, Debug, PartialEq)]
pub enum Solving {
    /// The game is not solved, or is too large for that.
    None,
    /// It is being solved; this share of the states is done.
    Running(f64),
    /// It is solved: what expected returns are, and the probability of winning.
    Solved(ValuedGame, f64),
    /// It cannot be solved, for the given reason.
    Failed(String),
}

impl Solving {
    /// The state of a lane before its first game: that of the optimal policy needs the solution,
    /// others a worker.
    fn state_of(&self, agent: &str) -> LaneState {
        match self {
            Self::Solved(..) if agent == OPTIMAL => LaneState::Ready,
            Self::Failed(reason) if agent == OPTIMAL => LaneState::Failed(reason.clone()),
            _ => LaneState::default(),
        }
    }
}

/// The state of the page.
#[derive(Clone, Debug)]
pub struct ArenaView {
    url: ArenaUrl,
    /// The agents that the reader chose last, among them those that do not play the game.
    chosen: Vec<String>,
    lanes: Vec<Lane>,
    next_worker: u32,
    seed_field: SeedField,
    speed: ArenaSpeed,
    is_running: bool,
    /// Whether the reader has let the agents play: before that, no network is downloaded.
    has_started: bool,
    /// Whether the reader sees the page.
    is_shown: bool,
    solving: Solving,
    /// Changes with each solver that the page needs. Answers of earlier ones are ignored.
    solver: u32,
    solver_task: Option<SolverTask>,
    waiting: Rc<VecDeque<Waiting>>,
    /// The race that the browser keeps.
    kept: Option<KeptRace>,
}

impl ArenaView {
    /// The page at an address, which the reader does not see yet.
    pub fn open(address: &str) -> Self {
        let url = ArenaUrl::parse(address);
        let mut view = Self {
            seed_field: SeedField::showing(url.seed),
            chosen: url.agents.clone(),
            url,
            lanes: Vec::new(),
            next_worker: 0,
            speed: ArenaSpeed::Normal,
            is_running: false,
            has_started: false,
            is_shown: false,
            solving: Solving::None,
            solver: 0,
            solver_task: None,
            waiting: Rc::default(),
            kept: None,
        };
        view.fill_lanes();
        view
    }

    /// The game.
    pub const fn game(&self) -> &ArenaGame {
        &self.url.game
    }

    /// The agents side by side, from one to four.
    pub fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    /// Whether the agents play one game or a race.
    pub const fn mode(&self) -> ArenaMode {
        self.url.mode
    }

    /// The field with the seed.
    pub const fn seed_field(&self) -> &SeedField {
        &self.seed_field
    }

    /// The speed of one game.
    pub const fn speed(&self) -> ArenaSpeed {
        self.speed
    }

    /// Whether the reader lets the agents play on.
    pub const fn is_running(&self) -> bool {
        self.is_running
    }

    /// Whether the agents play on now: they wait while the reader does not see the page.
    pub const fn is_playing(&self) -> bool {
        self.is_running && self.is_shown
    }

    /// The time between two moves of one game, in milliseconds, while the agents play it.
    pub fn tick_ms(&self) -> Option<u32> {
        let is_ticking = self.is_playing() && self.url.mode == ArenaMode::Watch;
        is_ticking.then(|| self.speed.interval())
    }

    /// The exact solution of the game.
    pub const fn solving(&self) -> &Solving {
        &self.solving
    }

    /// What to say about the parameters of the address that were ignored, if there are any.
    pub fn note(&self) -> Option<String> {
        link_note(&self.url.problems)
    }

    /// The address of the page.
    pub fn address(&self) -> String {
        self.url.to_string()
    }

    /// Whether there may be another agent.
    pub fn can_add(&self) -> bool {
        self.lanes.len() < MOST_AGENTS
    }

    /// Whether all games side by side have ended.
    pub fn is_over(&self) -> bool {
        let is_over = |lane: &Lane| lane.is_over() || matches!(lane.state, LaneState::Failed(_));
        self.url.mode == ArenaMode::Watch
            && self.lanes.iter().any(Lane::is_over)
            && self.lanes.iter().all(is_over)
    }

    /// Whether the moves of agents are compared with exact values, now or when there are any.
    fn is_compared(&self) -> bool {
        self.url.game.is_solvable() && !matches!(self.solving, Solving::Failed(_))
    }

    /// How differences of exact values are written; `None` until there are any.
    pub fn measure(&self) -> Option<Measure> {
        match &self.solving {
            Solving::Solved(valued_game, _) => Some(Measure::of(valued_game)),
            _ => None,
        }
    }

    /// What the estimates of the agent of a lane are. Evaluations have no unit, so they are shown
    /// as shares of the best one.
    pub fn unit(&self, lane: &Lane) -> &'static str {
        match self.measure() {
            Some(Measure::Losing) if lane.agent == OPTIMAL => "probability of losing, exact",
            _ if is_evaluation(&lane.agent) => "its evaluation, as a share of its highest",
            _ => agent_unit(&lane.agent),
        }
    }

    /// The probability that optimal play wins; `None` until it is computed.
    pub const fn optimum(&self) -> Option<f64> {
        match self.solving {
            Solving::Solved(_, win) => Some(win),
            _ => None,
        }
    }

    /// An estimate of the agent of a lane as text.
    pub fn estimate_text(&self, lane: &Lane, estimate: f64) -> String {
        match &self.solving {
            Solving::Solved(valued_game, _) if lane.agent == OPTIMAL => {
                exact_text(valued_game, estimate)
            }
            _ if is_evaluation(&lane.agent) => {
                let estimates = lane.position.map(|position| position.estimates);
                share_text(estimate, estimates.iter().flatten().flatten().copied())
            }
            _ => estimate_text(self.unit(lane), estimate),
        }
    }

    /// The place of a finished game among those side by side, by its points; `None` until all have
    /// ended.
    pub fn place(&self, lane: &Lane) -> Option<usize> {
        let points = |lane: &Lane| lane.position.map_or(0, |position| position.points);
        let better = self.lanes.iter().filter(|other| points(other) > points(lane)).count();
        (self.is_over() && lane.is_over()).then_some(better + 1)
    }

    /// Whether an agent waits until the reader lets the agents play, and is then downloaded.
    pub fn awaits_start(&self, lane: &Lane) -> bool {
        !self.has_started && needs_network(&lane.agent)
    }

    /// The exact probability that the agent of a lane wins, if it is known.
    pub fn exact_win(&self, lane: &Lane) -> Option<f64> {
        match lane.agent == OPTIMAL {
            true => self.optimum(),
            false => lane.exact.win(),
        }
    }

    /// What a game of the agent of a lane costs on average against optimal play, exactly, if that
    /// is known.
    pub fn exact_loss(&self, lane: &Lane) -> Option<f64> {
        Some((self.optimum()? - self.exact_win(lane)?).max(0.0))
    }

    /// What a game of the agent of a lane costs on average against optimal play, as text.
    pub fn loss_text(&self, lane: &Lane) -> String {
        match (self.exact_loss(lane), lane.tally.mean_loss()) {
            (Some(loss), _) => format!("{}, exact", loss_text(loss, 0.0)),
            (None, Some((mean, half))) => loss_text(mean, half),
            (None, None) => "\u{2014}".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests;

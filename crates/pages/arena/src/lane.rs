//! One of the agents side by side.

use std::collections::VecDeque;
use std::rc::Rc;

use mdp2048_protocol::{AgentPosition, AgentRequest, PlayedGame};
use mdp2048_rules::Board;

use crate::arena_game::ArenaGame;
use crate::exact::ExactResults;
use crate::tally::RaceTally;

/// Whether an agent is ready to play.
#[derive(Clone, Debug, PartialEq)]
pub enum LaneState {
    /// Its worker loads; so many bytes of its network are there, of so many (0 if not known).
    Opening(f64, f64),
    /// It plays.
    Ready,
    /// It cannot play, for the given reason.
    Failed(String),
}

/// What the worker of an agent does: one request at a time.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AgentTask {
    /// The round of the lane that asked for it.
    pub(crate) round: u32,
    pub(crate) request: AgentRequest,
    /// Whether it is a race that waits.
    pub(crate) is_held: bool,
}

/// What a move costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveCost {
    /// The chance of winning that optimal play has before it.
    pub chance: f64,
    /// The regret, in the unit of the exact values.
    pub regret: f64,
}

impl MoveCost {
    /// The share of the chance that the move gives up.
    fn share_lost(self) -> f64 {
        if self.regret > 0.0 { (self.regret / self.chance).min(1.0) } else { 0.0 }
    }
}

/// The move of a game that keeps least of the chance of winning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorstMove {
    /// The number of the move, from 1.
    pub number: u32,
    /// The board on which it was chosen.
    pub board: Board,
    /// What it costs.
    pub cost: MoveCost,
}

impl Default for LaneState {
    fn default() -> Self {
        Self::Opening(0.0, 0.0)
    }
}

/// An agent and its games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lane {
    /// The number of its worker, which no other lane has had.
    pub worker: u32,
    /// Changes with each game or race that begins. Answers to earlier requests are ignored.
    pub round: u32,
    /// The agent, as for `mdp2048 arena`, or `optimal`.
    pub agent: String,
    /// Whether it is ready.
    pub state: LaneState,
    /// What its worker does.
    pub(crate) task: Option<AgentTask>,
    /// The current position; `None` until the agent has considered it.
    pub position: Option<AgentPosition>,
    /// The number of moves so far.
    pub moves: u32,
    /// How many moves are asked of the agent, which it plays when all agents have begun.
    pub(crate) wanted: u32,
    /// Up to which move it plays by itself, because the reader has come back to its game, or because
    /// it has joined agents that have played so many.
    pub(crate) resumed: u32,
    /// The moves before which something is known of its game, in order: the chance of winning where
    /// the game is solved, else the points.
    pub(crate) line: Rc<Vec<(u32, f64)>>,
    /// All positions of the optimal policy's game.
    pub(crate) script: Option<Rc<Vec<AgentPosition>>>,
    /// What the chosen move costs; `None` until it is compared with optimal play.
    pub cost: Option<MoveCost>,
    /// The sum of the regrets of all compared moves of the game.
    pub loss: f64,
    /// The share of the chance of winning that all compared moves of the game give up.
    pub given_up: f64,
    /// The move that keeps least.
    pub worst: Option<WorstMove>,
    /// The games of a race that all agents have finished.
    pub tally: RaceTally,
    /// The finished games that another agent has not finished yet, in the order of the seeds.
    pub(crate) ahead: Rc<VecDeque<PlayedGame>>,
    /// What games cost that are compared and not yet in the tally.
    pub(crate) losses: Rc<VecDeque<f64>>,
    /// The exact results of all games.
    pub exact: ExactResults,
    /// Whether the agent computes exact results next, before it plays other games.
    pub(crate) follows_next: bool,
    /// The points and the moves of the race's current game.
    pub current: Option<(u64, u32)>,
}

impl Lane {
    pub(crate) fn new(worker: u32, agent: String, game: &ArenaGame) -> Self {
        let exact = ExactResults::of_agent(&agent, game);
        Self { worker, agent, exact, ..Self::default() }
    }

    /// The lane before its first game, with the same worker.
    pub(crate) fn restarted(&self, game: &ArenaGame) -> Self {
        let fresh = Self::new(self.worker, self.agent.clone(), game);
        let (state, task) = (self.state.clone(), self.task.clone());
        Self { round: self.round + 1, state, task, exact: self.exact, ..fresh }
    }

    /// The number of games of a race that the agent has finished.
    pub fn finished(&self) -> u64 {
        self.tally.games() + self.ahead.len() as u64
    }

    /// Adds the next game to the tally, with what it costs as soon as that is known.
    pub(crate) fn count_next(&mut self) {
        if let Some(game) = Rc::make_mut(&mut self.ahead).pop_front() {
            self.tally.add(&game);
        }
        self.count_losses();
    }

    /// Adds what the counted games cost, as far as it is known.
    pub(crate) fn count_losses(&mut self) {
        while self.tally.compared() < self.tally.games()
            && let Some(loss) = Rc::make_mut(&mut self.losses).pop_front()
        {
            self.tally.add_loss(loss);
        }
    }

    /// Whether nobody waits for the agent to begin its game: it has begun, cannot, or catches up.
    pub(crate) fn has_begun(&self) -> bool {
        let is_failed = matches!(self.state, LaneState::Failed(_));
        self.position.is_some() || is_failed || self.catches_up()
    }

    /// Whether the agent plays moves that the others have played before it joined them.
    pub fn catches_up(&self) -> bool {
        self.moves < self.resumed && !self.is_over()
    }

    /// Whether the game of the lane has ended.
    pub fn is_over(&self) -> bool {
        self.position.is_some_and(|position| position.action.is_none())
    }

    /// Adds what decisions of the current game cost, and the chance of winning before each; the first
    /// one is of move `first`.
    pub(crate) fn add_costs(&mut self, first: u32, costs: impl Iterator<Item = (Board, MoveCost)>) {
        for (number, (board, cost)) in (first..).zip(costs) {
            Rc::make_mut(&mut self.line).push((number - 1, cost.chance));
            self.loss += cost.regret;
            self.given_up = 1.0 - (1.0 - self.given_up) * (1.0 - cost.share_lost());
            if self.worst.is_none_or(|worst| cost.share_lost() > worst.cost.share_lost()) {
                self.worst = Some(WorstMove { number, board, cost });
            }
            if self.position.is_some_and(|position| position.board == board) {
                self.cost = Some(cost);
            }
        }
    }
}

//! The learned agent, which thinks about the real board in a worker.

use mdp2048_rules::Board;

use super::request::{Effects, ask};
use super::{AnalysisAnswer, AnalysisRequest, Exploration, ExploreTask};
use crate::estimates::PositionEstimate;

/// The most boards that are graded by one request.
const MOST_GRADED: usize = 20;

/// What the agent does.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum AgentState {
    /// Nothing.
    #[default]
    Idle,
    /// Its network is downloaded: so many bytes of so many, or of 0 if that is not known.
    Loading(f64, f64),
    /// It thinks about the position.
    Thinking,
    /// It has nothing left to find about the position.
    Finished,
    /// The reader has stopped it.
    Stopped,
    /// It could not be loaded, or its worker has ended, for this reason.
    Failed(String),
}

/// The agent and its worker.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct LearnedAgent {
    state: AgentState,
    worker: Option<u32>,
    /// Whether its network is there.
    is_ready: bool,
    /// The position that it considers.
    considered: Option<Board>,
    /// The boards that it was asked to grade and has not graded.
    asked: Vec<Board>,
}

impl LearnedAgent {
    /// Ends the worker, which frees its memory.
    fn end(&mut self, state: AgentState, effects: &mut Effects) {
        let ended = std::mem::replace(self, Self { state, ..Self::default() });
        effects.extend(ended.worker.map(|it| ask(it, ExploreTask::End)));
    }

    /// Ends the thinking about a position.
    fn rest(&mut self, effects: &mut Effects) {
        if self.considered.take().is_some() {
            self.state = AgentState::Idle;
            effects
                .extend(self.worker.map(|it| ask(it, ExploreTask::Analyse(AnalysisRequest::Rest))));
        }
    }
}

impl Exploration {
    /// What the learned agent does.
    pub const fn agent(&self) -> &AgentState {
        &self.agent.state
    }

    /// The position about which the learned agent thinks; `None` if it has no moves to compare.
    pub fn considered(&self) -> Option<Board> {
        (self.is_estimated() && self.obstacle().is_none()).then(|| self.line().board())
    }

    /// Boards of the line whose moves are not graded by estimates yet, at most a number of them.
    pub fn ungraded(&self, most: usize) -> Vec<Board> {
        if !self.is_estimated() {
            return Vec::new();
        }
        let boards = (0..self.line().moves().len()).map(|ply| self.line().board_at(ply));
        boards.filter(|&board| self.estimates.for_grading(board).is_none()).take(most).collect()
    }

    pub(super) fn stop_agent(&mut self, effects: &mut Effects) {
        if self.agent.is_ready {
            self.agent.rest(effects);
            self.agent.state = AgentState::Stopped;
        } else {
            self.agent.end(AgentState::Stopped, effects);
        }
    }

    pub(super) fn resume_agent(&mut self) {
        self.agent.state = AgentState::Idle;
    }

    /// Asks for what the page needs of the agent. A position ends the thinking about another.
    pub(super) fn ask_agent(&mut self, effects: &mut Effects) {
        if !self.is_estimated() || !self.is_shown {
            return self.agent.rest(effects);
        }
        if matches!(self.agent.state, AgentState::Failed(_) | AgentState::Stopped) {
            return;
        }
        let Some(worker) = self.agent.worker else {
            let worker = self.next_number();
            (self.agent.worker, self.agent.state) = (Some(worker), AgentState::Loading(0.0, 0.0));
            return effects.push(ask(worker, ExploreTask::Analyse(AnalysisRequest::Open)));
        };
        if !self.agent.is_ready {
            return;
        }
        let considered = self.considered();
        if considered != self.agent.considered {
            self.agent.rest(effects);
            if let Some(board) = considered {
                effects.push(ask(worker, ExploreTask::Analyse(AnalysisRequest::Consider(board))));
                (self.agent.considered, self.agent.state) = (considered, AgentState::Thinking);
            }
        }
        if self.agent.asked.is_empty() {
            self.agent.asked = self.ungraded(MOST_GRADED);
            if !self.agent.asked.is_empty() {
                effects.push(ask(
                    worker,
                    ExploreTask::Analyse(AnalysisRequest::Grade(self.agent.asked.clone())),
                ));
            }
        }
    }

    /// Takes what the agent answers. A worker that the page has ended changes nothing.
    pub(super) fn take_agent_answer(
        &mut self,
        worker: u32,
        answer: AnalysisAnswer,
        effects: &mut Effects,
    ) {
        let agent = &mut self.agent;
        match answer {
            _ if agent.worker != Some(worker) => {}
            AnalysisAnswer::Downloaded(received, length) => {
                agent.state = AgentState::Loading(received, length);
            }
            AnalysisAnswer::Opened => (agent.is_ready, agent.state) = (true, AgentState::Idle),
            AnalysisAnswer::Found(board, found) => self.estimates.insert(board, found),
            AnalysisAnswer::Settled(board) if agent.considered == Some(board) => {
                agent.state = AgentState::Finished;
            }
            AnalysisAnswer::Settled(_) => {}
            AnalysisAnswer::Graded(found) => {
                agent.asked.clear();
                for (board, points) in found {
                    self.estimates.insert(board, PositionEstimate::for_grading(points));
                }
            }
            AnalysisAnswer::Failed(reason) => agent.end(AgentState::Failed(reason), effects),
        }
    }
}

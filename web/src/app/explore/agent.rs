//! The learned agent, which thinks about the real board in a worker.

use mdp2048_explorer::{Exploration, NextTileGames, PositionEstimate};
use mdp2048_protocol::{AnalysisAnswer, AnalysisRequest, AnalysisService, BoardEstimate};
use mdp2048_rules::Board;
use web::browser::WorkerClient;
use web::host::PageHost;
use yew::Callback;

use super::message::{AgentMsg, Msg};

/// The most boards that are graded by one message.
const BOARDS: usize = 20;

/// What the agent does.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum AgentState {
    /// Nothing: its worker is not started.
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

/// The worker of the agent, and what it does.
pub(crate) struct AgentOfBoard {
    host: PageHost,
    worker: Option<WorkerClient<AnalysisService>>,
    state: AgentState,
    is_ready: bool,
    /// The board that it considers, and the number of that request.
    considered: Option<(Board, Option<u32>)>,
    is_grading: bool,
    /// Identifies the worker among those of the page.
    id: u32,
}

impl AgentOfBoard {
    pub(crate) const fn new(host: PageHost) -> Self {
        let state = AgentState::Idle;
        let (worker, considered) = (None, None);
        Self { host, worker, state, is_ready: false, considered, is_grading: false, id: 0 }
    }

    /// What the agent does.
    pub(crate) const fn state(&self) -> &AgentState {
        &self.state
    }

    /// Handles a message, and returns what is found.
    pub(crate) fn update(&mut self, message: AgentMsg) -> Vec<(Board, PositionEstimate)> {
        match message {
            AgentMsg::Stop if self.is_ready => {
                self.rest();
                self.state = AgentState::Stopped;
            }
            AgentMsg::Stop => {
                self.end();
                self.state = AgentState::Stopped;
            }
            AgentMsg::GoOn => self.state = AgentState::Idle,
            AgentMsg::Ended(id, reason) if id == self.id => {
                self.end();
                self.state = AgentState::Failed(reason);
            }
            AgentMsg::Answered(id, answer) if id == self.id => return self.answered(answer),
            _ => {}
        }
        Vec::new()
    }

    /// Handles an answer of the worker, and returns what is found.
    fn answered(&mut self, answer: AnalysisAnswer) -> Vec<(Board, PositionEstimate)> {
        match answer {
            AnalysisAnswer::Downloaded(received, length) => {
                self.state = AgentState::Loading(received, length);
            }
            AnalysisAnswer::Opened => {
                self.is_ready = true;
                self.state = AgentState::Idle;
            }
            AnalysisAnswer::Found(board, found) => return vec![(board, estimate(found))],
            AnalysisAnswer::Settled(board) if self.considers(board) => {
                self.state = AgentState::Finished;
            }
            AnalysisAnswer::Graded(found) => {
                self.is_grading = false;
                let graded = |(board, points)| (board, PositionEstimate::for_grading(points));
                return found.into_iter().map(graded).collect();
            }
            AnalysisAnswer::Failed(reason) => {
                self.end();
                self.state = AgentState::Failed(reason);
            }
            _ => {}
        }
        Vec::new()
    }

    /// Asks for what the page needs and does not have. A position ends the thinking about another.
    pub(crate) fn request(&mut self, view: &Exploration, is_shown: bool, on: &Callback<Msg>) {
        if !view.is_estimated() || !is_shown {
            self.rest();
            return;
        }
        if matches!(self.state, AgentState::Failed(_) | AgentState::Stopped) {
            return;
        }
        if self.worker.is_none() {
            self.start(on);
        }
        if !self.is_ready {
            return;
        }
        match view.considered() {
            None => self.rest(),
            Some(board) if self.considers(board) => {}
            Some(board) => {
                self.rest();
                self.considered = Some((board, self.ask(&AnalysisRequest::Consider(board), on)));
                self.state = AgentState::Thinking;
            }
        }
        let ungraded = if self.is_grading { Vec::new() } else { view.ungraded(BOARDS) };
        if !ungraded.is_empty() {
            self.is_grading = true;
            self.ask(&AnalysisRequest::Grade(ungraded), on);
        }
    }

    /// Ends the thinking about a position.
    fn rest(&mut self) {
        let Some((_, number)) = self.considered.take() else { return };
        if let (Some(worker), Some(number)) = (&self.worker, number) {
            worker.forget(number);
            worker.tell(&AnalysisRequest::Rest);
        }
        self.state = AgentState::Idle;
    }

    /// Starts the worker, which downloads the network.
    fn start(&mut self, on: &Callback<Msg>) {
        self.id += 1;
        match self.host.start() {
            Ok(worker) => self.worker = Some(worker),
            Err(error) => {
                self.state = AgentState::Failed(error.to_string());
                return;
            }
        }
        self.state = AgentState::Loading(0.0, 0.0);
        self.ask(&AnalysisRequest::Open, on);
    }

    /// Asks the worker. Returns the number of the request, if it is sent.
    fn ask(&self, request: &AnalysisRequest, on: &Callback<Msg>) -> Option<u32> {
        let (id, on) = (self.id, on.clone());
        self.worker.as_ref()?.ask(request, move |answer| {
            on.emit(Msg::Agent(match answer {
                Ok(answer) => AgentMsg::Answered(id, answer),
                Err(error) => AgentMsg::Ended(id, error.to_string()),
            }));
        })
    }

    fn considers(&self, board: Board) -> bool {
        self.considered.is_some_and(|(considered, _)| considered == board)
    }

    /// Stops the worker and frees its memory.
    fn end(&mut self) {
        self.worker = None;
        self.id += 1;
        (self.is_ready, self.is_grading, self.considered) = (false, false, None);
    }
}

/// What the agent has found, as the page holds it.
fn estimate(BoardEstimate { plies, points, games }: BoardEstimate) -> PositionEstimate {
    let games = games.map(|it| NextTileGames { games: it.games, made: it.made });
    PositionEstimate { plies, points, games }
}

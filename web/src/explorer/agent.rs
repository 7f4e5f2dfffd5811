//! The learned agent, which thinks about the real board in a worker.

use js_sys::Float64Array;
use mdp2048_explorer::{Exploration, PositionEstimate};
use mdp2048_rules::Board;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::spawn_local;
use web::worker::{AgentWorker, message};
use yew::Callback;

use crate::message::{AgentMsg, Msg};
use crate::solver::SolverHost;

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
    host: SolverHost,
    worker: Option<AgentWorker>,
    state: AgentState,
    is_ready: bool,
    considered: Option<Board>,
    is_grading: bool,
    /// Identifies the worker among those of the page.
    id: u32,
}

impl AgentOfBoard {
    pub(crate) const fn new(host: SolverHost) -> Self {
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
            AgentMsg::Loading(id, received, length) if id == self.id && !self.is_ready => {
                self.state = AgentState::Loading(received, length);
            }
            AgentMsg::Ready(id) if id == self.id => {
                self.is_ready = true;
                self.state = AgentState::Idle;
            }
            AgentMsg::Failed(id, reason) if id == self.id => {
                self.end();
                self.state = AgentState::Failed(reason);
            }
            AgentMsg::Found(board, found) => return vec![(board, found)],
            AgentMsg::Finished(board) if self.considered == Some(board) => {
                self.state = AgentState::Finished;
            }
            AgentMsg::Graded(id, found) => {
                self.is_grading &= id != self.id;
                return found;
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
        let Some(worker) = self.worker.clone().filter(|_| self.is_ready) else { return };
        match view.considered() {
            None => self.rest(),
            Some(board) if self.considered == Some(board) => {}
            Some(board) => {
                self.considered = Some(board);
                self.state = AgentState::Thinking;
                consider(worker.clone(), board, self.id, on.clone());
            }
        }
        let ungraded = if self.is_grading { Vec::new() } else { view.ungraded(BOARDS) };
        if !ungraded.is_empty() {
            self.is_grading = true;
            grade(worker, ungraded, self.id, on.clone());
        }
    }

    /// Ends the thinking about a position.
    fn rest(&mut self) {
        if let (Some(_), Some(worker)) = (self.considered.take(), &self.worker) {
            worker.stop_considering();
            self.state = AgentState::Idle;
        }
    }

    /// Starts the worker, which downloads the network.
    fn start(&mut self, on: &Callback<Msg>) {
        self.id += 1;
        let id = self.id;
        let Ok(worker) = self.host.start_agent() else {
            self.state = AgentState::Failed("this browser runs no workers".to_owned());
            return;
        };
        self.worker = Some(worker.clone());
        self.state = AgentState::Loading(0.0, 0.0);
        let (on, on_progress) = (on.clone(), on.clone());
        let report = Closure::<dyn FnMut(f64, f64)>::new(move |received, length| {
            on_progress.emit(Msg::Agent(AgentMsg::Loading(id, received, length)));
        });
        spawn_local(async move {
            let opened = worker.open_network(report.as_ref().unchecked_ref()).await;
            on.emit(Msg::Agent(match opened {
                Ok(_) => AgentMsg::Ready(id),
                Err(error) => AgentMsg::Failed(id, message(&error)),
            }));
        });
    }

    /// Stops the worker and frees its memory.
    fn end(&mut self) {
        if let Some(worker) = self.worker.take() {
            worker.end();
        }
        self.id += 1;
        (self.is_ready, self.is_grading, self.considered) = (false, false, None);
    }
}

/// Thinks about a board until nothing is left to find or another board follows.
fn consider(worker: AgentWorker, board: Board, id: u32, on: Callback<Msg>) {
    let on_progress = on.clone();
    let report = Closure::<dyn FnMut(Float64Array)>::new(move |numbers: Float64Array| {
        if let Some(found) = PositionEstimate::of_numbers(&numbers.to_vec()) {
            on_progress.emit(Msg::Agent(AgentMsg::Found(board, found)));
        }
    });
    spawn_local(async move {
        match worker.consider(&board.hex(), report.as_ref().unchecked_ref()).await {
            Ok(is_finished) if is_finished.is_truthy() => {
                on.emit(Msg::Agent(AgentMsg::Finished(board)));
            }
            Ok(_) => {}
            Err(error) => on.emit(Msg::Agent(AgentMsg::Failed(id, message(&error)))),
        }
    });
}

/// Searches boards to grade their moves.
fn grade(worker: AgentWorker, boards: Vec<Board>, id: u32, on: Callback<Msg>) {
    spawn_local(async move {
        let texts: Vec<String> = boards.iter().map(|board| board.hex()).collect();
        on.emit(Msg::Agent(match worker.grading_estimates(&texts.join(" ")).await {
            Ok(numbers) => {
                let numbers = numbers.unchecked_into::<Float64Array>().to_vec();
                let points = numbers.as_chunks().0.iter().copied();
                let found = points.map(PositionEstimate::for_grading);
                AgentMsg::Graded(id, boards.into_iter().zip(found).collect())
            }
            Err(error) => AgentMsg::Failed(id, message(&error)),
        }));
    });
}

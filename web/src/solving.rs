//! The worker that solves games, as the programs of the page ask it.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};

use gloo::events::EventListener;
use mdp2048_protocol::{SolverAnswer, SolverRequest};
use web_sys::Worker;

use crate::worker::{WorkerError, listen, send};

/// The number of the next request. Players that share a worker ask it side by side, so no two
/// requests of the program have the same number.
static NEXT: AtomicU32 = AtomicU32::new(0);

/// A worker with the solution of at most one game. Clones are the same worker.
#[derive(Clone)]
pub struct Solver(Rc<Running>);

struct Running {
    worker: Worker,
    /// What waits for answers, or why no answer comes any more.
    waiting: Rc<RefCell<Result<Vec<Waiting>, WorkerError>>>,
    _listeners: [EventListener; 2],
}

/// The number of a request, and what is called with its answers.
type Waiting = (u32, Box<dyn FnMut(Result<SolverAnswer, WorkerError>)>);

impl Solver {
    /// The solver of a worker.
    pub fn new(worker: Worker) -> Self {
        let waiting = Rc::new(RefCell::new(Ok(Vec::new())));
        let asked = Rc::clone(&waiting);
        let listeners = listen(&worker, move |answer| match answer {
            Ok((number, answer)) => answered(&asked, number, answer),
            Err(error) => end(&asked, &error),
        });
        Self(Rc::new(Running { worker, waiting, _listeners: listeners }))
    }

    /// Sends a request. `on_answer` is called with its answers up to the last, or with the error
    /// of a worker that has ended.
    pub fn ask(
        &self,
        request: &SolverRequest,
        mut on_answer: impl FnMut(Result<SolverAnswer, WorkerError>) + 'static,
    ) {
        let ended = self.0.waiting.borrow().as_ref().err().cloned();
        if let Some(error) = ended {
            return on_answer(Err(error));
        }
        let number = self.tell(request);
        if let Ok(waiting) = &mut *self.0.waiting.borrow_mut() {
            waiting.push((number, Box::new(on_answer)));
        }
    }

    /// Sends a request that has no answer. Returns its number.
    pub fn tell(&self, request: &SolverRequest) -> u32 {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        send(&self.0.worker, number, request);
        number
    }

    /// Stops the worker at once and frees its memory.
    pub fn end(&self) {
        self.0.worker.terminate();
        end(&self.0.waiting, &WorkerError::Ended("it was stopped".to_owned()));
    }
}

impl PartialEq for Solver {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// Calls what waits for the answer, which may send another request.
fn answered(
    waiting: &RefCell<Result<Vec<Waiting>, WorkerError>>,
    number: u32,
    answer: SolverAnswer,
) {
    let take = |waiting: &mut Vec<Waiting>| {
        let at = waiting.iter().position(|(asked, _)| *asked == number)?;
        Some(waiting.swap_remove(at).1)
    };
    let asked = waiting.borrow_mut().as_mut().ok().and_then(take);
    let Some(mut on_answer) = asked else { return };
    let is_last = answer.is_last();
    on_answer(Ok(answer));
    if !is_last && let Ok(waiting) = &mut *waiting.borrow_mut() {
        waiting.push((number, on_answer));
    }
}

/// Tells all that waits that no answer comes any more.
fn end(waiting: &RefCell<Result<Vec<Waiting>, WorkerError>>, error: &WorkerError) {
    let ended = waiting.replace(Err(error.clone()));
    for (_, mut on_answer) in ended.into_iter().flatten() {
        on_answer(Err(error.clone()));
    }
}

/// Why an answer is another one than was asked for.
pub fn reason(answer: Result<SolverAnswer, WorkerError>) -> String {
    match answer {
        Ok(SolverAnswer::Failed(reason) | SolverAnswer::TooLarge(reason)) => reason,
        Ok(_) => WorkerError::Unread.to_string(),
        Err(error) => error.to_string(),
    }
}

//! Long work on a thread of its own, while the thread of Python waits for it.
//!
//! The thread of Python calls whatever the work asks of Python, and looks for signals such as that
//! of Ctrl-C several times a second. After a signal it does not wait for the work, which ends at
//! its next report.
//!
//! Work may wait for Python, and its functions may ask questions and begin more work, on any number
//! of threads. Nothing then waits for ever:
//!
//! - A question waits for the threads that answer questions, which wait for nothing: see
//!   [`calls`](crate::calls). Work never runs on them. It has a plain thread, and a solve has more
//!   threads of its own. An evaluated agent answers on them, one layer at a time.
//! - Work waits for nothing but its thread of Python.
//! - A thread of Python waits without the interpreter, for a question or for the work that it began
//!   last. So of the work that a thread has begun, the last always goes on.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use mdp2048::{Phase, Progress};
use pyo3::prelude::{Py, PyAny, PyErr, PyResult, Python};

use crate::errors::{internal_error, own_error};

/// How often the thread of Python looks for signals.
const SIGNALS: Duration = Duration::from_millis(50);

/// What the work asks of Python.
type Request = Box<dyn for<'py> FnOnce(Python<'py>) -> PyResult<()> + Send>;

/// What the work sends to the thread of Python.
enum Message<T> {
    Request(Request),
    Done(T),
}

/// The thread of Python as the work sees it.
pub(crate) struct Caller(Box<dyn Fn(Request) -> bool + Send + Sync>);

impl Caller {
    /// Asks the thread of Python to call a function; false if it does not wait any more.
    pub(crate) fn send(
        &self,
        request: impl for<'py> FnOnce(Python<'py>) -> PyResult<()> + Send + 'static,
    ) -> bool {
        (self.0)(Box::new(request))
    }

    /// Calls a function of Python with the progress of a pass, if there is one.
    pub(crate) fn report(
        &self,
        function: Option<&Arc<Py<PyAny>>>,
        progress: Progress,
    ) -> ControlFlow<()> {
        let function = function.cloned();
        let is_heard = self.send(move |py| {
            let Some(function) = function else { return Ok(()) };
            let Progress { phase, layer, layers, layers_in_all, states, states_in_all, .. } =
                progress;
            let phase = phase_name(phase);
            let report = (phase, layer.get(), layers, layers_in_all, states, states_in_all);
            function.call1(py, report)?;
            Ok(())
        });
        if is_heard { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// The name of a pass.
const fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Reaching => "reaching",
        Phase::Valuing => "valuing",
        Phase::ReachingAgain => "reaching again",
        Phase::ValuingLosses => "valuing losses",
        Phase::Verifying => "verifying",
        Phase::Following => "following",
        Phase::Writing => "writing",
    }
}

/// Runs work on a thread of its own and waits for it.
///
/// # Errors
/// The exception of a call that the work asked for, or of a signal; a `RuntimeError` if the work
/// panics.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(Caller) -> T + Send + 'static,
) -> Result<T, PyErr> {
    let (sender, receiver) = channel();
    let work = move || {
        let requests: Sender<Message<T>> = sender.clone();
        let caller =
            Caller(Box::new(move |request| requests.send(Message::Request(request)).is_ok()));
        let done = catch_unwind(AssertUnwindSafe(|| work(caller)));
        if let Ok(result) = done {
            // An error means that nobody waits any more.
            let _ = sender.send(Message::Done(result));
        }
    };
    thread::Builder::new().name("mdp2048".to_owned()).spawn(work).map_err(|error| {
        own_error(format!("a thread could not be started ({error}): end other programs"))
    })?;
    wait(py, receiver)
}

fn wait<T: Send>(py: Python<'_>, mut receiver: Receiver<Message<T>>) -> Result<T, PyErr> {
    loop {
        let messages = &mut receiver;
        let message = py.detach(move || messages.recv_timeout(SIGNALS));
        match message {
            Ok(Message::Request(request)) => request(py)?,
            Ok(Message::Done(result)) => return Ok(result),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(internal_error()),
        }
        py.check_signals()?;
    }
}

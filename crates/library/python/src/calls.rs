//! Calls that release the interpreter, and the threads that answer questions.
//!
//! These threads run nothing that waits for Python or for a lock, so every question is answered in
//! the end, also where there is one thread. Long work runs elsewhere: see
//! [`background`](crate::background).

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::{PyErr, PyResult, Python, pyfunction};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::{internal_error, own_error};

/// The threads that answer questions.
struct Threads {
    /// How many are asked for; 0 for as many as the machine has.
    asked: usize,
    /// The pool, and the process that made it.
    pool: Option<(u32, Arc<ThreadPool>)>,
}

static THREADS: Mutex<Threads> = Mutex::new(Threads { asked: 0, pool: None });

/// The bytes of the stack of a thread.
const STACK_BYTES: usize = 2 << 20;

/// How many threads [`set_threads`] asks for; `None` for as many as the machine has.
pub(crate) fn asked_threads() -> Option<usize> {
    let asked = THREADS.lock().unwrap_or_else(PoisonError::into_inner).asked;
    (asked > 0).then_some(asked)
}

/// The threads of this process.
///
/// A process that is forked has no threads but the one that forked it, so it makes its own.
pub(crate) fn pool() -> PyResult<Arc<ThreadPool>> {
    let mut threads = THREADS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((process, pool)) = &threads.pool
        && *process == process::id()
    {
        return Ok(Arc::clone(pool));
    }
    let builder = ThreadPoolBuilder::new().num_threads(threads.asked).stack_size(STACK_BYTES);
    let pool = builder.build().map_err(|error| {
        own_error(format!("the threads could not be started ({error}): call set_threads(1)"))
    })?;
    let pool = Arc::new(pool);
    let before = threads.pool.replace((process::id(), Arc::clone(&pool)));
    // The threads of another process cannot be stopped from here.
    if let Some((process, pool)) = before
        && process != process::id()
    {
        std::mem::forget(pool);
    }
    Ok(pool)
}

/// Runs a function on this thread while other threads of Python run. A panic becomes a
/// `RuntimeError`.
pub(crate) fn released<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send,
) -> Result<T, PyErr> {
    let work = AssertUnwindSafe(work);
    py.detach(|| catch_unwind(work)).map_err(|_| internal_error())
}

/// Answers a question on the threads for these while other threads of Python run. A panic becomes a
/// `RuntimeError`. The question must wait neither for Python nor for a lock.
pub(crate) fn detached<T: Send>(
    py: Python<'_>,
    question: impl FnOnce() -> T + Send,
) -> Result<T, PyErr> {
    detached_in_turn(py, None, question)
}

/// As [`detached`], while this thread holds a lock: those that answer questions wait for none.
pub(crate) fn detached_in_turn<T: Send>(
    py: Python<'_>,
    turn: Option<&Mutex<()>>,
    question: impl FnOnce() -> T + Send,
) -> Result<T, PyErr> {
    let pool = pool()?;
    released(py, move || {
        let _turn = turn.map(|turn| turn.lock().unwrap_or_else(PoisonError::into_inner));
        pool.install(question)
    })
}

/// The most threads that can be asked for.
const MOST_THREADS: usize = 1024;

/// Checks a number of threads.
pub(crate) fn check_threads(threads: usize) -> PyResult<()> {
    if (1..=MOST_THREADS).contains(&threads) {
        return Ok(());
    }
    Err(PyValueError::new_err(format!(
        "{threads} threads are not possible: ask for 1 or more, at most {MOST_THREADS}, or None \
         for as many as the machine has"
    )))
}

/// Sets the number of threads that answer questions, and of solves that do not name one; `None` for
/// as many as the machine has.
#[pyfunction]
#[pyo3(signature = (threads))]
pub(crate) fn set_threads(threads: Option<usize>) -> PyResult<()> {
    threads.map(check_threads).transpose()?;
    let mut found = THREADS.lock().unwrap_or_else(PoisonError::into_inner);
    found.asked = threads.unwrap_or(0);
    if let Some((process, pool)) = found.pool.take()
        && process != process::id()
    {
        std::mem::forget(pool);
    }
    Ok(())
}

//! The worker of the page.

use std::cell::Cell;
use std::rc::Rc;

use mdp2048_bag::page::{BagReply, BagRequest};
use mdp2048_protocol::WorkerError;
use web::browser::WorkerClient;
use web::host::PageHost;
use web::services::BagService;

/// A running worker. It computes one request at a time.
pub(crate) struct Computing {
    worker: WorkerClient<BagService>,
    is_busy: Rc<Cell<bool>>,
}

/// An answer of the worker.
pub(crate) enum Computed {
    /// The reply to a request, `None` if it cannot be read.
    Reply(BagRequest, Option<BagReply>),
    /// The worker does not run, for this reason.
    Failed(String),
}

impl Computing {
    /// Starts the worker.
    ///
    /// # Errors
    /// If no worker can run.
    pub(crate) fn start(host: &PageHost) -> Result<Self, WorkerError> {
        Ok(Self { worker: host.start()?, is_busy: Rc::default() })
    }

    /// Sends a request, unless the worker computes another one.
    pub(crate) fn send(&self, request: BagRequest, on_answer: impl Fn(Computed) + 'static) {
        if self.is_busy.replace(true) {
            return;
        }
        let is_busy = Rc::clone(&self.is_busy);
        self.worker.ask(&request, move |answer| {
            is_busy.set(false);
            on_answer(match answer {
                Ok(reply) => Computed::Reply(request, Some(reply)),
                Err(WorkerError::Unread) => Computed::Reply(request, None),
                Err(WorkerError::Ended(reason)) => Computed::Failed(reason),
            });
        });
    }
}

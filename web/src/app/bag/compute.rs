//! The worker of the page.

use std::cell::Cell;
use std::rc::Rc;

use mdp2048_bag::page::{BagReply, BagRequest, BagWorker};
use wasm_bindgen::JsValue;
use web::host::PageHost;
use web::serving::{Asker, Server, Shared};
use web::worker::{Asked, WorkerError};

/// The program of the page and of its worker.
const PROGRAM: &str = "bag/bag";

/// A running worker. It computes one request at a time.
pub(crate) struct Computing {
    worker: Asked<BagRequest>,
    /// The request that it computes.
    pending: Rc<Cell<Option<BagRequest>>>,
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
    pub(crate) fn start(
        host: &PageHost,
        on_answer: impl Fn(Computed) + Clone + 'static,
    ) -> Result<Self, JsValue> {
        let worker = host.start_program(PROGRAM, "serve")?;
        let pending = Rc::new(Cell::new(None::<BagRequest>));
        let asked = pending.clone();
        let answered = move |answer: Result<(u32, (BagRequest, BagReply)), WorkerError>| {
            on_answer(match (answer, asked.take()) {
                (Ok((_, (request, reply))), _) => Computed::Reply(request, Some(reply)),
                (Err(WorkerError::Unread), Some(request)) => Computed::Reply(request, None),
                (Err(error), _) => Computed::Failed(error.to_string()),
            });
        };
        Ok(Self { worker: Asked::new(worker, answered), pending })
    }

    /// Sends a request, unless the worker computes another one.
    pub(crate) fn send(&self, request: BagRequest) {
        if self.pending.get().is_none() {
            self.pending.set(Some(request));
            self.worker.send(0, &request);
        }
    }
}

/// The worker's side. An answer has the whole request, so it needs no number.
#[derive(Default)]
pub(crate) struct BagServer(BagWorker);

impl Server for BagServer {
    type Request = BagRequest;
    type Answer = (BagRequest, BagReply);

    fn handle(server: &Shared<Self>, request: BagRequest, asker: Asker<Self::Answer>) {
        asker.send(&(request, server.borrow_mut().0.reply(request)));
    }
}

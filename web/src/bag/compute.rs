//! The worker of the page.

use std::cell::Cell;
use std::rc::Rc;

use gloo::events::EventListener;
use js_sys::{Array, Uint8Array};
use mdp2048_bag_view::{BagReply, BagRequest};
use wasm_bindgen::JsCast as _;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// The module of the worker, relative to the page.
const MODULE: &str = "bag/worker.js";

/// A running worker. It computes one request at a time.
pub(crate) struct Computing {
    worker: Worker,
    /// The request that it computes.
    pending: Rc<Cell<Option<BagRequest>>>,
    _listeners: [EventListener; 2],
}

/// An answer of the worker.
pub(crate) enum Computed {
    /// The reply to a request, `None` if it cannot be read, and how long it took in milliseconds.
    Reply(BagRequest, Option<BagReply>, f64),
    /// The worker did not load, or does not run.
    Failed,
}

impl Computing {
    /// Starts the worker. `None` where no worker can run.
    pub(crate) fn start(on_answer: impl Fn(Computed) + Clone + 'static) -> Option<Self> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(MODULE, &options).ok()?;
        let pending = Rc::new(Cell::new(None::<BagRequest>));
        let (asked, answered) = (pending.clone(), on_answer.clone());
        let on_message = move |event: &web_sys::Event| {
            let Some(request) = asked.take() else { return };
            let data: Array = event.unchecked_ref::<MessageEvent>().data().unchecked_into();
            let reply = request.read_reply(&Uint8Array::new(&data.get(0)).to_vec());
            let milliseconds = data.get(1).as_f64().unwrap_or_default();
            answered(Computed::Reply(request, reply, milliseconds));
        };
        let listeners = [
            EventListener::new(&worker, "message", on_message),
            EventListener::new(&worker, "error", move |_| on_answer(Computed::Failed)),
        ];
        Some(Self { worker, pending, _listeners: listeners })
    }

    /// Sends a request, unless the worker computes another one.
    pub(crate) fn send(&self, request: BagRequest) {
        let message = Uint8Array::from(&request.to_bytes()[..]);
        if self.pending.get().is_none() && self.worker.post_message(&message).is_ok() {
            self.pending.set(Some(request));
        }
    }
}

impl Drop for Computing {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

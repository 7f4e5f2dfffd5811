//! The worker of the page.

use std::cell::Cell;
use std::rc::Rc;

use gloo::events::EventListener;
use js_sys::{Array, Float64Array};
use mdp2048_bag_view::BagRequest;
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
    /// The numbers for a request, and how long they took in milliseconds.
    Numbers(BagRequest, Vec<f64>, f64),
    /// The worker did not load, or does not run.
    Failed,
}

impl Computing {
    /// Starts the worker. `None` where no worker can run.
    pub(crate) fn start(on_answer: impl Fn(Computed) + Clone + 'static) -> Option<Self> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(MODULE, &options).ok()?;
        let pending = Rc::new(Cell::new(None));
        let (asked, answered) = (pending.clone(), on_answer.clone());
        let on_message = move |event: &web_sys::Event| {
            let Some(request) = asked.take() else { return };
            let data: Array = event.unchecked_ref::<MessageEvent>().data().unchecked_into();
            let numbers = Float64Array::new(&data.get(0)).to_vec();
            let milliseconds = data.get(1).as_f64().unwrap_or_default();
            answered(Computed::Numbers(request, numbers, milliseconds));
        };
        let listeners = [
            EventListener::new(&worker, "message", on_message),
            EventListener::new(&worker, "error", move |_| on_answer(Computed::Failed)),
        ];
        Some(Self { worker, pending, _listeners: listeners })
    }

    /// Sends a request, unless the worker computes another one.
    pub(crate) fn send(&self, request: BagRequest) {
        let numbers = Float64Array::from(&request.to_numbers()[..]);
        if self.pending.get().is_none() && self.worker.post_message(&numbers).is_ok() {
            self.pending.set(Some(request));
        }
    }
}

impl Drop for Computing {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

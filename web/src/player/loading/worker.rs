//! The page's side of the worker that decodes a policy.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};

use gloo::timers::callback::Timeout;
use js_sys::{Array, Function, Uint8Array};
use wasm_bindgen::JsCast as _;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use web_sys::{Event, MessageEvent, Worker};

use super::message::DecoderMessage;

/// An event of a worker.
pub(super) enum WorkerEvent {
    /// It sent a message.
    Message(DecoderMessage),
    /// It cannot run, stopped, sent nothing before the timeout, or sent something else.
    Failed,
}

/// The events that are not handled yet, and the task that waits for the next one.
#[derive(Default)]
struct EventQueue {
    events: VecDeque<WorkerEvent>,
    waker: Option<Waker>,
}

/// Appends an event and wakes the task that waits for it.
fn push(queue: &RefCell<EventQueue>, event: WorkerEvent) {
    let mut queue = queue.borrow_mut();
    queue.events.push_back(event);
    if let Some(waker) = queue.waker.take() {
        waker.wake();
    }
}

/// A worker that decodes one policy; it is terminated when this is dropped.
pub(super) struct DecoderWorker {
    worker: Worker,
    queue: Rc<RefCell<EventQueue>>,
    _on_message: Closure<dyn Fn(MessageEvent)>,
    _on_error: Closure<dyn Fn(Event)>,
}

impl Drop for DecoderWorker {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

impl DecoderWorker {
    /// Starts a worker with a JavaScript function; `None` where no worker can run.
    pub(super) fn start(start: &Function) -> Option<Self> {
        let worker: Worker = start.call0(&JsValue::NULL).ok()?.dyn_into().ok()?;
        let queue = Rc::new(RefCell::new(EventQueue::default()));
        let (messages, errors) = (queue.clone(), queue.clone());
        let on_message = Closure::new(move |event: MessageEvent| {
            let message = DecoderMessage::from_message(&event.data());
            push(&messages, message.map_or(WorkerEvent::Failed, WorkerEvent::Message));
        });
        let on_error = Closure::new(move |event: Event| {
            // The player shows the error, or the page decodes without the worker: the console
            // stays silent.
            event.prevent_default();
            push(&errors, WorkerEvent::Failed);
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Some(Self { worker, queue, _on_message: on_message, _on_error: on_error })
    }

    /// Waits for the next event.
    pub(super) async fn next_event(&self) -> WorkerEvent {
        poll_fn(|context| {
            let mut queue = self.queue.borrow_mut();
            match queue.events.pop_front() {
                Some(event) => Poll::Ready(event),
                None => {
                    queue.waker = Some(context.waker().clone());
                    Poll::Pending
                }
            }
        })
        .await
    }

    /// Reports [`WorkerEvent::Failed`] after `ms` milliseconds, unless the timeout is dropped
    /// before.
    pub(super) fn fail_after(&self, ms: u32) -> Timeout {
        let queue = self.queue.clone();
        Timeout::new(ms, move || push(&queue, WorkerEvent::Failed))
    }

    /// Sends the worker a policy file to decode.
    pub(super) fn send(&self, file: &[u8]) {
        let message = Uint8Array::from(file);
        let buffers = Array::of1(&message.buffer());
        // Posting fails only for buffers that cannot be transferred; these can.
        let _ = self.worker.post_message_with_transfer(&message, &buffers);
    }
}

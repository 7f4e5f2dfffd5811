//! The page's side of a worker.

use std::rc::Rc;

use gloo::events::EventListener;
use js_sys::{ArrayBuffer, Uint8Array};
use mdp2048_protocol::{Calls, Service, WorkerError, to_bytes};
use wasm_bindgen::JsCast as _;
use web_sys::{Event, MessageEvent, Worker};

use super::error_text;

/// A worker that serves. Clones are the same worker, which ends with the last of them.
pub struct WorkerClient<S: Service>(Rc<Running<S>>);

struct Running<S: Service> {
    worker: Worker,
    calls: Rc<Calls<S::Answer>>,
    _listeners: [EventListener; 2],
}

impl<S: Service> WorkerClient<S> {
    /// The client of a worker that JavaScript has started with the function of the service
    /// (`web/elements/workers.js`).
    pub fn new(worker: Worker) -> Self {
        let calls = Rc::new(Calls::default());
        let (answered, ended) = (Rc::clone(&calls), Rc::clone(&calls));
        let on_message = move |event: &Event| {
            let data = event.unchecked_ref::<MessageEvent>().data();
            if ArrayBuffer::is_view(&data) {
                answered.receive(&Uint8Array::new(&data).to_vec(), S::is_last);
            }
        };
        let on_error = move |event: &Event| ended.end(&WorkerError::Ended(error_text(event)));
        let listeners = [
            EventListener::new(&worker, "message", on_message),
            EventListener::new(&worker, "error", on_error),
        ];
        Self(Rc::new(Running { worker, calls, _listeners: listeners }))
    }

    /// Sends a request. `on_answer` is called with its answers up to the last, or with the error of
    /// a worker that has ended. Returns the number of the request, if it is sent.
    pub fn ask(
        &self,
        request: &S::Request,
        on_answer: impl FnMut(Result<S::Answer, WorkerError>) + 'static,
    ) -> Option<u32> {
        let number = self.0.calls.wait(on_answer)?;
        self.send(number, request);
        Some(number)
    }

    /// Sends a request that has no answer.
    pub fn tell(&self, request: &S::Request) {
        self.send(self.0.calls.number(), request);
    }

    /// Ignores the answers to a request from now on.
    pub fn forget(&self, number: u32) {
        self.0.calls.forget(number);
    }

    /// Stops the worker at once and frees its memory. What waits for answers hears of it.
    pub fn end(&self) {
        self.0.worker.terminate();
        self.0.calls.end(&WorkerError::Ended("it was stopped".to_owned()));
    }

    fn send(&self, number: u32, request: &S::Request) {
        let bytes = Uint8Array::from(&to_bytes(number, request)[..]);
        // Posting bytes does not fail.
        let _ = self.0.worker.post_message(&bytes);
    }
}

impl<S: Service> Drop for Running<S> {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

impl<S: Service> Clone for WorkerClient<S> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

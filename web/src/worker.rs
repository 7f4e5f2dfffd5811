//! A worker that answers requests as bytes, which the page starts in JavaScript
//! (`web/elements/worker.js`), and the errors of workers.

use std::marker::PhantomData;

use gloo::events::EventListener;
use js_sys::{ArrayBuffer, Reflect, Uint8Array};
use mdp2048_protocol::{from_bytes, to_bytes};
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{Event, MessageEvent, Worker};

/// A running worker, which takes requests of a type. Dropping it stops the worker at once and frees
/// its memory.
pub struct Asked<Request> {
    worker: Worker,
    _listeners: [EventListener; 2],
    _requests: PhantomData<fn(Request)>,
}

impl<Request: Serialize> Asked<Request> {
    /// Calls `on_answer` with each answer of a worker and the number of its request, or an error.
    pub fn new<Answer: DeserializeOwned>(
        worker: Worker,
        on_answer: impl Fn(Result<(u32, Answer), WorkerError>) + Clone + 'static,
    ) -> Self {
        let listeners = listen(&worker, on_answer);
        Self { worker, _listeners: listeners, _requests: PhantomData }
    }

    /// Sends a request with a number, which its answers have as well.
    pub fn send(&self, number: u32, request: &Request) {
        send(&self.worker, number, request);
    }
}

/// Calls `on_answer` with each answer of a worker and the number of its request, or an error.
pub(crate) fn listen<Answer: DeserializeOwned>(
    worker: &Worker,
    on_answer: impl Fn(Result<(u32, Answer), WorkerError>) + Clone + 'static,
) -> [EventListener; 2] {
    let answered = on_answer.clone();
    let on_message = move |event: &Event| {
        let data = event.unchecked_ref::<MessageEvent>().data();
        // Other messages answer requests of JavaScript.
        if ArrayBuffer::is_view(&data) {
            let answer = from_bytes(&Uint8Array::new(&data).to_vec());
            answered(answer.ok_or(WorkerError::Unread));
        }
    };
    [
        EventListener::new(worker, "message", on_message),
        EventListener::new(worker, "error", move |event| {
            on_answer(Err(WorkerError::Ended(message(event))));
        }),
    ]
}

/// Sends a request with a number to a worker.
pub(crate) fn send(worker: &Worker, number: u32, request: &impl Serialize) {
    let bytes = Uint8Array::from(&to_bytes(number, request)[..]);
    // Posting bytes does not fail.
    let _ = worker.post_message(&bytes);
}

impl<Request> Drop for Asked<Request> {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

/// Why a worker does not answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WorkerError {
    /// It has sent something else than an answer.
    #[error("its worker sent something else")]
    Unread,
    /// It does not run, or has ended, for this reason.
    #[error("{0}")]
    Ended(String),
}

/// Whether an error has this name.
pub fn has_name(error: &JsValue, name: &str) -> bool {
    Reflect::get(error, &"name".into()).is_ok_and(|it| it == name)
}

/// The message of an error of a worker, as the end of a sentence.
pub fn message(error: &JsValue) -> String {
    let text = Reflect::get(error, &"message".into()).ok().and_then(|it| it.as_string());
    text.unwrap_or_else(|| "its worker did not answer".to_owned())
}

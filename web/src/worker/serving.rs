//! The worker's side of a service: it answers requests, and works on between them.

use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use js_sys::{Uint8Array, global};
use mdp2048_protocol::{Service, from_bytes, to_bytes};
use serde::Serialize;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// A worker's state, which its tasks share.
pub(crate) type Shared<S> = Rc<RefCell<S>>;

/// The request of a server.
type Request<S> = <<S as Server>::Service as Service>::Request;

/// The answer of a server.
type Answer<S> = <<S as Server>::Service as Service>::Answer;

/// What a worker does.
pub(crate) trait Server: Sized + 'static {
    /// Its requests and answers.
    type Service: Service;

    /// Handles a request.
    fn handle(server: &Shared<Self>, request: Request<Self>, asker: Asker<Answer<Self>>);

    /// Works on for a short time, after which other requests are handled. Returns whether it goes
    /// on.
    fn work(&mut self) -> bool {
        false
    }
}

/// Where the answers to a request go.
#[derive(Clone)]
pub(crate) struct Asker<Answer> {
    /// The number of the request.
    number: u32,
    answers: PhantomData<fn(Answer)>,
}

impl<Answer: Serialize> Asker<Answer> {
    /// Sends an answer.
    pub(crate) fn send(&self, answer: &Answer) {
        let bytes = Uint8Array::from(&to_bytes(self.number, answer)[..]);
        // Posting what a browser can copy does not fail.
        let _ = scope().post_message(&bytes);
    }
}

/// Handles all messages to this worker from now on.
pub(crate) fn serve<S: Server>(server: S) {
    let server = Rc::new(RefCell::new(server));
    let is_working = Rc::new(RefCell::new(false));
    let listener = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let data = Uint8Array::new(&event.data()).to_vec();
        // The page is of the same build, so it sends nothing else.
        let Some((number, request)) = from_bytes(&data) else { return };
        S::handle(&server, request, Asker { number, answers: PhantomData });
        if !is_working.replace(true) {
            work_on(server.clone(), is_working.clone());
        }
    });
    scope().set_onmessage(Some(listener.as_ref().unchecked_ref()));
    listener.forget();
}

/// Works on until nothing is left, and handles messages in between.
fn work_on<S: Server>(server: Shared<S>, is_working: Rc<RefCell<bool>>) {
    let work = move || {
        let goes_on = server.borrow_mut().work();
        is_working.replace(goes_on);
        if goes_on {
            work_on(server, is_working);
        }
    };
    Timeout::new(0, work).forget();
}

fn scope() -> DedicatedWorkerGlobalScope {
    global().unchecked_into()
}

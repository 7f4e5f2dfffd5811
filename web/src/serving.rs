//! The worker's side of the messages: it answers requests, and works on between them.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use js_sys::{Uint8Array, global};
use mdp2048_protocol::{from_bytes, to_bytes};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// A worker's state, which its tasks share.
pub type Shared<S> = Rc<RefCell<S>>;

/// What a worker does.
pub trait Server: Sized + 'static {
    /// Its requests.
    type Request: DeserializeOwned;
    /// Its answers.
    type Answer: Serialize;

    /// Reads a message.
    fn read(data: &JsValue) -> Option<(Self::Request, Asker<Self::Answer>)> {
        let (number, request) = from_bytes(&Uint8Array::new(data).to_vec())?;
        let write = |number, answer: &_| Uint8Array::from(&to_bytes(number, answer)[..]).into();
        Some((request, Asker::new(number, write)))
    }

    /// Handles a request.
    fn handle(server: &Shared<Self>, request: Self::Request, asker: Asker<Self::Answer>);

    /// Works on for a short time, after which other requests are handled. Returns whether it goes
    /// on.
    fn work(&mut self) -> bool {
        false
    }
}

/// Where the answers to a request go.
pub struct Asker<Answer> {
    number: u32,
    write: fn(u32, &Answer) -> JsValue,
}

impl<Answer> Asker<Answer> {
    /// Answers to the request of this number are sent as a function writes them.
    pub const fn new(number: u32, write: fn(u32, &Answer) -> JsValue) -> Self {
        Self { number, write }
    }

    /// Sends an answer.
    pub fn send(&self, answer: &Answer) {
        // Posting what a browser can copy does not fail.
        let _ = scope().post_message(&(self.write)(self.number, answer));
    }
}

impl<Answer> Clone for Asker<Answer> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

/// Handles all messages to this worker from now on.
pub fn serve<S: Server>(server: S) {
    let server = Rc::new(RefCell::new(server));
    let is_working = Rc::new(RefCell::new(false));
    let listener = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        // The page is of the same build, so it sends nothing else.
        let Some((request, asker)) = S::read(&event.data()) else { return };
        S::handle(&server, request, asker);
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

//! Unpacking a policy in a worker, or on the page itself where there can be none.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};

use gloo::timers::callback::Timeout;
use gloo::timers::future::TimeoutFuture;
use js_sys::{Array, Uint8Array};
use mdp2048_player::LoadError;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web::{Batch, Said, Unpacker};
use web_sys::{Event, MessageEvent, Worker, window};

/// The worker's script, beside the page.
const WORKER: &str = "./decoder_loader.js";

/// How long the worker may take to say hello once there is something to do, in milliseconds. It
/// does not tell when its own program fails to load.
const PATIENCE_MS: u32 = 5_000;

/// How long the page may stand still, in milliseconds: about half a frame.
const SLICE_MS: f64 = 8.0;

/// Who unpacks one policy.
pub(crate) struct Unpacking {
    worker: Option<Helper>,
}

impl Unpacking {
    /// Starts a worker, so that it runs by the time the bytes are there.
    pub(crate) fn prepare() -> Self {
        Self { worker: Helper::start() }
    }

    /// Unpacks a policy file and hands on what comes out, batch by batch.
    pub(crate) async fn run(
        self,
        bytes: &[u8],
        mut take: impl FnMut(Batch) -> Result<(), LoadError>,
    ) -> Result<(), LoadError> {
        let Some(worker) = self.worker else { return in_slices(bytes, take).await };
        let impatience = worker.give_up_after(PATIENCE_MS);
        match worker.hear().await {
            Heard::Said(Said::Hello) => drop(impatience),
            Heard::Said(_) => return Err(LoadError::Stale),
            Heard::Nothing => {
                drop((impatience, worker));
                return in_slices(bytes, take).await;
            }
        }
        worker.hand_over(bytes);
        loop {
            let batch = match worker.hear().await {
                Heard::Said(Said::Batch(batch)) => batch,
                Heard::Said(Said::Failed(reason)) => return Err(LoadError::Unpacking { reason }),
                Heard::Said(Said::Hello | Said::Stale) => return Err(LoadError::Stale),
                Heard::Nothing => {
                    let reason = "the program that unpacks it broke off".to_owned();
                    return Err(LoadError::Unpacking { reason });
                }
            };
            let is_last = batch.is_last;
            take(batch)?;
            if is_last {
                return Ok(());
            }
        }
    }
}

/// Unpacks on the page, which goes on between the slices.
async fn in_slices(
    bytes: &[u8],
    mut take: impl FnMut(Batch) -> Result<(), LoadError>,
) -> Result<(), LoadError> {
    let performance = window().and_then(|window| window.performance());
    let clock = || performance.as_ref().map_or(0.0, |performance| performance.now());
    let mut unpacker = Unpacker::new(bytes)?;
    loop {
        let batch = unpacker.batch(SLICE_MS, clock)?;
        let is_last = batch.is_last;
        take(batch)?;
        if is_last {
            return Ok(());
        }
        TimeoutFuture::new(0).await;
    }
}

/// What comes from a worker.
enum Heard {
    Said(Said),
    /// It cannot run, or broke off, or did not answer in time.
    Nothing,
}

/// What was heard and not yet taken, and who waits for more.
#[derive(Default)]
struct Inbox {
    heard: VecDeque<Heard>,
    waker: Option<Waker>,
}

fn put(inbox: &RefCell<Inbox>, heard: Heard) {
    let mut inbox = inbox.borrow_mut();
    inbox.heard.push_back(heard);
    if let Some(waker) = inbox.waker.take() {
        waker.wake();
    }
}

/// A worker, which ends when dropped.
struct Helper {
    worker: Worker,
    inbox: Rc<RefCell<Inbox>>,
    _said: Closure<dyn Fn(MessageEvent)>,
    _failed: Closure<dyn Fn(Event)>,
}

impl Drop for Helper {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

impl Helper {
    /// Starts a worker; `None` where there is no such thing.
    fn start() -> Option<Self> {
        let worker = Worker::new(WORKER).ok()?;
        let inbox = Rc::new(RefCell::new(Inbox::default()));
        let (says, fails) = (inbox.clone(), inbox.clone());
        let said = Closure::new(move |event: MessageEvent| {
            put(&says, Heard::Said(Said::from_message(&event.data())));
        });
        let failed = Closure::new(move |event: Event| {
            // It is told in its place on the page, or not at all if the page can do without.
            event.prevent_default();
            put(&fails, Heard::Nothing);
        });
        worker.set_onmessage(Some(said.as_ref().unchecked_ref()));
        worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
        Some(Self { worker, inbox, _said: said, _failed: failed })
    }

    /// What it says next.
    async fn hear(&self) -> Heard {
        poll_fn(|context| {
            let mut inbox = self.inbox.borrow_mut();
            match inbox.heard.pop_front() {
                Some(heard) => Poll::Ready(heard),
                None => {
                    inbox.waker = Some(context.waker().clone());
                    Poll::Pending
                }
            }
        })
        .await
    }

    /// Hears nothing after so many milliseconds, unless what is returned is dropped before.
    fn give_up_after(&self, ms: u32) -> Timeout {
        let inbox = self.inbox.clone();
        Timeout::new(ms, move || put(&inbox, Heard::Nothing))
    }

    fn hand_over(&self, bytes: &[u8]) {
        let bytes = Uint8Array::from(bytes);
        let buffers = Array::of1(&bytes.buffer());
        // Only what cannot be handed over is refused, and buffers can be.
        let _ = self.worker.post_message_with_transfer(&bytes, &buffers);
    }
}

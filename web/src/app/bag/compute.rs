//! The worker of the page.

use std::cell::RefCell;
use std::rc::Rc;

use mdp2048_bag::page::{BagEvent, BagRequest};
use mdp2048_protocol::WorkerError;
use web::browser::WorkerClient;
use web::host::PageHost;
use web::services::BagService;
use yew::Callback;

/// Returns what sends requests to a worker, which is started when it is needed, and again where it
/// has ended.
pub(crate) fn computing(host: PageHost) -> impl FnMut(BagRequest, &Callback<BagEvent>) {
    let worker = Rc::new(RefCell::new(None::<WorkerClient<BagService>>));
    move |request, on| {
        let running = worker.borrow().clone();
        let started = running.map_or_else(|| host.start(), Ok);
        let client = match started {
            Ok(client) => worker.borrow_mut().insert(client).clone(),
            Err(error) => return on.emit(failure(&error.to_string())),
        };
        // The worker ends with the page, also while it computes.
        let (on, worker) = (on.clone(), Rc::downgrade(&worker));
        client.ask(&request, move |answer| {
            if let (Err(_), Some(worker)) = (&answer, worker.upgrade()) {
                worker.borrow_mut().take();
            }
            on.emit(match answer {
                Ok(reply) => BagEvent::Reply(request, Some(reply)),
                Err(WorkerError::Unread) => BagEvent::Reply(request, None),
                Err(WorkerError::Ended(reason)) => failure(&reason),
            });
        });
    }
}

/// The worker does not run, for this reason.
fn failure(reason: &str) -> BagEvent {
    BagEvent::Fail(format!(
        "The numbers cannot be computed: {reason}. Try again, or use a recent Firefox, Chrome, \
         Edge or Safari."
    ))
}

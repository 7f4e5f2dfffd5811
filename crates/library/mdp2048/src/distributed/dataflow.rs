//! The dataflow that exchanges messages.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender};

use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Hooks, WorkerGuards};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::InputHandle;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::{Input as _, Operator as _, Probe as _};
use timely::execute::execute_from;
use timely::worker::Worker;

use crate::distributed::connect::ConnectError;
use crate::distributed::message::{Chunk, Received};
use crate::distributed::stream::PeerStream;

/// Starts the dataflow on a thread of its own. It takes the chunks of one exchange after another
/// and returns what the process receives in each. `streams` has an entry for each process, that of
/// this process empty.
pub(crate) fn start(
    index: usize,
    streams: Vec<Option<PeerStream>>,
    outgoing: Receiver<Vec<Chunk>>,
    received: Sender<Received>,
) -> Result<WorkerGuards<()>, ConnectError> {
    let hooks = Hooks::default();
    let local = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), hooks.spill.clone());
    let (builders, threads) = initialize_networking_from_sockets(local, streams, index, 1, hooks)
        .map_err(|error| ConnectError::Start(error.to_string()))?;
    let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
    // There is one worker, which takes the channels.
    let channels = Mutex::new(Some((outgoing, received)));
    let run = move |worker: &mut Worker| {
        let channels = channels.lock().ok().and_then(|mut channels| channels.take());
        if let Some((outgoing, received)) = channels {
            exchange_all(worker, &outgoing, &received);
        }
    };
    execute_from(builders, Box::new(threads), WorkerConfig::default(), run)
        .map_err(ConnectError::Start)
}

/// Exchanges chunks until there are no more.
fn exchange_all(worker: &mut Worker, outgoing: &Receiver<Vec<Chunk>>, received: &Sender<Received>) {
    let mut input = InputHandle::<u64, CapacityContainerBuilder<Vec<Chunk>>>::new();
    // By exchange: another process may begin the next one while this process waits.
    let inbox = Rc::new(RefCell::new(BTreeMap::<u64, Vec<Chunk>>::new()));
    let probe = worker.dataflow(|scope| {
        let inbox = Rc::clone(&inbox);
        let receive = move |exchange: Option<&u64>, chunks: &mut Vec<Chunk>| {
            if let Some(&exchange) = exchange {
                inbox.borrow_mut().entry(exchange).or_default().append(chunks);
            }
        };
        let sent = scope.input_from(&mut input);
        let received = sent.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
            Exchange::new(|chunk: &Chunk| chunk.to),
            "Receive",
            |_, _| move |input, _| input.for_each(|time, chunks| receive(time.least(), chunks)),
        );
        received.probe().0
    });
    for (chunks, exchange) in outgoing.iter().zip(0..) {
        chunks.into_iter().for_each(|chunk| input.send(chunk));
        let next = exchange + 1;
        input.advance_to(next);
        worker.step_or_park_while(None, || probe.less_than(&next));
        let chunks = inbox.borrow_mut().remove(&exchange).unwrap_or_default();
        if received.send(Ok(chunks)).is_err() {
            break;
        }
    }
}

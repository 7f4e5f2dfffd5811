//! One of several connected processes.

use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use mdp2048_solve::{PeerMessage, Peers, PeersError};
use timely::communication::WorkerGuards;

use crate::distributed::connect::{ConnectError, connect};
use crate::distributed::dataflow::start;
use crate::distributed::message::{Chunk, Received, join, split};
use crate::distributed::stream::{Connections, PeerStream};

/// How long a process waits for the others to start.
const TIMEOUT: Duration = Duration::from_secs(60);

/// One of several connected processes, see the [crate](crate).
pub struct Cluster {
    index: usize,
    count: usize,
    connections: Arc<Connections>,
    sockets: Vec<TcpStream>,
    // The next two are empty once the process has finished.
    outgoing: Option<Sender<Vec<Chunk>>>,
    threads: Option<WorkerGuards<()>>,
    received: Receiver<Received>,
}

impl Cluster {
    /// Connects the process with this index with all others. `addresses` has the address of each,
    /// and is the same for all. While this process waits for the others, it calls `goes_on` many
    /// times a second, and stops waiting when that returns `false`.
    ///
    /// # Errors
    /// [`ConnectError`], of which [`ConnectError::Stopped`] says that `goes_on` returned `false`.
    pub fn connect(
        index: usize,
        addresses: &[SocketAddr],
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Self, ConnectError> {
        let streams = connect(index, addresses, TIMEOUT, goes_on)?;
        let start_error = |error: std::io::Error| ConnectError::Start(error.to_string());
        let sockets = streams.iter().flatten().map(TcpStream::try_clone);
        let sockets = sockets.collect::<Result<_, _>>().map_err(start_error)?;
        let connections = Arc::new(Connections::default());
        let (outgoing, to_send) = channel();
        let (sender, received) = channel();
        let new = |stream| PeerStream::new(stream, Arc::clone(&connections), sender.clone());
        let streams = streams.into_iter().map(|stream| stream.map(new)).collect();
        let threads = Some(start(index, streams, to_send, sender.clone())?);
        let (count, outgoing) = (addresses.len(), Some(outgoing));
        Ok(Self { index, count, connections, sockets, outgoing, threads, received })
    }

    /// The bytes that this process has sent to others, compressed and with what timely dataflow
    /// adds.
    pub fn bytes_sent(&self) -> u64 {
        self.connections.sent.load(Ordering::Relaxed)
    }

    /// Waits until all processes have called this, and closes the connections. If a process drops
    /// its `Cluster` without this call, its connections close too, and the others get
    /// [`PeersError::Ended`].
    ///
    /// # Errors
    /// [`PeersError::Ended`] if a process has ended without calling this.
    pub fn finish(mut self) -> Result<(), PeersError> {
        self.exchange(Vec::new())?;
        // No process sends messages any more, but some may still wait for the last exchange.
        self.connections.is_finished.store(true, Ordering::Release);
        self.exchange(Vec::new())?;
        self.outgoing = None;
        if let Some(threads) = self.threads.take() {
            threads.join();
        }
        Ok(())
    }
}

impl Peers for Cluster {
    fn index(&self) -> usize {
        self.index
    }

    fn count(&self) -> usize {
        self.count
    }

    fn exchange(&mut self, messages: Vec<PeerMessage>) -> Result<Vec<PeerMessage>, PeersError> {
        let mut chunks = Vec::new();
        for message in messages {
            chunks.append(&mut split(self.index, message)?);
        }
        // An error of a channel means that the thread of the dataflow has ended.
        let outgoing = self.outgoing.as_ref().ok_or(PeersError::Ended)?;
        outgoing.send(chunks).map_err(|_| PeersError::Ended)?;
        join(self.received.recv().map_err(|_| PeersError::Ended)??)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if let Some(threads) = self.threads.take() {
            // The others notice that the connections end. The threads of this process wait for
            // messages, and end with the process.
            for socket in &self.sockets {
                let _ = socket.shutdown(Shutdown::Both);
            }
            std::mem::forget(threads);
        }
    }
}

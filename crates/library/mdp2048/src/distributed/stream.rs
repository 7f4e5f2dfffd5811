//! Connections that report when the other process ends.
//!
//! The threads of timely dataflow panic if a connection ends too early. So a stream reports that
//! itself and then blocks its thread, which ends with this process.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::thread;

use mdp2048_solve::PeersError;
use timely::communication::allocator::zero_copy::stream::Stream;

use crate::distributed::message::Received;

/// What all connections of a process share.
#[derive(Debug, Default)]
pub(crate) struct Connections {
    /// Whether all processes have finished, so that connections may end.
    pub(crate) is_finished: AtomicBool,
    /// The bytes that this process has sent.
    pub(crate) sent: AtomicU64,
}

/// A connection to another process.
pub(crate) struct PeerStream {
    stream: TcpStream,
    connections: Arc<Connections>,
    /// Where the end of the other process is reported.
    received: Sender<Received>,
}

impl PeerStream {
    pub(crate) const fn new(
        stream: TcpStream,
        connections: Arc<Connections>,
        received: Sender<Received>,
    ) -> Self {
        Self { stream, connections, received }
    }

    /// Returns a result unless it says that the other process has ended before all have finished.
    fn checked<T>(&self, result: io::Result<T>, has_ended: bool) -> io::Result<T> {
        if !has_ended || self.connections.is_finished.load(Ordering::Acquire) {
            return result;
        }
        // An error means that nobody waits for messages any more.
        let _ = self.received.send(Err(PeersError::Ended));
        loop {
            thread::park();
        }
    }
}

/// Whether an error is the end of a connection.
fn is_end<T>(result: &io::Result<T>) -> bool {
    matches!(result, Err(error) if error.kind() != io::ErrorKind::Interrupted)
}

impl Read for PeerStream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            let result = self.stream.read(bytes);
            let has_ended = matches!(result, Ok(0)) || is_end(&result);
            match self.checked(result, has_ended) {
                // A process that has finished may reset the connection.
                Err(_) if has_ended => return Ok(0),
                Err(_) => {}
                read => return read,
            }
        }
    }
}

impl Write for PeerStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.stream.write(bytes);
        let has_ended = is_end(&result);
        let written = self.checked(result, has_ended)?;
        self.connections.sent.fetch_add(written as u64, Ordering::Relaxed);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl Stream for PeerStream {
    fn try_clone(&self) -> io::Result<Self> {
        let (connections, received) = (Arc::clone(&self.connections), self.received.clone());
        Ok(Self { stream: self.stream.try_clone()?, connections, received })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // The other process may have closed the connection already.
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}

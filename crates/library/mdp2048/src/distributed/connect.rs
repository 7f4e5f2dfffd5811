//! Connects a process with all others.

use std::io::{self, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

/// The first bytes of a connection, before the number of processes and the index of the one that
/// connects.
const MAGIC: [u8; 8] = *b"MDP2048H";

/// How long a process waits before it tries again to connect.
const PAUSE: Duration = Duration::from_millis(5);

/// How long a process waits for the first bytes of a connection.
const GREETING: Duration = Duration::from_secs(5);

/// Why the processes could not be connected.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ConnectError {
    /// The address of this process cannot be used.
    #[error("could not listen on {address}: {source}; choose another address")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// Two processes would have one address.
    #[error("{0} is the address of two processes: give each process an address of its own")]
    Repeated(SocketAddr),
    /// Another process does not answer.
    #[error("process {0} did not connect in time: start all processes within a minute")]
    Missing(usize),
    /// The caller does not wait for the other processes any longer.
    #[error("stopped waiting for the other processes")]
    Stopped,
    /// There is no such process.
    #[error("process {index} of {count} does not exist: count from 0")]
    Index {
        /// The index of the process.
        index: usize,
        /// The number of processes.
        count: usize,
    },
    /// The threads could not be started; the text is the reason.
    #[error("could not start the exchange of messages: {0}")]
    Start(String),
}

/// Connects the process with this index with all others; the entry of the process itself is empty.
/// It listens on its own address, connects to the processes before it, and waits for the others,
/// until the timeout is over or `goes_on` returns `false`.
pub(crate) fn connect(
    index: usize,
    addresses: &[SocketAddr],
    timeout: Duration,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<Vec<Option<TcpStream>>, ConnectError> {
    let (count, deadline) = (addresses.len(), Instant::now() + timeout);
    let &address = addresses.get(index).ok_or(ConnectError::Index { index, count })?;
    let is_repeated = |&(at, address): &(usize, &SocketAddr)| addresses[..at].contains(address);
    if let Some((_, &address)) = addresses.iter().enumerate().find(is_repeated) {
        return Err(ConnectError::Repeated(address));
    }
    let error = |source| ConnectError::Listen { address, source };
    let listener = TcpListener::bind(address).map_err(error)?;
    listener.set_nonblocking(true).map_err(error)?;
    let mut wait = |peer| {
        if !goes_on() {
            return Err(ConnectError::Stopped);
        }
        if Instant::now() >= deadline {
            return Err(ConnectError::Missing(peer));
        }
        thread::sleep(PAUSE);
        Ok(())
    };
    let mut streams: Vec<Option<TcpStream>> = (0..count).map(|_| None).collect();
    for (peer, (stream, &address)) in streams.iter_mut().zip(addresses).enumerate().take(index) {
        *stream = Some(retry(|| greet(address, index, count), || wait(peer))?);
    }
    while let Some(missing) = (index + 1..count).find(|&peer| streams[peer].is_none()) {
        let (peer, stream) = retry(|| welcome(&listener, count), || wait(missing))?;
        if let Some(entry) = streams.get_mut(peer).filter(|_| peer > index) {
            *entry = Some(stream);
        }
    }
    Ok(streams)
}

/// Tries until there is a result or `wait`, which is called between attempts, fails.
fn retry<T>(
    attempt: impl Fn() -> io::Result<T>,
    mut wait: impl FnMut() -> Result<(), ConnectError>,
) -> Result<T, ConnectError> {
    loop {
        if let Ok(result) = attempt() {
            return Ok(result);
        }
        wait()?;
    }
}

/// Connects to an address and says which process this is.
fn greet(address: SocketAddr, index: usize, count: usize) -> io::Result<TcpStream> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    stream.write_all(&MAGIC)?;
    stream.write_all(&(count as u64).to_le_bytes())?;
    stream.write_all(&(index as u64).to_le_bytes())?;
    Ok(stream)
}

/// Accepts a connection of another of `count` processes.
fn welcome(listener: &TcpListener, count: usize) -> io::Result<(usize, TcpStream)> {
    let (mut stream, _) = listener.accept()?;
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(GREETING))?;
    let mut greeting = [[0; 8]; 3];
    for bytes in &mut greeting {
        stream.read_exact(bytes)?;
    }
    stream.set_read_timeout(None)?;
    let [magic, of, index] = greeting;
    let index = u64::from_le_bytes(index) as usize;
    if magic == MAGIC && u64::from_le_bytes(of) == count as u64 && index < count {
        Ok((index, stream))
    } else {
        Err(io::ErrorKind::InvalidData.into())
    }
}

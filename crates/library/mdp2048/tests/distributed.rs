//! Processes over loopback, here threads: they exchange messages, and notice when one of them ends.

#![allow(clippy::unwrap_used, reason = "a test may fail by unwrapping")]

use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use mdp2048::distributed::{Cluster, ConnectError};
use mdp2048_solve::{PeerMessage, Peers, PeersError};

/// Free addresses on loopback.
fn addresses(count: usize) -> Vec<SocketAddr> {
    let listeners: Vec<_> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    listeners.iter().map(|listener| listener.local_addr().unwrap()).collect()
}

/// Connects a process with the others, and waits for them as long as that takes.
fn connect(index: usize, addresses: &[SocketAddr]) -> Result<Cluster, ConnectError> {
    Cluster::connect(index, addresses, &mut || true)
}

/// Runs a function in place of each of several processes.
fn run<T: Send + 'static>(
    count: usize,
    run: impl Fn(Cluster) -> T + Clone + Send + 'static,
) -> Vec<T> {
    let addresses = addresses(count);
    let start = |index| {
        let (addresses, run) = (addresses.clone(), run.clone());
        thread::spawn(move || run(connect(index, &addresses).unwrap()))
    };
    let threads: Vec<JoinHandle<T>> = (0..count).map(start).collect();
    threads.into_iter().map(|thread| thread.join().unwrap()).collect()
}

fn message(peer: usize, is_sparse: bool, bytes: &[u8]) -> PeerMessage {
    PeerMessage { peer, is_sparse, bytes: bytes.to_vec() }
}

#[test]
fn messages_arrive() {
    // It is sent in several parts.
    let long: Vec<u8> = (0..5_000_000u32).map(|i| (i / 7) as u8).collect();
    let expected = long.clone();
    let received = run(3, move |mut cluster| {
        let next = (cluster.index() + 1) % 3;
        let first = cluster.exchange(vec![message(next, true, &long)]).unwrap();
        let second = match cluster.index() {
            0 => vec![message(2, false, b"from 0"), message(1, false, b"")],
            1 => vec![message(2, false, b"from 1")],
            _ => Vec::new(),
        };
        let second = cluster.exchange(second).unwrap();
        cluster.finish().unwrap();
        (first, second)
    });
    let second = [
        vec![],
        vec![message(0, false, b"")],
        vec![message(0, false, b"from 0"), message(1, false, b"from 1")],
    ];
    for ((index, (first, found)), expected_second) in received.into_iter().enumerate().zip(second) {
        assert!(first == [message((index + 2) % 3, true, &expected)]);
        assert_eq!(found, expected_second);
    }
}

#[test]
fn an_end_is_noticed() {
    let results = run(3, |mut cluster| {
        // The others may notice the end of process 1 in either exchange.
        let first = cluster.exchange(Vec::new());
        if cluster.index() == 1 {
            return Err(PeersError::Ended);
        }
        first.and_then(|_| cluster.exchange(Vec::new()))
    });
    assert_eq!(results, vec![Err(PeersError::Ended); 3]);
}

#[test]
fn connections_of_other_programs_are_ignored() {
    let addresses = addresses(2);
    let first = addresses[0];
    let stranger = thread::spawn(move || {
        for _ in 0..100 {
            if let Ok(mut stream) = TcpStream::connect(first) {
                return io::Write::write_all(&mut stream, &[b'x'; 24]);
            }
            thread::sleep(Duration::from_millis(5));
        }
        Err(io::ErrorKind::TimedOut.into())
    });
    let other = addresses.clone();
    let second = thread::spawn(move || {
        stranger.join().unwrap().unwrap();
        connect(1, &other).unwrap().finish()
    });
    connect(0, &addresses).unwrap().finish().unwrap();
    second.join().unwrap().unwrap();
}

#[test]
fn addresses_are_checked() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let one = [taken.local_addr().unwrap()];
    let error = |index| connect(index, &one).err().unwrap();
    assert!(matches!(error(0), ConnectError::Listen { .. }));
    assert_eq!(error(3).to_string(), "process 3 of 1 does not exist: count from 0");
    // At once: nobody is asked whether to wait for the others.
    let [address, _] = addresses(2).try_into().unwrap();
    let repeated = Cluster::connect(0, &[address; 2], &mut || panic!("it waits"));
    let message = format!("{address} is the address of two processes: give each process an ");
    assert!(repeated.err().unwrap().to_string().starts_with(&message));
}

#[test]
fn waiting_for_others_can_be_stopped() {
    // Process 0 waits for a connection, and process 1 for somebody who accepts one.
    for index in [0, 1] {
        let mut calls = 0;
        let mut goes_on = || {
            calls += 1;
            calls < 3
        };
        let stopped = Cluster::connect(index, &addresses(2), &mut goes_on);
        assert!(matches!(stopped.err(), Some(ConnectError::Stopped)));
        assert_eq!(calls, 3);
    }
}

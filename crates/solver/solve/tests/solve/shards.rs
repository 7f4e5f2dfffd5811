//! Solves by several processes write the files of a solve by one, however many there are.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use mdp2048_model::{Game, Objective};
use mdp2048_solve::{
    PeerMessage, Peers, PeersError, Precision, SolutionTotals, SolveError, WorkError,
    ignore_progress, solve_in_folder,
};
use mdp2048_test_support::{MemoryFiles, SharedFiles};

use crate::work::{game, options, solve};

/// A thread among others, in place of a process.
struct Threads {
    index: usize,
    to: Vec<Sender<Option<PeerMessage>>>,
    from: Vec<Receiver<Option<PeerMessage>>>,
    /// The bytes sent.
    sent: u64,
}

impl Threads {
    fn new(count: usize) -> Vec<Self> {
        let new = |index| Self { index, to: Vec::new(), from: Vec::new(), sent: 0 };
        let mut threads: Vec<Self> = (0..count).map(new).collect();
        for from in 0..count {
            for to in 0..count {
                let (sender, receiver) = channel();
                threads[from].to.push(sender);
                threads[to].from.push(receiver);
            }
        }
        threads
    }
}

impl Peers for Threads {
    fn index(&self) -> usize {
        self.index
    }

    fn count(&self) -> usize {
        self.to.len()
    }

    fn exchange(&mut self, messages: Vec<PeerMessage>) -> Result<Vec<PeerMessage>, PeersError> {
        let mut outgoing: Vec<Option<PeerMessage>> = self.to.iter().map(|_| None).collect();
        for message in messages {
            let peer = message.peer;
            assert!(peer != self.index && outgoing[peer].is_none(), "one message to each other");
            self.sent += message.bytes.len() as u64;
            outgoing[peer] = Some(PeerMessage { peer: self.index, ..message });
        }
        for (sender, message) in self.to.iter().zip(outgoing) {
            sender.send(message).map_err(|_| PeersError::Ended)?;
        }
        let received = self.from.iter().map(|from| from.recv().map_err(|_| PeersError::Ended));
        Ok(received.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }
}

/// The results of all threads and the bytes that they sent.
fn solve_by(
    count: usize,
    files: &SharedFiles,
    game: &Game,
    precision: Precision,
    resume: bool,
) -> (Vec<Result<SolutionTotals, SolveError>>, u64) {
    solve_each(&vec![(*game, precision); count], files, resume)
}

/// The results of threads that have a game and a precision each, and the bytes that they sent.
fn solve_each(
    games: &[(Game, Precision)],
    files: &SharedFiles,
    resume: bool,
) -> (Vec<Result<SolutionTotals, SolveError>>, u64) {
    let run = |mut peers: Threads| {
        let (mut files, (game, precision)) = (files.clone(), games[peers.index]);
        thread::spawn(move || {
            let options = options(precision, resume);
            let (files, progress) = (&mut files, &mut ignore_progress);
            (solve_in_folder(files, &mut peers, &game, &options, progress), peers.sent)
        })
    };
    let threads: Vec<_> = Threads::new(games.len()).into_iter().map(run).collect();
    let results: Vec<_> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    let sent = results.iter().map(|(_, sent)| sent).sum();
    (results.into_iter().map(|(result, _)| result).collect(), sent)
}

#[test]
fn any_number_of_processes_writes_the_same_files() {
    for (game, precision) in [
        (game("4x4", Objective::Win, Some(8), 1.0), Precision::Double),
        (game("3x3", Objective::Win, Some(64), 0.99), Precision::Single),
        (game("3x4", Objective::Win, Some(16), 1.0), Precision::Double),
        (game("2x3", Objective::Score, None, 1.0), Precision::Double),
        (game("2x3", Objective::Fewest, Some(16), 1.0), Precision::Single),
    ] {
        let mut local = MemoryFiles::default();
        let expected = solve(&mut local, &game, precision, false).expect("a solution");
        for count in [1, 2, 3, 4] {
            let files = SharedFiles::default();
            let (results, sent) = solve_by(count, &files, &game, precision, false);
            for found in results {
                assert_eq!(found.as_ref(), Ok(&expected), "{game} by {count}");
            }
            let files = files.lock();
            assert!(files.ever == local.ever, "{game} by {count}");
            assert!(files.files == local.files, "{game} by {count}");
            assert_eq!(sent > 0, count > 1);
        }
    }
}

#[test]
fn processes_with_other_options_end() {
    let first = (game("3x3", Objective::Win, Some(64), 0.99), Precision::Single);
    let spawning = |four| Game::new(first.0.shape(), Objective::Win, Some(64), 0.99, four).unwrap();
    for other in [(spawning(0.2), Precision::Single), (first.0, Precision::Double)] {
        let (results, _) = solve_each(&[first, other], &SharedFiles::default(), false);
        let expected = WorkError::OtherGame("3x3 to 64, discount 0.99 in single precision".into());
        assert_eq!(results[1], Err(expected.into()));
        assert_eq!(results[0], Err(PeersError::Ended.into()));
    }
}

#[test]
fn a_run_goes_on_with_another_number_of_processes() {
    let (game, precision) = (game("3x3", Objective::Win, Some(64), 0.99), Precision::Single);
    let mut local = MemoryFiles::default();
    let expected = solve(&mut local, &game, precision, false).expect("a solution");
    for (writes, before, after) in [(40, 2, 4), (100, 4, 2), (210, 2, 3), (330, 3, 1), (500, 2, 4)]
    {
        let files = SharedFiles::default();
        files.lock().writes_left = Some(writes);
        let (results, _) = solve_by(before, &files, &game, precision, false);
        let is_full = |result: &_| matches!(result, Err(SolveError::Work(WorkError::Write { .. })));
        assert!(is_full(&results[0]), "{:?}", results[0]);
        for result in &results[1..] {
            assert_eq!(*result, Err(SolveError::Peers(PeersError::Ended)));
        }
        files.lock().writes_left = None;
        let (results, _) = solve_by(after, &files, &game, precision, true);
        for found in results {
            assert_eq!(found.as_ref(), Ok(&expected), "after {writes} writes");
        }
        assert!(files.lock().files == local.files, "after {writes} writes");
    }
}

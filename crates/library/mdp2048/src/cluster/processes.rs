//! The other processes of a solve on one machine.

use std::ffi::OsString;
use std::io::{self, Read as _};
use std::net::{SocketAddr, TcpListener};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use mdp2048_solve::{PeersError, SolveError};

use crate::error::Error;

/// How long processes have to end after one of them has.
const PATIENCE: Duration = Duration::from_secs(5);

/// The other processes; those that still run are ended when this is dropped.
pub(super) struct Processes {
    children: Vec<Child>,
    pub(super) addresses: Vec<SocketAddr>,
}

impl Processes {
    /// Starts all processes but this one, which is the first of `count`. `arguments` are those of
    /// each but for the options that say which process it is.
    pub(super) fn start(count: usize, arguments: &[OsString]) -> io::Result<Self> {
        let addresses = free_addresses(count)?;
        let list: Vec<String> = addresses.iter().map(SocketAddr::to_string).collect();
        let mut processes = Self { children: Vec::new(), addresses };
        for process in 1..count {
            let mut command = Command::new(std::env::current_exe()?);
            command.args(arguments);
            command.args(["--process", &process.to_string(), "--addresses", &list.join(",")]);
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
            processes.children.push(command.spawn()?);
        }
        Ok(processes)
    }

    /// Whether none of the processes has ended.
    pub(super) fn all_run(&mut self) -> bool {
        self.children.iter_mut().all(|child| matches!(child.try_wait(), Ok(None)))
    }

    /// Returns why connected processes cannot go on, after one of them has ended: the error of that
    /// process. The others end because they notice that.
    pub(super) fn failure(&mut self) -> Error {
        let deadline = Instant::now() + PATIENCE;
        while self.statuses().contains(&None) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(10));
        }
        self.reason_of_end()
    }

    /// How each process has ended; `None` if it still runs.
    fn statuses(&mut self) -> Vec<Option<ExitStatus>> {
        self.children.iter_mut().map(|child| child.try_wait().ok().flatten()).collect()
    }

    /// Returns the error of the first process that has ended for a reason of its own.
    pub(super) fn reason_of_end(&mut self) -> Error {
        let statuses = self.statuses();
        let count = self.children.len() + 1;
        let ended = SolveError::from(PeersError::Ended);
        let consequence = Error::Solve(ended.clone()).to_string();
        for (index, (child, status)) in (1..).zip(self.children.iter_mut().zip(statuses)) {
            let reason = status.map(|status| reason(child, status));
            if let Some(reason) = reason.filter(|reason| *reason != consequence) {
                return Error::Process { index, count, reason };
            }
        }
        ended.into()
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        for child in &mut self.children {
            // An error means that the process has ended.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Returns the error that a process has printed, else how it has ended.
fn reason(child: &mut Child, status: ExitStatus) -> String {
    let mut text = String::new();
    let read = child.stderr.take().map(|mut stderr| stderr.read_to_string(&mut text));
    let line =
        text.lines().last().filter(|_| matches!(read, Some(Ok(_))) && status.code().is_some());
    let line = line.and_then(|line| line.strip_prefix("mdp2048: "));
    line.map_or_else(|| status.to_string(), str::to_owned)
}

/// Returns addresses of this machine that nothing listens on.
fn free_addresses(count: usize) -> io::Result<Vec<SocketAddr>> {
    let listeners = (0..count).map(|_| TcpListener::bind("127.0.0.1:0"));
    let listeners = listeners.collect::<io::Result<Vec<_>>>()?;
    listeners.iter().map(TcpListener::local_addr).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_early_end_is_noticed() {
        // The program that is started again is the one of these tests, which refuses the option.
        let mut processes = Processes::start(3, &["--nonsense".into()]).expect("processes");
        let deadline = Instant::now() + Duration::from_secs(60);
        while processes.all_run() {
            assert!(Instant::now() < deadline, "the processes still run");
            thread::sleep(Duration::from_millis(1));
        }
        let error = processes.reason_of_end();
        assert!(matches!(error, Error::Process { index: 1 | 2, count: 3, .. }), "{error}");
    }
}

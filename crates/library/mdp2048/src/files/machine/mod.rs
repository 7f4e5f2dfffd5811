//! The resources of the machine and of this process. Where the system does not report one, the
//! functions return `None`.

mod cgroup;

use std::fs;
use std::num::NonZero;
use std::thread;

/// The number of threads that run at once.
pub fn threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// The memory that this process may still allocate, in bytes: the least of what the machine has
/// left, and what the control groups and the resource limits of the process leave to it.
pub fn available_memory() -> Option<u64> {
    let of_machine = proc_field("/proc/meminfo", "MemAvailable:");
    let of_groups = cgroup::left(&|path| fs::read_to_string(path).ok());
    [of_machine, of_groups, left_of_resource_limits()].into_iter().flatten().min()
}

/// The resident memory of this process, in bytes.
pub fn used_memory() -> Option<u64> {
    proc_field("/proc/self/status", "VmRSS:")
}

/// The peak resident memory of this process, in bytes.
pub fn peak_memory() -> Option<u64> {
    proc_field("/proc/self/status", "VmHWM:")
}

/// A field of a Linux proc file in bytes, from a line like `MemAvailable:   24105000 kB`.
fn proc_field(path: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

/// Bytes of the address space that each thread reserves, whatever it uses: its stack, and a heap
/// of its own in glibc.
const THREAD: u64 = (64 + 2) << 20;

/// How many threads there are beside those of a solve: one waits for signals, and one draws the
/// progress.
const OTHER_THREADS: u64 = 2;

/// Bytes of the address space that must be free beside the arrays of a solve: the solver checks
/// that 40 MiB are, and the rest is for libraries and the files that it writes.
const RESERVE: u64 = (40 + 24) << 20;

/// The share of an array that must be free beside it, as one in this many bytes.
const ARRAY_SHARE: u64 = 8;

/// The most bytes that a solve with this many threads may use; `None` for no limit. It is what the
/// user has asked for, or else all that is free; but not more than the address space leaves.
///
/// ```
/// use mdp2048::files::machine;
/// use mdp2048_model::Game;
/// use mdp2048_solve::Solver;
///
/// let game = Game::builder().board(3, 4).target(2048).build()?;
/// let need = Solver::new(&game).estimate()?.memory;
/// let limit = machine::memory_limit(None, 1);
/// assert!(limit.is_none_or(|bytes| need.least > bytes), "no machine has so much memory");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn memory_limit(asked: Option<u64>, threads: usize) -> Option<u64> {
    let reserved = RESERVE + THREAD * (threads as u64 + OTHER_THREADS);
    let for_arrays = left_of_address_space().map(|left| {
        let free = left.saturating_sub(reserved);
        free - free / (ARRAY_SHARE + 1)
    });
    asked.or_else(available_memory).into_iter().chain(for_arrays).min()
}

/// What the limit of the address space of this process, which `ulimit -v` sets, leaves, in bytes;
/// `None` if there is no limit.
#[cfg(unix)]
fn left_of_address_space() -> Option<u64> {
    left_of(rustix::process::Resource::As, "VmSize:")
}

/// The memory left under the limits of the address space and of the data of this process, which
/// `ulimit -v` and `ulimit -d` set, in bytes.
#[cfg(unix)]
fn left_of_resource_limits() -> Option<u64> {
    let of_data = left_of(rustix::process::Resource::Data, "VmData:");
    [left_of_address_space(), of_data].into_iter().flatten().min()
}

/// What a limit leaves beside what is in use, a field of the status of this process.
#[cfg(unix)]
fn left_of(resource: rustix::process::Resource, used: &str) -> Option<u64> {
    let limit = rustix::process::getrlimit(resource).current?;
    Some(limit.saturating_sub(proc_field("/proc/self/status", used).unwrap_or(0)))
}

#[cfg(not(unix))]
const fn left_of_address_space() -> Option<u64> {
    None
}

#[cfg(not(unix))]
const fn left_of_resource_limits() -> Option<u64> {
    None
}

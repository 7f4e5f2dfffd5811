//! The resources of the machine and of this process. Where the system does not report one, the
//! functions return `None`.

mod cgroup;
mod memory_limit;

use std::fs;
use std::num::NonZero;
use std::thread;

pub use memory_limit::{AddressSpaceNeed, MemoryLimit};

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

/// The address space of this process, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct AddressSpace {
    /// Its limit, which `ulimit -v` sets.
    limit: u64,
    /// What is in use.
    used: u64,
}

/// The address space of this process; `None` if it has no limit.
#[cfg(unix)]
fn address_space() -> Option<AddressSpace> {
    use rustix::process::{Resource, getrlimit};

    let limit = getrlimit(Resource::As).current?;
    let used = proc_field("/proc/self/status", "VmSize:").unwrap_or(0);
    Some(AddressSpace { limit, used })
}

/// The memory left under the limits of the address space and of the data of this process, which
/// `ulimit -v` and `ulimit -d` set, in bytes.
#[cfg(unix)]
fn left_of_resource_limits() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};

    let of_space = address_space().map(|space| space.limit.saturating_sub(space.used));
    let used = proc_field("/proc/self/status", "VmData:").unwrap_or(0);
    let of_data = getrlimit(Resource::Data).current.map(|limit| limit.saturating_sub(used));
    [of_space, of_data].into_iter().flatten().min()
}

#[cfg(not(unix))]
const fn address_space() -> Option<AddressSpace> {
    None
}

#[cfg(not(unix))]
const fn left_of_resource_limits() -> Option<u64> {
    None
}

//! The resources of the machine and of this process. Where the system does not report one, the
//! functions return `None`.

use std::fs;
use std::num::NonZero;
use std::thread;

/// The number of threads that run at once.
pub(crate) fn threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// The memory that this process may still allocate, in bytes.
pub(crate) fn available_memory() -> Option<u64> {
    let of_machine = proc_field("/proc/meminfo", "MemAvailable:");
    [of_machine, left_in_cgroup()].into_iter().flatten().min()
}

/// The peak resident memory of this process, in bytes.
pub(crate) fn peak_memory() -> Option<u64> {
    proc_field("/proc/self/status", "VmHWM:")
}

/// A field of a Linux proc file in bytes, from a line like `MemAvailable:   24105000 kB`.
fn proc_field(path: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

/// The memory left under the limit of a Linux control group (version 2), in bytes.
fn left_in_cgroup() -> Option<u64> {
    let bytes = |name: &str| {
        let text = fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?;
        text.trim().parse::<u64>().ok()
    };
    // Without a limit the file holds `max`, which is not a number.
    let limit = bytes("memory.max")?;
    // Cached file pages count as used, but the kernel drops them when memory is needed.
    let cached = fs::read_to_string("/sys/fs/cgroup/memory.stat").ok().and_then(|text| {
        text.lines().find_map(|line| line.strip_prefix("file ")?.trim().parse().ok())
    });
    let used = bytes("memory.current").unwrap_or(0).saturating_sub(cached.unwrap_or(0));
    Some(limit.saturating_sub(used))
}

//! What the machine has and what the process took of it.

use std::fs;
use std::num::NonZero;
use std::thread;

/// How many threads run at once.
pub(crate) fn threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// How many bytes of memory are free to take, where the system tells.
pub(crate) fn available_memory() -> Option<u64> {
    let of_machine = kibibytes("/proc/meminfo", "MemAvailable:");
    [of_machine, left_in_group()].into_iter().flatten().min()
}

/// The most memory the process ever had, in bytes, where the system tells.
pub(crate) fn peak_memory() -> Option<u64> {
    kibibytes("/proc/self/status", "VmHWM:")
}

/// A line like `MemAvailable:   24105000 kB`.
fn kibibytes(path: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

/// What the limit of a container leaves.
fn left_in_group() -> Option<u64> {
    let bytes = |name: &str| {
        let text = fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?;
        text.trim().parse::<u64>().ok()
    };
    // `max`, and so no number, where there is no limit.
    let limit = bytes("memory.max")?;
    // Cached file pages count as used, but give way.
    let cached = fs::read_to_string("/sys/fs/cgroup/memory.stat").ok().and_then(|text| {
        text.lines().find_map(|line| line.strip_prefix("file ")?.trim().parse().ok())
    });
    let used = bytes("memory.current").unwrap_or(0).saturating_sub(cached.unwrap_or(0));
    Some(limit.saturating_sub(used))
}

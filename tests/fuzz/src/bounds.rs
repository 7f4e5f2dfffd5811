//! The memory that was allocated, and bounds of it and of messages.

use std::alloc::System;

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

/// Counts the allocations of all threads. So only one thread may run [`check`](crate::check).
#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// A bound of the memory of one use of a solution for the tables of its game, those of the coders
/// of a packed policy, and the buffers of the formats that are written.
const SOLUTION_BYTES: usize = 512 << 20;

/// A bound of the memory of one use of a solution per byte of its file.
const MEMORY_PER_SOLUTION_BYTE: usize = 1 << 14;

/// The sum of the bytes of all allocations so far.
pub(crate) fn allocated() -> usize {
    ALLOCATOR.stats().bytes_allocated
}

/// A bound of the memory of one use of a solution file of this length.
pub(crate) const fn solution_bound(length: usize) -> usize {
    SOLUTION_BYTES + MEMORY_PER_SOLUTION_BYTE * length
}

/// Asserts that an error message is one line of moderate length.
pub(crate) fn check_message(message: &str) {
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(message.len() < 500, "{message}");
}

/// Asserts that the note about a link, of up to eight sentences, is one line of moderate length.
pub(crate) fn check_note(note: &str) {
    assert_eq!(note.lines().count(), 1, "{note}");
    assert!(note.len() < 2000, "{note}");
}

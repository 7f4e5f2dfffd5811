//! The end of the process when a small block of memory cannot be allocated.
//!
//! Rust then prints the size of the block and aborts. Large arrays are allocated where a failure is
//! an error, but small blocks are not. So that a lack of memory always ends the process with the
//! exit code of bad input, the signal of the abort ends it with that code. A panic is a mistake in
//! this program and still aborts.

use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::SIGABRT;
use signal_hook::flag::register_conditional_shutdown;

/// The exit code of a process that needs more memory than there is.
const EXIT_CODE: i32 = 2;

/// Lets an abort end the process with an exit code, unless a panic causes it.
pub(crate) fn exit_instead() {
    let is_out_of_memory = Arc::new(AtomicBool::new(true));
    // If there can be no handler, the process aborts.
    let _ = register_conditional_shutdown(SIGABRT, EXIT_CODE, Arc::clone(&is_out_of_memory));
    let print_panic = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        is_out_of_memory.store(false, Ordering::Relaxed);
        print_panic(panic);
    }));
}

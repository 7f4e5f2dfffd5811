//! Signals that end the program: the partial files are removed before, and `certify --work`
//! and `arena --out` save what they have done.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

use crate::error::Error;

/// Whether the first signal is held.
static IS_HOLDING: AtomicBool = AtomicBool::new(false);

/// The signal that is held; 0 for none.
static HELD: AtomicI32 = AtomicI32::new(0);

/// While it lives, the first signal does not end the process but is held, so that the run can save
/// what it has done. A second one ends the process. There is one of these at a time. A run without
/// a file to save to holds none.
pub(crate) struct HeldSignal(());

impl HeldSignal {
    /// Holds the next signal, if the run has a file or a folder to save to.
    pub(crate) fn new(has_file: bool) -> Self {
        if has_file {
            handle();
        }
        IS_HOLDING.store(has_file, Ordering::Relaxed);
        Self(())
    }

    /// Whether there was a signal, so that the run has to save what it has done and to end.
    pub(crate) fn is_held(&self) -> bool {
        HELD.load(Ordering::Relaxed) != 0
    }

    /// The end of a run that has saved what it has done to a file.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if there was a signal. `advice` is how to go on.
    pub(crate) fn check(self, path: &Path, advice: &'static str) -> Result<(), Error> {
        // After this no signal is held.
        drop(self);
        match HELD.load(Ordering::Relaxed) {
            0 => Ok(()),
            signal => Err(Error::Interrupted { signal, path: path.to_owned(), advice }),
        }
    }
}

impl Drop for HeldSignal {
    fn drop(&mut self) {
        IS_HOLDING.store(false, Ordering::Relaxed);
    }
}

#[cfg(unix)]
pub(super) use self::unix::handle;
#[cfg(unix)]
pub(crate) use self::unix::handle_size_limit;

#[cfg(unix)]
mod unix {
    use std::io::{self, Write as _};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, Once, mpsc};
    use std::{fs, process, thread};

    use mdp2048::files::unfinished_files;
    use mdp2048_display::counted;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::flag;
    use signal_hook::iterator::Signals;

    use crate::error::print_message;

    static IS_HANDLED: Once = Once::new();

    /// Installs a handler: SIGHUP, SIGINT and SIGTERM remove the partial files before they end the
    /// process.
    pub(in crate::output) fn handle() {
        IS_HANDLED.call_once(|| {
            let ignored = ignored_signals();
            let is_ignored = |signal: i32| ignored >> (signal - 1) & 1 == 1;
            let signals =
                [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|&signal| !is_ignored(signal));
            let signals: Vec<i32> = signals.collect();
            let (sender, installed) = mpsc::channel();
            // If no thread can be started or no handler installed, a signal ends the process as by
            // default.
            let wait = move || {
                let Ok(mut signals) = Signals::new(signals) else { return };
                let _ = sender.send(());
                for signal in signals.forever() {
                    if !hold(signal) {
                        end(signal);
                    }
                }
            };
            if thread::Builder::new().spawn(wait).is_ok() {
                // An error means that the thread has ended.
                let _ = installed.recv();
            }
        });
    }

    /// Makes writing beyond the limit on the size of files an error, which by default ends the
    /// process by a signal.
    pub(crate) fn handle_size_limit() {
        // If no handler can be installed, the signal ends the process as by default.
        let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    }

    /// The signals that the parent process chose to ignore, as `nohup` does with SIGHUP; a bit for
    /// each, the lowest for signal 1.
    fn ignored_signals() -> u64 {
        // Only Linux has this file.
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
    }

    /// Holds a signal if it is the first one and the run saves what it has done before it ends.
    fn hold(signal: i32) -> bool {
        if !super::IS_HOLDING.swap(false, Ordering::Relaxed) {
            return false;
        }
        super::HELD.store(signal, Ordering::Relaxed);
        // If standard error is closed, nobody waits.
        let _ = writeln!(io::stderr(), "saving what is done; a second signal ends the run at once");
        true
    }

    /// Removes the partial files and ends the process.
    fn end(signal: i32) -> ! {
        // It lives until the process ends, so no file is created or completed meanwhile.
        let mut unfinished = unfinished_files();
        unfinished.remove();
        print_message(&match unfinished.complete() {
            0 => "interrupted, nothing was written".to_owned(),
            1 => "interrupted after the file was written".to_owned(),
            files => format!("interrupted after {} were written", counted(files, "file")),
        });
        process::exit(128 + signal)
    }
}

#[cfg(not(unix))]
pub(super) fn handle() {}

#[cfg(not(unix))]
pub(crate) fn handle_size_limit() {}

//! The log of a solve in a work folder: a line for each finished layer of each pass.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use cpu_time::ProcessTime;
use mdp2048_solve::{Phase, Progress};

use crate::machine;

/// The name of the log.
const LOG: &str = "log.csv";

/// Appends to the log of a work folder.
pub(crate) struct WorkLog {
    file: File,
    start: Instant,
    disk: Arc<AtomicU64>,
}

impl WorkLog {
    /// Opens the log of a folder; `disk` is the size of the folder.
    pub(crate) fn open(folder: &Path, disk: Arc<AtomicU64>) -> io::Result<Self> {
        let mut file = File::options().create(true).append(true).open(folder.join(LOG))?;
        if file.metadata()?.len() == 0 {
            file.write_all(
                b"pass,tile_sum,states_so_far,seconds,cpu_seconds,peak_bytes,disk_bytes\n",
            )?;
        }
        Ok(Self { file, start: Instant::now(), disk })
    }

    /// Adds the line of a layer; a log that cannot be written does not stop the solve.
    pub(crate) fn add(&mut self, progress: Progress) {
        let pass = match progress.phase {
            Phase::Reaching | Phase::ReachingAgain => "forward",
            _ => "backward",
        };
        let line = format!(
            "{pass},{},{},{:.2},{:.2},{},{}\n",
            progress.layer.get(),
            progress.states,
            self.start.elapsed().as_secs_f64(),
            ProcessTime::now().as_duration().as_secs_f64(),
            machine::peak_memory().unwrap_or(0),
            self.disk.load(Ordering::Relaxed),
        );
        let _ = self.file.write_all(line.as_bytes());
    }
}

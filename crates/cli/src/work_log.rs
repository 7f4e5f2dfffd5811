//! The log of a run in a work folder: a line for each finished layer of each pass.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use mdp2048::files::{WorkFolder, machine};
use mdp2048_solve::{Phase, Progress};

use crate::error::Error;
use crate::output::interrupts;

/// The least time between two writes, and how old a figure of the peak memory may be. A line that
/// comes earlier is written with the next one, or at the end.
const WAIT: Duration = Duration::from_millis(20);

/// Appends to the log of a work folder.
pub(crate) struct WorkLog {
    /// The path, and the file once there are lines: a run that is refused leaves none.
    path: PathBuf,
    file: Option<File>,
    start: Instant,
    disk: Arc<AtomicU64>,
    /// The lines that are not written, because many small layers may be finished at once.
    lines: String,
    /// When lines were written last.
    written: Instant,
    peak: u64,
}

impl WorkLog {
    /// Makes the work folder of a run, or opens that of a run to resume. The log has this name, and
    /// is made with its first line.
    pub(crate) fn open(work: &Path, resume: bool, name: &str) -> Result<(WorkFolder, Self), Error> {
        interrupts::handle_size_limit();
        let open = if resume { WorkFolder::open } else { WorkFolder::make };
        let folder = open(work)?;
        let (path, disk, now) = (work.join(name), folder.bytes(), Instant::now());
        let lines = String::new();
        Ok((folder, Self { path, file: None, start: now, disk, lines, written: now, peak: 0 }))
    }

    /// Opens the log, and makes it if there is none.
    fn open_file(path: &Path) -> io::Result<File> {
        let mut file = File::options().create(true).append(true).open(path)?;
        if file.metadata()?.len() == 0 {
            file.write_all(
                b"pass,tile_sum,states_so_far,seconds,cpu_seconds,peak_bytes,disk_bytes\n",
            )?;
        }
        Ok(file)
    }

    /// Adds the line of a layer; a log that cannot be written does not stop the solve.
    pub(crate) fn add(&mut self, progress: Progress) {
        let pass = match progress.phase {
            Phase::Reaching | Phase::ReachingAgain => "forward",
            _ => "backward",
        };
        let is_due = self.written.elapsed() >= WAIT;
        if is_due || self.peak == 0 {
            self.peak = machine::peak_memory().unwrap_or(0);
        }
        let _ = writeln!(
            self.lines,
            "{pass},{},{},{:.2},{:.2},{},{}",
            progress.layer.get(),
            progress.states,
            self.start.elapsed().as_secs_f64(),
            ProcessTime::now().as_duration().as_secs_f64(),
            self.peak,
            self.disk.load(Ordering::Relaxed),
        );
        if is_due {
            self.write();
        }
    }

    fn write(&mut self) {
        if self.file.is_none() && !self.lines.is_empty() {
            self.file = Self::open_file(&self.path).ok();
        }
        if let Some(file) = &mut self.file {
            let _ = file.write_all(self.lines.as_bytes());
        }
        self.lines.clear();
        self.written = Instant::now();
    }
}

impl Drop for WorkLog {
    fn drop(&mut self) {
        self.write();
    }
}

//! The time and the memory that a command used.

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use mdp2048::files::machine;
use mdp2048_display::{counted, duration, memory_size};
use serde::Serialize;

use crate::output::table::NamedLines;

/// The time and the memory that a command used.
#[derive(Debug, Serialize)]
pub(crate) struct Resources {
    /// Processor time of all threads.
    cpu_seconds: f64,
    wall_seconds: f64,
    /// Peak resident memory; `None` where the system does not report it.
    peak_bytes: Option<u64>,
}

impl Resources {
    /// What was used until now.
    pub(crate) fn since(start: Instant) -> Self {
        Self {
            cpu_seconds: ProcessTime::now().as_duration().as_secs_f64(),
            wall_seconds: start.elapsed().as_secs_f64(),
            peak_bytes: machine::peak_memory(),
        }
    }

    /// Adds the lines for people.
    pub(crate) fn add_to(&self, lines: &mut NamedLines, threads: usize) {
        let wall = duration(Duration::from_secs_f64(self.wall_seconds));
        let cpu = duration(Duration::from_secs_f64(self.cpu_seconds));
        let threads = counted(threads as u64, "thread");
        lines.add("time", format!("{wall} with {threads} ({cpu} of processor time)"));
        if let Some(peak) = self.peak_bytes {
            lines.add("peak memory", memory_size(peak));
        }
    }
}

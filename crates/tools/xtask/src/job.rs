//! Installations in the background.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::{run, workspace};

/// A running installation.
pub(crate) struct Job {
    what: &'static str,
    child: Child,
    log: PathBuf,
    on_drop: OnDrop,
}

/// What happens to a job that is dropped before it has ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OnDrop {
    /// The job is stopped; it can be started again later.
    Stop,
    /// The task waits for it, because an interrupted installation would leave the system broken.
    Wait,
}

impl Job {
    /// Starts the command; its output goes to a file in `.tools/logs`.
    pub(crate) fn start(
        what: &'static str,
        command: &mut Command,
        on_drop: OnDrop,
    ) -> Result<Self> {
        let logs = workspace::tools().join("logs");
        fs::create_dir_all(&logs)
            .with_context(|| format!("could not create {}", logs.display()))?;
        let log = logs.join(format!("{}.log", what.to_lowercase()));
        let file =
            File::create(&log).with_context(|| format!("could not write {}", log.display()))?;
        let both = file.try_clone().context("could not share the log")?;
        let shown = run::show(command);
        println!("installing {what} in the background: {shown}");
        let child = command
            .stdin(Stdio::null())
            .stdout(file)
            .stderr(both)
            .spawn()
            .with_context(|| format!("could not start `{shown}`"))?;
        Ok(Self { what, child, log, on_drop })
    }

    /// Waits for the end.
    ///
    /// # Errors
    /// If the command fails; the message holds the end of the log.
    pub(crate) fn finish(mut self) -> Result<()> {
        let status = self.child.wait().context("could not wait for the installation")?;
        if status.success() {
            return Ok(());
        }
        let log = fs::read_to_string(&self.log).unwrap_or_default();
        let lines: Vec<_> = log.lines().collect();
        let last = lines[lines.len().saturating_sub(15)..].join("\n");
        bail!("could not install {} ({status}); the last lines were\n{last}", self.what);
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        if self.on_drop == OnDrop::Stop {
            // An error means it has already ended.
            let _ = self.child.kill();
        } else if matches!(self.child.try_wait(), Ok(None)) {
            println!("waiting for the installation of {} to end ...", self.what);
        }
        let _ = self.child.wait();
    }
}

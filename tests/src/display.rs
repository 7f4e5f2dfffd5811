//! A display in memory, for browsers that cannot run without one.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result};

/// A running Xvfb; it ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Display {
    child: Child,
    name: String,
}

impl Display {
    /// Starts Xvfb on a free display.
    pub(crate) fn start() -> Result<Self> {
        let mut child = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1600x1400x24", "-nolisten", "tcp"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("could not start Xvfb: `cargo xtask test` says how to install it")?;
        let output = child.stdout.take().context("Xvfb has no standard output")?;
        let mut number = String::new();
        let read = BufReader::new(output).read_line(&mut number);
        let display = Self { child, name: format!(":{}", number.trim()) };
        read.context("Xvfb did not print the number of its display")?;
        Ok(display)
    }

    /// Returns the name for the variable `DISPLAY`.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        // An error means that it has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

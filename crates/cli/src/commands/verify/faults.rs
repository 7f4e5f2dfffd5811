//! The faults that a verification found.

use std::fmt::{self, Display};

use mdp2048_display::counted;
use serde::Serialize;

/// The most faults that are listed; the others are counted.
const MOST_LISTED: usize = 20;

/// The number of faults, and the first of them in words.
#[derive(Debug, Default, Serialize)]
pub(super) struct FaultSummary {
    #[serde(rename = "fault_count")]
    pub(super) count: u64,
    #[serde(rename = "faults")]
    listed: Vec<String>,
}

impl FaultSummary {
    /// A list of `count` faults, of which the first are given.
    pub(super) const fn new(count: u64, listed: Vec<String>) -> Self {
        Self { count, listed }
    }

    /// Adds a fault; its text is made only if it is listed.
    pub(super) fn add(&mut self, fault: impl FnOnce() -> String) {
        self.count += 1;
        if self.listed.len() < MOST_LISTED {
            self.listed.push(fault());
        }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(super) fn first(&self) -> Option<&str> {
        self.listed.first().map(String::as_str)
    }
}

impl Display for FaultSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return Ok(());
        }
        let is_partial = (self.listed.len() as u64) < self.count;
        let more = if is_partial { ", the first of them" } else { "" };
        writeln!(f, "\nWrong: {}{more}", counted(self.count, "fault"))?;
        self.listed.iter().try_for_each(|fault| writeln!(f, "  {fault}"))
    }
}

/// Whether two numbers are equal up to a relative error.
pub(super) fn are_within(found: f64, expected: f64, relative: f64) -> bool {
    (found - expected).abs() <= relative * expected.abs()
}

//! The results of single tests: how long each took, and which failed at first.

use std::cmp::Reverse;
use std::time::Duration;

/// How many of the slowest tests are printed.
const SLOWEST: usize = 10;

/// What one line of a test binary says about a test.
#[derive(Debug, PartialEq)]
pub(super) struct TestLine<'a> {
    pub(super) name: &'a str,
    pub(super) passed: bool,
    /// `None` if the line states no time.
    time: Option<Duration>,
}

impl<'a> TestLine<'a> {
    /// Reads a line such as `test page::opens ... ok <0.120s>`.
    pub(super) fn parse(line: &'a str) -> Option<Self> {
        let (name, outcome) = line.strip_prefix("test ")?.rsplit_once(" ... ")?;
        let (outcome, time) = outcome.split_once(" <").unwrap_or((outcome, ""));
        let seconds = time.strip_suffix("s>").and_then(|time| time.parse().ok());
        let passed = match outcome {
            "ok" => true,
            "FAILED" => false,
            _ => return None,
        };
        Some(Self { name, passed, time: seconds.map(Duration::from_secs_f64) })
    }
}

/// The results of the tests of all steps.
#[derive(Debug, Default)]
pub(super) struct TestResults {
    times: Vec<(Duration, String)>,
    /// The tests that passed at their second attempt only.
    second_attempts: Vec<String>,
}

impl TestResults {
    /// Adds a test of the binary `binary`.
    pub(super) fn add(&mut self, binary: &str, line: &TestLine<'_>) {
        if let Some(time) = line.time {
            self.times.push((time, format!("{binary}: {}", line.name)));
        }
    }

    /// Adds tests that passed at their second attempt.
    pub(super) fn add_second_attempts(&mut self, names: Vec<String>) {
        self.second_attempts.extend(names);
    }

    /// Prints the slowest tests, and those that needed a second attempt.
    pub(super) fn print(&mut self) {
        if self.times.is_empty() {
            return;
        }
        println!("\n=== The slowest of {} tests ===", self.times.len());
        self.times.sort_by_key(|(time, _)| Reverse(*time));
        for (time, name) in self.times.iter().take(SLOWEST) {
            println!("{:>8.1} s  {name}", time.as_secs_f64());
        }
        println!("{} tests needed a second attempt", self.second_attempts.len());
        for name in &self.second_attempts {
            println!("            {name}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_state_outcomes_and_times() {
        let line = TestLine::parse("test page::opens ... FAILED <1.250s>").unwrap();
        let time = Some(Duration::from_millis(1250));
        assert_eq!(line, TestLine { name: "page::opens", passed: false, time });
        let line = TestLine::parse("test page::opens ... ok").unwrap();
        assert_eq!(line, TestLine { name: "page::opens", passed: true, time: None });
        assert_eq!(TestLine::parse("test result: ok. 3 passed; 0 failed"), None);
        assert_eq!(TestLine::parse("running 3 tests"), None);
    }
}

//! Progress of long work on standard error: a bar on a terminal, plain lines otherwise.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write as _};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use mdp2048_display::{count, counted, duration, percent};
use mdp2048_solve::{Phase, Progress};

use crate::error::print_message;

/// The shortest time between two plain lines; it grows with the time since the start.
const LINE_INTERVAL: Duration = Duration::from_secs(2);

/// The time between two lines is at least this fraction of the time since the start.
const LINES_PER_RUN: u32 = 20;

/// Reports how much of the work is done; the bar disappears when this is dropped.
pub(crate) struct ProgressReporter {
    /// `None` if standard error is not a terminal.
    bar: Option<ProgressBar>,
    started: Instant,
    last_line: Instant,
    phase: Option<Phase>,
    phase_started: Instant,
    /// States of the phase that an earlier run had done, and those of the first layer if so.
    done_before: u64,
    /// When the last layer was done.
    last_layer: Instant,
    /// Layers done in the phase.
    layers: usize,
}

impl ProgressReporter {
    pub(crate) fn new() -> Self {
        let now = Instant::now();
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            set_style(&bar, "{spinner} {msg}");
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
        Self {
            bar,
            started: now,
            last_line: now,
            phase: None,
            phase_started: now,
            done_before: 0,
            last_layer: now,
            layers: 0,
        }
    }

    /// Reports what is being done.
    pub(crate) fn note(&mut self, text: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(text.to_owned());
        } else {
            self.print_line(|| text.to_owned());
        }
    }

    /// Prints a remark, once and at once.
    pub(crate) fn remark(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| print_message(text)),
            None => print_message(text),
        }
    }

    /// A callback that reports every layer and never stops the work.
    pub(crate) fn callback(&mut self) -> impl FnMut(Progress) -> ControlFlow<()> + Send {
        |progress| {
            self.layer_done(progress);
            ControlFlow::Continue(())
        }
    }

    /// Reports that a layer of a pass is done.
    pub(crate) fn layer_done(&mut self, progress: Progress) {
        // With fewer layers than before the same pass starts again.
        if self.phase != Some(progress.phase) || progress.layers < self.layers {
            self.phase = Some(progress.phase);
            self.phase_started = self.last_layer;
            self.done_before = 0;
            if progress.layers > 1 {
                self.done_before = progress.states;
                self.phase_started = Instant::now();
            }
            if let Some(bar) = &self.bar {
                restart(bar, progress);
            }
        }
        self.last_layer = Instant::now();
        self.layers = progress.layers;
        let layers = match progress.layers_in_all {
            Some(all) => format!("{} of {}", progress.layers, counted(all as u64, "layer")),
            None => counted(progress.layers as u64, "layer"),
        };
        let elapsed = self.phase_started.elapsed();
        let done = progress.states - self.done_before.min(progress.states);
        if let Some(bar) = &self.bar {
            let left = predicted_time_left(progress, rate_of(done, elapsed));
            bar.set_message(format!("{layers}{left}"));
            bar.set_position(progress.states);
        } else {
            self.print_line(|| plain_line(progress, &layers, done, elapsed));
        }
    }

    /// Prints a line, unless the last one was printed a short time ago.
    fn print_line(&mut self, text: impl FnOnce() -> String) {
        let interval = LINE_INTERVAL.max(self.started.elapsed() / LINES_PER_RUN);
        if self.last_line.elapsed() >= interval {
            self.last_line = Instant::now();
            // A closed standard error does not stop the work.
            let _ = writeln!(io::stderr(), "{}", text());
        }
    }
}

impl Drop for ProgressReporter {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

const fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Reaching => "finding states",
        Phase::Valuing => "valuing states",
        Phase::ReachingAgain => "finding states again",
        Phase::ValuingLosses => "computing probabilities of losing",
        Phase::Verifying => "checking states",
        Phase::Following => "following games",
        Phase::Writing => "writing states",
    }
}

/// Starts the bar of a pass; without a known number of states it is a spinner.
fn restart(bar: &ProgressBar, progress: Progress) {
    bar.set_prefix(phase_name(progress.phase));
    if let Some(states) = progress.states_in_all {
        bar.set_length(states);
        set_style(bar, "{prefix} [{wide_bar}] {percent} %, {msg}, {rate}, {eta} left");
    } else {
        set_style(bar, "{spinner} {prefix}: {msg}, {human_pos} states, {rate}");
    }
    bar.reset();
}

fn set_style(bar: &ProgressBar, template: &str) {
    let rate = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        // Writing to the line of a bar does not fail.
        let _ = write!(out, "{} states/s", count(state.per_sec() as u64));
    };
    // The templates are constants and valid; the default style would do too.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.with_key("rate", rate).progress_chars("=> "));
    }
}

/// The time left in a pass whose states are not known but predicted, at this many states a second,
/// with a comma before; empty if nothing is predicted or the rate is not known.
fn predicted_time_left(progress: Progress, rate: Option<f64>) -> String {
    let Some(rate) = rate else { return String::new() };
    match progress.states_left.map(|states| states.map(|states| time_of(states, rate))) {
        Some([least, most]) => format!(", about {least} to {most} left in this pass"),
        None => String::new(),
    }
}

/// The time of this many states at a rate of states a second.
fn time_of(states: u64, rate: f64) -> String {
    duration(Duration::from_secs_f64(states as f64 / rate.max(1.0)))
}

/// The rate of a pass in which `done` states were done in `elapsed`, in states a second; `None`
/// after the first layer of a run that was resumed.
fn rate_of(done: u64, elapsed: Duration) -> Option<f64> {
    (done > 0).then(|| done as f64 / elapsed.as_secs_f64().max(1e-3))
}

/// The line of a pass in which `done` states were done in `elapsed`: what is done in all, how fast
/// and how much time is left.
fn plain_line(progress: Progress, layers: &str, done: u64, elapsed: Duration) -> String {
    let rate = rate_of(done, elapsed);
    let mut line = format!("{}: {layers}, ", phase_name(progress.phase));
    line += &match progress.states_in_all {
        None => format!("{} states", count(progress.states)),
        Some(all) => percent(progress.states as f64 / all.max(1) as f64),
    };
    // Writing to a string does not fail.
    if let Some(rate) = rate {
        let _ = write!(line, ", {} states/s", count(rate as u64));
        if let Some(all) = progress.states_in_all {
            let _ = write!(line, ", {} left", time_of(all.saturating_sub(progress.states), rate));
        }
    }
    line + &predicted_time_left(progress, rate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mdp2048_rules::TileSum;

    #[test]
    fn plain_lines_contain_the_time_left() {
        let progress = Progress {
            phase: Phase::Valuing,
            layer: TileSum::new(100),
            layers: 30,
            layers_in_all: Some(40),
            states: 3_000_000,
            states_in_all: Some(4_000_000),
            states_left: None,
            memory: None,
        };
        let line = plain_line(progress, "30 of 40 layers", 3_000_000, Duration::from_secs(3));
        let expected = "valuing states: 30 of 40 layers, 75.00 %, 1,000,000 states/s, 1.00 s left";
        assert_eq!(line, expected);
        // The layers before belong to the run that was resumed.
        let line = plain_line(progress, "30 of 40 layers", 0, Duration::from_millis(1));
        assert_eq!(line, "valuing states: 30 of 40 layers, 75.00 %");
        let progress = Progress {
            phase: Phase::Reaching,
            layers_in_all: None,
            states_in_all: None,
            ..progress
        };
        let line = plain_line(progress, "30 layers", 3_000_000, Duration::from_secs(3));
        let expected = "finding states: 30 layers, 3,000,000 states, 1,000,000 states/s";
        assert_eq!(line, expected);
        let progress = Progress { states_left: Some([60_000_000, 120_000_000]), ..progress };
        let line = plain_line(progress, "30 layers", 3_000_000, Duration::from_secs(3));
        assert_eq!(line, format!("{expected}, about 60 s to 2 min 0 s left in this pass"));
    }
}

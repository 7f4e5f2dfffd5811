//! How far long work has come: a bar on a terminal, plain lines otherwise.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use mdp2048_solve::{Phase, Progress};

use mdp2048_display::{count, counted, duration, percent};

/// Plain lines come no more often than this, and more rarely the longer the work goes on.
const PAUSE: Duration = Duration::from_secs(2);

/// Tells on standard error how far the work has come.
pub(crate) struct Meter {
    bar: Option<ProgressBar>,
    began: Instant,
    spoke: Instant,
    phase: Option<Phase>,
    phase_began: Instant,
    reported: Instant,
    layers: usize,
}

impl Meter {
    pub(crate) fn new() -> Self {
        let now = Instant::now();
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            style(&bar, "{spinner} {msg}");
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
        let (began, spoke, phase_began, reported) = (now, now, now, now);
        Self { bar, began, spoke, phase: None, phase_began, reported, layers: 0 }
    }

    /// Says what is being done.
    pub(crate) fn note(&mut self, text: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(text.to_owned());
        } else {
            self.line(|| text.to_owned());
        }
    }

    /// Says how far a solve has come.
    pub(crate) fn solve(&mut self, progress: Progress) {
        // Fewer layers than before: the phase begins once more.
        if self.phase != Some(progress.phase) || progress.layers < self.layers {
            self.phase = Some(progress.phase);
            self.phase_began = self.reported;
            if let Some(bar) = &self.bar {
                restart(bar, progress);
            }
        }
        self.reported = Instant::now();
        self.layers = progress.layers;
        let layers = match progress.layers_in_all {
            Some(all) => format!("{} of {}", progress.layers, counted(all as u64, "layer")),
            None => counted(progress.layers as u64, "layer"),
        };
        if let Some(bar) = &self.bar {
            bar.set_message(layers);
            bar.set_position(progress.states);
        } else {
            let passed = self.phase_began.elapsed();
            self.line(|| plain(progress, &layers, passed));
        }
    }

    fn line(&mut self, text: impl FnOnce() -> String) {
        if self.spoke.elapsed() >= PAUSE.max(self.began.elapsed() / 20) {
            self.spoke = Instant::now();
            // Progress that nobody can read is no reason to stop.
            let _ = writeln!(io::stderr(), "{}", text());
        }
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

const fn name(phase: Phase) -> &'static str {
    match phase {
        Phase::Reaching => "finding states",
        Phase::Valuing => "valuing states",
        Phase::Verifying => "checking states",
        Phase::Following => "following games",
        Phase::Writing => "writing states",
    }
}

/// Begins a pass anew, with a bar where the number of states is known.
fn restart(bar: &ProgressBar, progress: Progress) {
    bar.set_prefix(name(progress.phase));
    if let Some(states) = progress.states_in_all {
        bar.set_length(states);
        style(bar, "{prefix} [{wide_bar}] {percent} %, {msg}, {rate}, {eta} left");
    } else {
        style(bar, "{spinner} {prefix}: {msg}, {human_pos} states, {rate}");
    }
    bar.reset();
}

fn style(bar: &ProgressBar, template: &str) {
    let rate = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        // A line that cannot be formatted is not drawn.
        let _ = write!(out, "{} states/s", count(state.per_sec() as u64));
    };
    // The templates are right; were one not, the default style would do as well.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.with_key("rate", rate).progress_chars("=> "));
    }
}

fn plain(progress: Progress, layers: &str, passed: Duration) -> String {
    let rate = progress.states as f64 / passed.as_secs_f64().max(1e-3);
    let mut line = format!("{}: {layers}, ", name(progress.phase));
    let per_second = count(rate as u64);
    // Writing to a string does not fail.
    let _ = match progress.states_in_all {
        None => write!(line, "{} states, {per_second} states/s", count(progress.states)),
        Some(all) => {
            let done = percent(progress.states as f64 / all.max(1) as f64);
            let rest = all.saturating_sub(progress.states) as f64;
            let left = duration(Duration::from_secs_f64(rest / rate.max(1.0)));
            write!(line, "{done}, {per_second} states/s, {left} left")
        }
    };
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use mdp2048_rules::TileSum;

    #[test]
    fn plain_lines_tell_the_time_left() {
        let progress = Progress {
            phase: Phase::Valuing,
            layer: TileSum::new(100),
            layers: 30,
            layers_in_all: Some(40),
            states: 3_000_000,
            states_in_all: Some(4_000_000),
            bytes_in_all: None,
        };
        let line = plain(progress, "30 of 40 layers", Duration::from_secs(3));
        let expected = "valuing states: 30 of 40 layers, 75.00 %, 1,000,000 states/s, 1.00 s left";
        assert_eq!(line, expected);
        let progress = Progress {
            phase: Phase::Reaching,
            layers_in_all: None,
            states_in_all: None,
            ..progress
        };
        let line = plain(progress, "30 layers", Duration::from_secs(3));
        assert_eq!(line, "finding states: 30 layers, 3,000,000 states, 1,000,000 states/s");
    }
}

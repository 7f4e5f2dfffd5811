//! How far long work has come: a bar on a terminal, plain lines otherwise.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use mdp2048_solve::{Phase, Progress};

use crate::report::{grouped, percent, time};

/// Plain lines come no more often than this.
const PAUSE: Duration = Duration::from_secs(2);

/// Tells on standard error how far the work has come.
pub(crate) struct Meter {
    bar: Option<ProgressBar>,
    phase: Option<Phase>,
    began: Instant,
    spoke: Instant,
}

impl Meter {
    pub(crate) fn new() -> Self {
        let now = Instant::now();
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
        Self { bar, phase: None, began: now, spoke: now }
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
        if self.phase != Some(progress.phase) {
            self.phase = Some(progress.phase);
            self.began = Instant::now();
            if let Some(bar) = &self.bar {
                restart(bar, progress);
            }
        }
        let layers = match progress.layers_in_all {
            Some(all) => format!("{} of {} layers", progress.layers, grouped(all as u64)),
            None => format!("{} layers", grouped(progress.layers as u64)),
        };
        if let Some(bar) = &self.bar {
            bar.set_message(layers);
            bar.set_position(progress.states);
        } else {
            let passed = self.began.elapsed();
            self.line(|| plain(progress, &layers, passed));
        }
    }

    fn line(&mut self, text: impl FnOnce() -> String) {
        if self.spoke.elapsed() >= PAUSE {
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

fn name(phase: Phase) -> &'static str {
    match phase {
        Phase::Reaching => "finding states",
        Phase::Valuing => "valuing states",
    }
}

/// Begins a pass anew, with a bar once the number of states is known.
fn restart(bar: &ProgressBar, progress: Progress) {
    let template = match progress.states_in_all {
        None => "{spinner} {prefix}: {msg}, {human_pos} states, {per_sec} ",
        Some(_) => "{prefix} [{bar:24}] {percent} %, {msg}, {per_sec}, {eta} left ",
    };
    // The templates are right, and a bar of the default style would do as well.
    if let Ok(style) = ProgressStyle::with_template(template) {
        let per_sec = |state: &indicatif::ProgressState, out: &mut dyn std::fmt::Write| {
            // A line that cannot be formatted is not drawn.
            let _ = write!(out, "{} states/s", grouped(state.per_sec() as u64));
        };
        bar.set_style(style.with_key("per_sec", per_sec).progress_chars("=> "));
    }
    bar.set_prefix(name(progress.phase));
    if let Some(states) = progress.states_in_all {
        bar.set_length(states);
    }
    bar.reset();
}

fn plain(progress: Progress, layers: &str, passed: Duration) -> String {
    let rate = progress.states as f64 / passed.as_secs_f64().max(1e-3);
    let states = grouped(progress.states);
    let per_second = grouped(rate as u64);
    let doing = name(progress.phase);
    match progress.states_in_all {
        None => format!("{doing}: {layers}, {states} states, {per_second} states/s"),
        Some(all) => {
            let done = percent(progress.states as f64 / all.max(1) as f64);
            let left = Duration::from_secs_f64((all - progress.states) as f64 / rate.max(1.0));
            format!("{doing}: {layers}, {done}, {per_second} states/s, {} left", time(left))
        }
    }
}

//! How far a solve is, and how long it still takes.

use mdp2048_display::{count, expected_time, time_left};

/// The states that a browser solves in a second on a slow machine, for estimates.
const STATES_PER_SECOND: f64 = 8e6;

/// The most seconds and bytes of a game that is solved unasked.
const UNASKED: (f64, f64) = (3.0, 2.5e8);

/// The same of a game to which a link leads.
const LINKED: (f64, f64) = (6.0, 5e8);

/// The part of the time of a solve that its first pass takes.
const FIRST_PASS: f64 = 0.5;

/// What a solve needs, before it starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolveNeed {
    /// The least and the largest number of bytes.
    pub bytes: [f64; 2],
    /// The least and the largest number of states.
    pub states: [f64; 2],
}

impl SolveNeed {
    /// The number of states to expect.
    pub fn states(&self) -> f64 {
        self.states[0].midpoint(self.states[1])
    }

    /// The number of bytes to expect.
    pub fn bytes(&self) -> f64 {
        self.bytes[0].midpoint(self.bytes[1])
    }

    /// Whether the game does not fit into this many bytes.
    pub fn exceeds(&self, limit: f64) -> bool {
        self.bytes[0] > limit
    }

    /// Whether a page may solve the game before anybody has pressed a button: it is small, or it
    /// is that of a link to a position and not large.
    pub fn is_solved_unasked(&self, is_linked: bool) -> bool {
        let (seconds, bytes) = if is_linked { LINKED } else { UNASKED };
        self.states() / STATES_PER_SECOND <= seconds && self.bytes() <= bytes
    }

    /// States, time and memory: `about 13 million states, 2 s and 200 MB`.
    pub fn text(&self) -> String {
        let time = expected_time(self.states() / STATES_PER_SECOND);
        format!("about {}, {time} and {}", rounded_states(self.states()), megabytes(self.bytes()))
    }
}

/// Where a solve is, as its worker reports it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SolveProgress {
    /// The number of the pass, from 0 on; from 2 on the game is solved for the second time.
    pub pass: u32,
    /// The tile sum of the layer.
    pub tile_sum: u32,
    /// The states that are done in this pass.
    pub states: f64,
    /// The states of the whole pass, 0 if they are not known.
    pub states_in_all: f64,
    /// The time since the start in seconds.
    pub seconds: f64,
}

impl SolveProgress {
    /// The part of the solve that is done, if `expected` states are expected. A game that is solved
    /// twice begins again.
    pub fn fraction(&self, expected: f64) -> f64 {
        let all = if self.states_in_all > 0.0 { self.states_in_all } else { expected };
        let share = if all > 0.0 { (self.states / all).min(1.0) } else { 0.0 };
        if self.pass.is_multiple_of(2) {
            FIRST_PASS * share
        } else {
            FIRST_PASS + (1.0 - FIRST_PASS) * share
        }
    }

    /// A line about the layer, the states and the time that is left.
    pub fn text(&self, expected: f64) -> String {
        let done = self.fraction(expected);
        let again = if self.pass > 1 { " again" } else { "" };
        let pass = if self.pass.is_multiple_of(2) { "Finding states" } else { "Computing values" };
        let states = count(self.states as u64);
        let left = time_left(self.seconds, done).map_or_else(String::new, |it| format!(", {it}"));
        format!("{pass}{again}: tile sum {}, {states} states{left}", self.tile_sum)
    }
}

/// A number of states to expect, with two digits.
fn rounded_states(states: f64) -> String {
    match states {
        ..1000.0 => format!("{} states", states.ceil()),
        ..1e6 => format!("{} states", count(1000 * (states / 1000.0).ceil() as u64)),
        ..1e7 => format!("{:.1} million states", states / 1e6),
        ..1e9 => format!("{:.0} million states", states / 1e6),
        _ => format!("{:.1} billion states", states / 1e9),
    }
}

/// An amount of memory to expect.
pub fn megabytes(bytes: f64) -> String {
    match bytes {
        ..1e7 => "10 MB".to_owned(),
        ..9.5e8 => format!("{:.0} MB", (bytes / 1e7).ceil() * 10.0),
        _ => format!("{:.1} GB", bytes / 1e9),
    }
}

//! `inspect`: what a solution or a policy holds.

use std::fmt::{self, Display};

use mdp2048_model::Game;
use mdp2048_policy::{FORMAT_VERSION, PackedPolicy, PolicyHeader, ValuesHeld};
use mdp2048_rules::Exponent;
use mdp2048_solve::SOLUTION_VERSION;
use serde::Serialize;

use crate::args::InspectArgs;
use crate::errors::Error;
use crate::input::text::TextFacts;
use crate::input::{OpenSolution, Opened};
use crate::output::{Lines, exact, exact_line, single, states};
use mdp2048_display::{Measure, count, file_size, percent};

/// What there is to say of a file.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Inspected {
    Solution(SolutionFacts),
    Policy(PolicyFacts),
    Text(TextFacts),
}

/// The game of a file.
#[derive(Debug, Serialize)]
pub(crate) struct GameFacts {
    board: String,
    target: Option<u32>,
    objective: String,
    discount: f64,
    spawn_four: f64,
    #[serde(skip)]
    game: Game,
}

/// What a solution says of itself.
#[derive(Debug, Serialize)]
pub(crate) struct SolutionFacts {
    kind: &'static str,
    version: u16,
    #[serde(flatten)]
    game: GameFacts,
    states: u64,
    lost: u64,
    layers: usize,
    largest_layer: u64,
    start_value: Option<f64>,
    precision: &'static str,
    /// The most by which a value may be off as a part of it, beyond the rounding of double precision.
    relative_error: f64,
    bytes: u64,
}

/// What a policy says of itself.
#[derive(Debug, Serialize)]
pub(crate) struct PolicyFacts {
    kind: &'static str,
    format: &'static str,
    version: u16,
    #[serde(flatten)]
    game: GameFacts,
    states: u64,
    bytes: u64,
    bits_per_state: f64,
    threshold: f64,
    occupancy_kept: f64,
    leave_probability: f64,
    values: &'static str,
    value_error: Option<f64>,
    /// As a part of the regret, for those of at least the floor.
    regret_error: Option<f64>,
    regret_floor: Option<f64>,
    parts: Vec<PartFacts>,
    start_value: Option<f64>,
}

/// How long a part of a policy is.
#[derive(Debug, Serialize)]
pub(crate) struct PartFacts {
    name: &'static str,
    bytes: u64,
    bits_per_state: f64,
}

impl PartFacts {
    fn of(name: &'static str, bytes: u64, states: u64) -> Self {
        Self { name, bytes, bits_per_state: 8.0 * bytes as f64 / states as f64 }
    }
}

/// Tells what a file holds.
pub(crate) fn run(args: &InspectArgs) -> Result<Inspected, Error> {
    if let Some(text) = args.text.open(&args.file)? {
        return Ok(Inspected::Text(TextFacts::of(&text)));
    }
    let opened = Opened::open(&args.file)?;
    args.text.expect_none(&args.file, opened.game())?;
    Ok(match opened {
        Opened::Solution(solution) => Inspected::Solution(SolutionFacts::of(&solution)),
        Opened::Policy(policy) => Inspected::Policy(PolicyFacts::of(&policy)),
    })
}

/// What the values that a policy holds are called.
pub(crate) const fn held(values: ValuesHeld) -> &'static str {
    match values {
        ValuesHeld::None => "none",
        ValuesHeld::State => "state",
        ValuesHeld::Action => "action",
    }
}

impl GameFacts {
    pub(crate) fn of(game: &Game) -> Self {
        Self {
            board: game.shape().to_string(),
            target: game.target().map(Exponent::face),
            objective: game.objective().to_string(),
            discount: game.discount().get(),
            spawn_four: game.spawn_four().get(),
            game: *game,
        }
    }

    pub(crate) const fn game(&self) -> &Game {
        &self.game
    }

    /// How the start value is called and shown.
    pub(crate) fn start_value(&self, value: Option<f64>) -> (&'static str, String) {
        let measure = Measure::of(&self.game);
        (measure.name(), exact_line(measure, value))
    }
}

impl SolutionFacts {
    fn of(solution: &OpenSolution) -> Self {
        let header = solution.reader.header();
        Self {
            kind: "solution",
            version: SOLUTION_VERSION,
            game: GameFacts::of(&header.game),
            states: header.states,
            lost: header.lost,
            layers: header.layers(),
            largest_layer: header.largest_layer(),
            start_value: header.game.objective().measured(header.start_value),
            precision: header.precision.name(),
            relative_error: solution.error(),
            bytes: solution.reader.bytes(),
        }
    }
}

impl PolicyFacts {
    pub(crate) fn of(policy: &PackedPolicy) -> Self {
        let &PolicyHeader { game, states, values, coverage, start_value, accuracy, parts } =
            policy.header();
        let bytes = policy.bytes() as u64;
        Self {
            kind: "policy",
            format: "mdp2048",
            version: FORMAT_VERSION,
            game: GameFacts::of(&game),
            states,
            bytes,
            bits_per_state: 8.0 * bytes as f64 / states as f64,
            threshold: coverage.threshold,
            occupancy_kept: coverage.occupancy_kept,
            leave_probability: coverage.leave_probability,
            values: held(values),
            value_error: policy.value_error(),
            regret_error: (values == ValuesHeld::Action).then_some(accuracy.regret_error),
            regret_floor: (values == ValuesHeld::Action).then_some(accuracy.regret_floor),
            parts: [
                ("actions", parts.actions),
                ("values", parts.values),
                ("regrets", parts.regrets),
            ]
            .into_iter()
            .zip([ValuesHeld::None, ValuesHeld::State, ValuesHeld::Action])
            .filter(|&(_, held)| held <= values)
            .map(|((name, bytes), _)| PartFacts::of(name, bytes.into(), states))
            .collect(),
            start_value: game.objective().measured(start_value),
        }
    }
}

impl Display for Inspected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solution(facts) => facts.fmt(f),
            Self::Policy(facts) => facts.lines().fmt(f),
            Self::Text(facts) => facts.fmt(f),
        }
    }
}

impl Display for SolutionFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = Lines::default();
        lines.add("solution", format!("version {}, {}", self.version, file_size(self.bytes)));
        lines.add("game", self.game.game);
        lines.add("objective", &self.game.objective);
        lines.add("states", states(self.states, self.layers, self.largest_layer, self.lost));
        if self.relative_error > 0.0 {
            let measure = Measure::of(&self.game.game);
            lines.add(measure.name(), exact(measure, self.start_value));
            lines.add("precision", single(self.relative_error));
        } else {
            let (name, value) = self.game.start_value(self.start_value);
            lines.add(name, value);
        }
        lines.fmt(f)
    }
}

impl PolicyFacts {
    /// The facts for people.
    pub(crate) fn lines(&self) -> Lines {
        let mut lines = Lines::default();
        lines.add("policy", format!("version {}, {}", self.version, file_size(self.bytes)));
        lines.add("game", self.game.game);
        lines.add("objective", &self.game.objective);
        let states = count(self.states);
        lines.add("states", format!("{states}, {:.3} bits each", self.bits_per_state));
        for part in &self.parts {
            let size = file_size(part.bytes);
            lines.add(part.name, format!("{size}, {:.3} bits a state", part.bits_per_state));
        }
        lines.add(
            "kept",
            if self.threshold > 0.0 {
                format!("states of occupancy {:e} or more", self.threshold)
            } else {
                "every reachable state".to_owned()
            },
        );
        if self.threshold > 0.0 {
            let kept = percent(self.occupancy_kept);
            lines.add("occupancy kept", format!("{kept} of the expected visits"));
            let leave = percent(self.leave_probability);
            lines.add("leaves", format!("a game leaves the policy with probability {leave}"));
        }
        let measure = Measure::of(&self.game.game);
        if let Some(error) = self.value_error {
            lines.add("value error", measure.within(error));
        }
        if let (Some(error), Some(floor)) = (self.regret_error, self.regret_floor) {
            let part = format!("{:.1} % of a regret", (100.0 * error).max(0.1));
            lines.add(
                "regret error",
                match error <= 1e-9 {
                    true => "exact to rounding".to_owned(),
                    false => format!("{part}, or {} for small ones", measure.difference(floor)),
                },
            );
        }
        let (name, value) = self.game.start_value(self.start_value);
        lines.add(name, value);
        lines
    }
}

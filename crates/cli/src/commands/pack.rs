//! `pack`: a small policy file, or the published player's text, from a solution.

use std::fmt::{self, Display};
use std::io;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use mdp2048_model::{Game, Objective, Values as _};
use mdp2048_policy::{
    PackError, PackOptions, PackedPolicy, TextPolicy, ValuesHeld, pack, usual_tolerance,
};
use mdp2048_solve::Solution;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde::Serialize;

use crate::args::{FormatName, PackArgs, ValuesName};
use crate::commands::inspect::PolicyFacts;
use crate::errors::Error;
use crate::input::Opened;
use crate::input::text::{self, Text, TextFacts};
use crate::output::Lines;
use crate::output::file::Out;
use crate::output::progress::Meter;
use mdp2048_display::{counted, duration, percent};

/// What there is to say of a policy just packed.
#[derive(Debug, Serialize)]
pub(crate) struct Packed {
    #[serde(flatten)]
    facts: Facts,
    #[serde(skip)]
    threshold: f64,
    /// The bound that decided the threshold, if it was not given.
    max_leave: Option<f64>,
    /// How many walks it took to find the threshold.
    walks: u32,
    wall_seconds: f64,
    file: std::path::PathBuf,
}

/// What there is to say of the file.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Facts {
    Policy(PolicyFacts),
    Text(TextFacts),
}

impl Facts {
    fn lines(&self) -> Lines {
        match self {
            Self::Policy(facts) => facts.lines(),
            Self::Text(facts) => facts.lines(),
        }
    }
}

/// Packs the policy of a solution.
pub(crate) fn run(args: &PackArgs) -> Result<Packed, Error> {
    let began = Instant::now();
    let mut file = match Opened::open(&args.file)? {
        Opened::Solution(file) => file,
        Opened::Policy(policy) => {
            let (path, game) = (args.file.clone(), Box::new(*policy.game()));
            return Err(Error::AlreadyPacked { path, game });
        }
    };
    if file.error() > 0.0 {
        return Err(Error::Imprecise(args.file.clone()));
    }
    let game = *file.game();
    let is_text = args.format == FormatName::Twenty48;
    let held = held(args.values, &game);
    if is_text {
        text::refuse(&game, held == ValuesHeld::Action, args.value_error.is_some())?;
    }
    let out = Out::check(&args.out)?;
    let mut meter = Meter::new();
    meter.note("reading the solution");
    let solution = file.read_all()?;
    let mut walks = 0;
    let threshold = match args.max_leave {
        None => args.threshold.unwrap_or(0.0),
        Some(max_leave) => solution.largest_threshold(max_leave, &mut |walked| {
            walks = walked;
            meter.note(&format!("looking for the threshold: walk {walks}"));
            ControlFlow::Continue(())
        })?,
    };
    // That is the occupancy of a state to be kept, up to rounding.
    let threshold = if args.max_leave.is_some() { threshold * (1.0 - 1e-12) } else { threshold };
    meter.note("walking under the policy");
    let options = PackOptions {
        threshold,
        visits: if threshold > 0.0 { solution.visits() } else { 0.0 },
        tolerance: args.value_error.unwrap_or(usual_tolerance(game.objective(), held)),
        // The text has its values from the solution.
        ..PackOptions::all(
            &game,
            if is_text { ValuesHeld::None } else { held },
            solution.start_value(),
        )
    };
    meter.note("packing");
    let bytes = pack(&game, &options, |states| {
        states.par_iter().map(|&state| solution.action_values(state)).collect()
    });
    let bytes = bytes.map_err(|error| match error {
        PackError::NothingKept => Error::NothingKept(threshold),
        other => Error::Pack(other),
    })?;
    // What is printed is read back from the very bytes that are written.
    let policy = PackedPolicy::from_bytes(&bytes)
        .map_err(|source| Error::Policy { path: args.out.clone(), source })?;
    let (facts, bytes) = if is_text {
        let text = text(args, &policy, held, &solution)?;
        let read = Text::read(&args.out, text.as_bytes(), &game)?;
        (Facts::Text(TextFacts::packed(&read, policy.header())), text.into_bytes())
    } else {
        (Facts::Policy(PolicyFacts::of(&policy)), bytes)
    };
    out.write(|file| io::Write::write_all(file, &bytes))?;
    Ok(Packed {
        facts,
        threshold,
        max_leave: args.max_leave,
        walks,
        wall_seconds: began.elapsed().as_secs_f64(),
        file: args.out.clone(),
    })
}

/// The policy as text.
fn text(
    args: &PackArgs,
    policy: &PackedPolicy,
    held: ValuesHeld,
    solution: &Solution,
) -> Result<String, Error> {
    let text = TextPolicy::of(policy).and_then(|text| match held {
        ValuesHeld::None => Ok(text),
        _ => text.with_values(|state| solution.value(state)),
    });
    let text = text.map_err(|source| Error::Text { path: args.out.clone(), source })?;
    Ok(text.to_text())
}

/// Which values to hold: those asked for, or else those of the states.
fn held(asked: Option<ValuesName>, game: &Game) -> ValuesHeld {
    match asked {
        Some(asked) => asked.into(),
        // States that are not certain to come to the target have no value to hold.
        None if game.objective() == Objective::Fewest => ValuesHeld::None,
        None => ValuesHeld::State,
    }
}

impl Display for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = self.facts.lines();
        if let Some(max_leave) = self.max_leave {
            let most = percent(max_leave);
            let walks = self.walks;
            lines.add(
                "threshold",
                format!(
                    "{:e}, the largest that leaves with probability {most} at most (found in {})",
                    self.threshold,
                    counted(walks.into(), "walk"),
                ),
            );
        }
        let time = duration(Duration::from_secs_f64(self.wall_seconds));
        lines.add("written", format!("{} in {time}", self.file.display()));
        lines.fmt(f)
    }
}

//! `verify`: whether a file holds what it claims to hold.

pub(crate) mod policy;

use std::fmt::{self, Display};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use cpu_time::ProcessTime;
use mdp2048_model::{ExactGame, ExactSolution, Game, nearest};
use mdp2048_solve::Verification;
use serde::Serialize;

use self::policy::VerifiedPolicy;
use crate::args::threads;
use crate::errors::Error;
use crate::input::{OpenSolution, Opened};
use crate::machine;
use crate::output::progress::Meter;
use crate::output::{Lines, exact};
use mdp2048_display::{Measure, count, counted, duration, memory_size};

/// The most characters of a fraction that are printed for people.
const FRACTION: usize = 80;

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// A solution or a policy
    file: PathBuf,

    /// For a policy: the solution that it was packed from, to check every entry against
    #[arg(long, value_name = "SOLUTION")]
    against: Option<PathBuf>,

    /// How many threads to use [default: as many as the machine has]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads)]
    threads: Option<usize>,
}

/// What there is to say of a file that was checked.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Verified {
    Solution(VerifiedSolution),
    Policy(VerifiedPolicy),
}

/// What the check of a solution found.
#[derive(Debug, Serialize)]
pub(crate) struct VerifiedSolution {
    kind: &'static str,
    ok: bool,
    states: u64,
    lost: u64,
    /// `None` where values differ by more than any number.
    max_residual: Option<f64>,
    max_relative_residual: Option<f64>,
    /// Larger relative residuals are faults.
    tolerance: f64,
    /// `None` if the fewest moves are asked for and winning is not certain.
    start_value: Option<f64>,
    /// The start value as a fraction, for win games of few cells.
    exact_start: Option<String>,
    fault_count: u64,
    /// The first of the faults.
    faults: Vec<String>,
    cpu_seconds: f64,
    wall_seconds: f64,
    peak_bytes: Option<u64>,
    threads: usize,
    #[serde(skip)]
    game: Game,
    #[serde(skip)]
    file: PathBuf,
}

/// Checks a file.
pub(crate) fn run(args: &VerifyArgs) -> Result<Verified, Error> {
    let opened = Opened::open(&args.file)?;
    match (opened, &args.against) {
        (Opened::Policy(policy), against) => {
            let against = against.as_deref();
            Ok(Verified::Policy(policy::check(&args.file, &policy, against)?))
        }
        (Opened::Solution(solution), None) => Ok(Verified::Solution(check(args, solution)?)),
        (Opened::Solution(_), Some(_)) => Err(Error::Arguments(format!(
            "{} is a solution and is verified by itself: leave --against out",
            args.file.display()
        ))),
    }
}

fn check(args: &VerifyArgs, mut file: OpenSolution) -> Result<VerifiedSolution, Error> {
    let game = *file.game();
    let threads = args.threads.unwrap_or_else(machine::threads);
    let began = Instant::now();
    let found = {
        let mut meter = Meter::new();
        meter.note("preparing the tables");
        file.verify(threads, &mut |progress| {
            meter.solve(progress);
            ControlFlow::Continue(())
        })?
    };
    let Verification { states, lost, max_residual, max_relative_residual, tolerance, .. } = found;
    let mut fault_count = found.fault_count;
    let mut faults: Vec<String> = found.faults.iter().map(ToString::to_string).collect();
    let exact = ExactGame::of(&game).ok().map(|game| ExactSolution::solve(&game).start_value());
    if let Some(exact) = &exact
        && !policy::are_near(found.start_value, nearest(exact))
    {
        fault_count += 1;
        faults.push(format!("the start value is {}, but exactly {exact}", found.start_value));
    }
    let finite = |residual: f64| residual.is_finite().then_some(residual);
    Ok(VerifiedSolution {
        kind: "solution",
        ok: fault_count == 0,
        states,
        lost,
        max_residual: finite(max_residual),
        max_relative_residual: finite(max_relative_residual),
        tolerance,
        start_value: game.objective().measured(found.start_value),
        exact_start: exact.map(|exact| exact.to_string()),
        fault_count,
        faults,
        cpu_seconds: ProcessTime::now().as_duration().as_secs_f64(),
        wall_seconds: began.elapsed().as_secs_f64(),
        peak_bytes: machine::peak_memory(),
        threads,
        game,
        file: args.file.clone(),
    })
}

impl Verified {
    /// An error if something is wrong.
    pub(crate) fn verdict(&self) -> Result<(), Error> {
        let (file, faults, count) = match self {
            Self::Solution(solution) => (&solution.file, &solution.faults, solution.fault_count),
            Self::Policy(policy) => (&policy.file, &policy.faults, policy.fault_count),
        };
        let Some(first) = faults.first() else { return Ok(()) };
        Err(Error::Unverified { path: file.clone(), count, first: first.clone() })
    }
}

impl Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solution(solution) => solution.fmt(f),
            Self::Policy(policy) => policy.fmt(f),
        }
    }
}

impl Display for VerifiedSolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = Lines::default();
        lines.add("game", self.game);
        let lost = counted(self.lost, "lost board");
        lines.add("states", format!("{} checked; {lost}", count(self.states)));
        let residual = |residual: Option<f64>| {
            residual.map_or("infinite".to_owned(), |residual| format!("{residual:.1e}"))
        };
        lines.add(
            "largest residual",
            format!(
                "{}; as a part of the value {} (rounding explains {:.1e})",
                residual(self.max_residual),
                residual(self.max_relative_residual),
                self.tolerance
            ),
        );
        let measure = Measure::of(&self.game);
        lines.add(measure.name(), exact(measure, self.start_value));
        if let Some(fraction) = &self.exact_start {
            lines.add(
                "exactly",
                match fraction.len() {
                    ..=FRACTION => fraction.clone(),
                    digits => format!("a fraction of {digits} characters: --json prints it"),
                },
            );
        }
        let wall = duration(Duration::from_secs_f64(self.wall_seconds));
        let cpu = duration(Duration::from_secs_f64(self.cpu_seconds));
        let threads = counted(self.threads as u64, "thread");
        lines.add("time", format!("{wall} with {threads} ({cpu} of processor time)"));
        if let Some(peak) = self.peak_bytes {
            lines.add("peak memory", memory_size(peak));
        }
        if self.ok {
            lines.add(
                "verified",
                "the states are those that games come to, and every value is right",
            );
        }
        lines.fmt(f)?;
        write_faults(f, self.fault_count, &self.faults)
    }
}

/// Writes what is wrong, if anything is.
pub(crate) fn write_faults(
    f: &mut fmt::Formatter<'_>,
    fault_count: u64,
    faults: &[String],
) -> fmt::Result {
    if fault_count == 0 {
        return Ok(());
    }
    let more = if (faults.len() as u64) < fault_count { ", the first of them" } else { "" };
    writeln!(f, "\nWrong: {}{more}", counted(fault_count, "fault"))?;
    faults.iter().try_for_each(|fault| writeln!(f, "  {fault}"))
}

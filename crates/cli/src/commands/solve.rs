//! `solve`: the value of every reachable state of a game.

use std::fmt::{self, Display};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use mdp2048_model::{Game, Values as _};
use mdp2048_rules::Exponent;
use mdp2048_solve::{FileError, Solution, SolveError, SolveOptions};
use serde::Serialize;

use crate::args::SolveArgs;
use crate::errors::Error;
use crate::machine;
use crate::output::file::Out;
use crate::output::progress::Meter;
use crate::output::{Lines, exact, exact_line, single, states};
use mdp2048_display::{Measure, counted, duration, file_size, memory_size, percent};

/// What there is to say of a solved game.
#[derive(Debug, Serialize)]
pub(crate) struct Solved {
    board: String,
    target: Option<u32>,
    objective: String,
    discount: f64,
    spawn_four: f64,
    states: u64,
    lost: u64,
    layers: usize,
    largest_layer: u64,
    /// `None` if the fewest moves are asked for and winning is not certain.
    start_value: Option<f64>,
    precision: &'static str,
    /// The most by which a value may be off as a part of it, beyond the rounding of double precision.
    relative_error: f64,
    lose_probability: Option<f64>,
    cpu_seconds: f64,
    wall_seconds: f64,
    peak_bytes: Option<u64>,
    /// What solving was to take, told before the states were valued.
    estimated_bytes: u64,
    threads: usize,
    file: Option<PathBuf>,
    bytes: Option<u64>,
    #[serde(skip)]
    game: Game,
}

/// Solves the game asked for, and writes the solution if that is asked for too.
pub(crate) fn run(args: &SolveArgs) -> Result<Solved, Error> {
    let game = args.game()?;
    let out = args.out.as_deref().map(Out::check).transpose()?;
    let threads = args.threads.unwrap_or_else(machine::threads);
    let memory_limit = args.memory.or_else(machine::available_memory);
    let options =
        SolveOptions { threads: Some(threads), memory_limit, precision: args.precision() };
    let began = Instant::now();
    let mut estimated_bytes = 0;
    let solution = {
        let mut meter = Meter::new();
        meter.note("preparing the tables");
        Solution::solve(&game, &options, &mut |progress| {
            estimated_bytes = progress.bytes_in_all.unwrap_or(0);
            meter.solve(progress);
            ControlFlow::Continue(())
        })?
    };
    // Written first: what follows may run out of memory or patience.
    let bytes =
        out.map(|out| out.write(|file| solution.write(file).map_err(io_error))).transpose()?;
    let is_probability = Measure::of(&game) == Measure::Probability;
    let lose_probability =
        if is_probability { lose_probability(&solution, &options, estimated_bytes)? } else { None };
    let wall_seconds = began.elapsed().as_secs_f64();
    let cpu_seconds = ProcessTime::now().as_duration().as_secs_f64();
    Ok(Solved {
        board: game.shape().to_string(),
        target: game.target().map(Exponent::face),
        objective: game.objective().to_string(),
        discount: game.discount().get(),
        spawn_four: game.spawn_four().get(),
        states: solution.states(),
        lost: solution.lost(),
        layers: solution.layers().len(),
        largest_layer: solution.layers().map(|layer| layer.states).max().unwrap_or(0),
        start_value: game.objective().measured(solution.start_value()),
        precision: solution.precision().name(),
        relative_error: solution.value_error(),
        lose_probability,
        cpu_seconds,
        wall_seconds,
        peak_bytes: machine::peak_memory(),
        estimated_bytes,
        threads,
        bytes,
        file: args.out.clone(),
        game,
    })
}

/// The least probability of losing; `None` if there is no memory left to find it beside the solution,
/// which took so many bytes.
fn lose_probability(
    solution: &Solution,
    options: &SolveOptions,
    taken: u64,
) -> Result<Option<f64>, Error> {
    let memory_limit = options.memory_limit.map(|limit| limit.saturating_sub(taken));
    let options = SolveOptions { memory_limit, ..options.clone() };
    let mut meter = Meter::new();
    let measured = solution.lose_probability(&options, &mut |progress| {
        meter.solve(progress);
        ControlFlow::Continue(())
    });
    match measured {
        Ok(probability) => Ok(Some(probability)),
        Err(SolveError::Memory { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Writing meets no errors but those of the disk.
fn io_error(error: FileError) -> std::io::Error {
    match error {
        FileError::Io(error) => error,
        other => std::io::Error::other(other),
    }
}

impl Display for Solved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = Lines::default();
        lines.add("game", self.game);
        lines.add("states", states(self.states, self.layers, self.largest_layer, self.lost));
        let measure = Measure::of(&self.game);
        if self.relative_error > 0.0 {
            lines.add(measure.name(), exact(measure, self.start_value));
            lines.add("precision", single(self.relative_error));
        } else {
            lines.add(measure.name(), exact_line(measure, self.start_value));
        }
        if let Some(lose) = self.lose_probability {
            lines.add("lose probability", format!("{}  ({lose})", percent(lose)));
        }
        let wall = duration(Duration::from_secs_f64(self.wall_seconds));
        let cpu = duration(Duration::from_secs_f64(self.cpu_seconds));
        lines.add(
            "time",
            format!(
                "{wall} with {} ({cpu} of processor time)",
                counted(self.threads as u64, "thread")
            ),
        );
        if let Some(peak) = self.peak_bytes {
            lines.add("peak memory", memory_size(peak));
        }
        if let (Some(file), Some(size)) = (&self.file, self.bytes) {
            lines.add("written", format!("{} ({})", file.display(), file_size(size)));
        }
        lines.fmt(f)
    }
}

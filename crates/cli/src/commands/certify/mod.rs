//! `certify`: lower bounds of the probabilities that an agent makes tiles, or that a game can be
//! won, which hold for certain.

mod set;

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::slice;
use std::time::{Duration, Instant};

use clap::Args;
use mdp2048_agents::{Agent, AgentSpec, Certification, CertifiedBounds, Provenance, Simulator};
use mdp2048_display::{count, memory_size, percent, significant};
use mdp2048_files::machine;
use mdp2048_model::{Game, Probability};
use mdp2048_rules::Exponent;
use serde::Serialize;

use self::set::{CertifiedSet, GrowthArgs};
use super::arena::AgentGameArgs;
use crate::command_files::CommandFiles;
use crate::error::{Error, print_message};
use crate::output::file::OutputFile;
use crate::output::interrupts::HeldSignal;
use crate::output::progress::ProgressReporter;
use crate::output::table::{Columns, NamedLines};
use crate::parse;
use crate::summary::resources::Resources;

/// The time between two saves of the checkpoint.
const INTERVAL: Duration = Duration::from_secs(120);

/// How many times higher the thresholds of the two pilot runs are, which estimate the memory.
const PILOTS: [f64; 2] = [1000.0, 100.0];

/// The tile sums of a row of the result.
const ROW: u32 = 64;

#[derive(Debug, Args)]
#[command(after_help = "\
All games of the agent are followed at once. The agent is asked for the canonical image of a \
board, as agents with the parameter canonical are. Probabilities are only ever rounded down, and \
that of a 4 is exactly the decimal fraction that is printed, so the bounds hold with certainty.

The policy of some agents is no function of the board; the parameter by-board makes one of it: see \
mdp2048 arena --help.

With --join, the agent only advises. The game is restricted to a set of boards, outside of which \
it counts as lost, and backward induction over the set, with every action, computes a lower \
bound of the probability of winning. In each round the policy of the set is followed from the \
start: boards that games visit often enough join, where the action with the best expectation is \
played, and others go.

Examples:
  mdp2048 certify --agent learned:plies=1 --threshold 1e-7
  mdp2048 certify --agent learned:plies=1 --threshold 1e-8 --up-to 512 --checkpoint c
  mdp2048 certify --agent learned:plies=1:tolerance=0.1 --target 64 --join 1e-9 --out c
  mdp2048 verify c")]
pub(crate) struct CertifyArgs {
    /// The agent
    #[arg(long, value_name = "AGENT", value_parser = parse::agent)]
    agent: AgentSpec,

    /// Give up boards that are less probable than this: at 0, the bounds are exact
    #[arg(long, required_unless_present = "join", value_parser = parse::probability)]
    threshold: Option<f64>,

    #[command(flatten)]
    game: AgentGameArgs,

    /// Follow games only until they make this tile
    #[arg(long, value_name = "TILE", value_parser = parse::tile)]
    up_to: Option<u32>,

    /// The file that the run resumes from, if it exists, and is saved to every two minutes (with
    /// --join after each round), at the end and when a signal ends the run
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    /// The most memory to use, for example 2GiB [default: all that is free]
    #[arg(long, value_name = "SIZE", value_parser = parse::memory)]
    memory: Option<u64>,

    #[command(flatten)]
    growth: GrowthArgs,
}

/// What is certified.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum CertifiedResult {
    Agent(Certified),
    Set(CertifiedSet),
}

/// Certified lower bounds of an agent.
#[derive(Debug, Serialize)]
pub(crate) struct Certified {
    agent: String,
    game: String,
    threshold: f64,
    up_to: Option<u32>,
    /// By tile: a lower bound of the probability that a game makes it.
    bounds: BTreeMap<u32, f64>,
    /// The probability of the games that were given up, and what rounding took away.
    dropped: f64,
    rounded: f64,
    /// The number of boards that were followed, up to symmetry.
    boards: u64,
    /// The boards by tile sum, in rows of 64.
    rows: Vec<CertifiedRow>,
    threads: usize,
    /// The decimal fraction that the bounds are exact for.
    #[serde(skip)]
    spawn_four: Probability,
    /// Of this run, from the checkpoint on if there was one.
    #[serde(flatten)]
    resources: Resources,
}

/// The boards of some tile sums.
#[derive(Debug, Serialize)]
struct CertifiedRow {
    /// The least tile sum.
    tile_sum: u32,
    boards: u64,
    dropped_boards: u64,
    dropped: f64,
}

impl CertifyArgs {
    /// The files that the command reads and writes.
    pub(crate) fn files(&self) -> CommandFiles {
        let files = self.game.inputs().output("--checkpoint", self.checkpoint.as_deref());
        files.output("--out", self.growth.out.as_deref())
    }
}

/// Computes the bounds.
pub(crate) fn run(args: &CertifyArgs) -> Result<CertifiedResult, Error> {
    if let Some(growth) = args.growth.growth() {
        let checkpoint = args.checkpoint.as_deref();
        let certified =
            args.growth.run(growth, &args.agent, &args.game, args.memory, checkpoint)?;
        return Ok(CertifiedResult::Set(certified));
    }
    // The parser asks for a threshold where no set grows.
    let certified = of_agent(args, args.threshold.unwrap_or_default())?;
    Ok(CertifiedResult::Agent(certified))
}

/// Computes the bounds of the agent.
fn of_agent(args: &CertifyArgs, threshold: f64) -> Result<Certified, Error> {
    let started = Instant::now();
    let CertifyArgs { agent, .. } = args;
    let (game, threads) = (args.game.game()?, args.game.threads());
    let inputs = args.game.read(slice::from_ref(agent))?;
    let last = args.up_to.map(|tile| last_tile(&game, tile)).transpose()?;
    let simulator = Simulator::new(game);
    let mut agents = vec![agent.build_policy(&simulator, &inputs.resources)?; threads];
    let begin = |threshold| Certification::new(simulator.clone(), threshold, last);
    let begun = begin(threshold);
    let up_to = args.up_to.map(|tile| format!(" up to {tile}")).unwrap_or_default();
    let provenance =
        inputs.provenance(agent, &game).with_words(&format!("{up_to} at {threshold:e}"));
    let path = args.checkpoint.as_deref();
    let checkpoint = path.map(|path| OutputFile::check("--checkpoint", path)?.locked());
    let checkpoint = checkpoint.transpose()?;
    let mut certification = match path {
        Some(path) if path.is_file() => resume(begun, &provenance, path)?,
        _ => begun,
    };
    let save = |certification: &Certification| match &checkpoint {
        Some(file) => file.write(|out| certification.save(&provenance, out)).map(drop),
        None => Ok(()),
    };
    let most_bytes = args.memory.or_else(machine::available_memory).unwrap_or(u64::MAX);
    if certification.boards() == 0 && threshold > 0.0 && threshold * PILOTS[0] < 1.0 {
        let pilots = PILOTS.map(|times| begin(threshold * times));
        let [least, most] = estimate(pilots, &mut agents)?;
        let text = format!("{} to {} of memory", memory_size(least), memory_size(most));
        if least > most_bytes {
            return Err(Error::CertifiedMemory { text, available: memory_size(most_bytes) });
        }
        print_message(&format!("note: about {text}"));
    }
    let mut reporter = ProgressReporter::new();
    let mut saved = Instant::now();
    // Without a checkpoint there is nothing to save.
    let signal = path.map(|_| HeldSignal::new());
    let is_stopped = || signal.as_ref().is_some_and(HeldSignal::is_held);
    while !certification.is_done() && !is_stopped() {
        certification.advance(&mut agents, most_bytes)?;
        let (boards, tile_sum) = (count(certification.boards()), certification.tile_sum() - 2);
        reporter.note(&format!("{boards} boards up to tile sum {tile_sum}"));
        if saved.elapsed() >= INTERVAL {
            save(&certification)?;
            saved = Instant::now();
        }
    }
    save(&certification)?;
    if let (Some(signal), Some(path)) = (signal, path) {
        signal.check(path, "give the same command to go on")?;
    }
    let bounds = certification.bounds();
    Ok(Certified {
        agent: agent.to_string(),
        game: game.to_string(),
        threshold,
        up_to: args.up_to,
        rows: rows(&bounds),
        bounds: bounds.made.into_iter().collect(),
        dropped: bounds.dropped,
        rounded: bounds.rounded,
        boards: bounds.boards,
        threads,
        spawn_four: game.spawn_four(),
        resources: Resources::since(started),
    })
}

/// The memory in bytes, between two limits, from two runs whose thresholds are 1000 and 100 times
/// as high. As the threshold falls to a tenth, the memory grows to ten times at most, because so
/// does the number of boards that are at least as probable. It is assumed to grow at least once as
/// it does from the first of the runs to the second.
fn estimate(pilots: [Certification; 2], agents: &mut [Box<dyn Agent>]) -> Result<[u64; 2], Error> {
    let mut peaks = [0; 2];
    for (mut pilot, peak) in pilots.into_iter().zip(&mut peaks) {
        while !pilot.is_done() {
            pilot.advance(agents, u64::MAX)?;
        }
        *peak = pilot.peak_bytes();
    }
    let [first, second] = peaks;
    let growth = second as f64 / (first as f64).max(1.0);
    Ok([growth, PILOTS[1]].map(|times| (second as f64 * times) as u64))
}

/// The tile up to which games are followed.
fn last_tile(game: &Game, tile: u32) -> Result<Exponent, Error> {
    // A tile that is no target of the board cannot be made either.
    let spawn_four = game.spawn_four().get();
    let objective = mdp2048_model::Objective::Win;
    let target = Game::new(game.shape(), objective, Some(tile), 1.0, spawn_four)?.target();
    target.ok_or_else(|| Error::Arguments(format!("{tile} is not a tile: choose a power of two")))
}

fn resume(
    begun: Certification,
    provenance: &Provenance,
    path: &Path,
) -> Result<Certification, Error> {
    let read = |source| Error::Read { path: path.to_owned(), source };
    let mut file = BufReader::new(File::open(path).map_err(read)?);
    Certification::resume(begun, provenance, &mut file)
        .map_err(|source| Error::CertifiedCheckpoint { path: path.to_owned(), source })
}

/// Adds up the layers.
fn rows(bounds: &CertifiedBounds) -> Vec<CertifiedRow> {
    let mut rows: Vec<CertifiedRow> = Vec::new();
    for layer in &bounds.layers {
        let tile_sum = layer.tile_sum / ROW * ROW;
        if rows.last().is_none_or(|row| row.tile_sum != tile_sum) {
            rows.push(CertifiedRow { tile_sum, boards: 0, dropped_boards: 0, dropped: 0.0 });
        }
        if let Some(row) = rows.last_mut() {
            row.boards += layer.boards;
            row.dropped_boards += layer.dropped_boards;
            row.dropped += layer.dropped;
        }
    }
    rows
}

impl Display for CertifiedResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Agent(certified) => certified.fmt(f),
            Self::Set(certified) => certified.fmt(f),
        }
    }
}

impl Display for Certified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = NamedLines::default();
        lines.add("agent", format!("{}, on canonical boards", self.agent));
        lines.add("game", &self.game);
        lines.add("a 4 appears", format!("with probability {} exactly", self.spawn_four.get()));
        lines.add("threshold", format!("{:e}", self.threshold));
        lines.add("boards", count(self.boards));
        lines.add("given up", percent(self.dropped));
        lines.add("rounded away", significant(self.rounded));
        self.resources.add_to(&mut lines, self.threads);
        lines.fmt(f)?;
        writeln!(f, "\nEach tile is made with at least this probability, for certain:")?;
        let mut columns = Columns::new(["tile", "at least"]);
        for (tile, bound) in &self.bounds {
            // Rounded down, so that the text is a bound too.
            let hundredths = (bound * 1e4).floor() / 1e2;
            columns.add([tile.to_string(), format!("{hundredths:.2} %")]);
        }
        columns.fmt(f)
    }
}

//! `certify`: a lower bound of the probability of winning a game, which holds for certain, from a
//! set of boards that grows along its own policy.

use std::fmt::{self, Display};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use clap::Args;
use mdp2048_agents::{Agent, AgentSpec, Position, Provenance, Simulator};
use mdp2048_display::{count, counted, file_size, memory_size};
use mdp2048_model::{Game, Probability};
use mdp2048_proof::{Heuristic, PartialProcess, ProofError, ProofProgress, SavedState, Schedule};
use mdp2048_rules::Board;
use mdp2048_solve::WorkFiles as _;
use rayon::ThreadPoolBuilder;
use serde::Serialize;

use super::arena::AgentGameArgs;
use crate::error::Error;
use crate::output::file::OutputFile;
use crate::output::interrupts::{HeldSignal, handle_size_limit};
use crate::output::progress::ProgressReporter;
use crate::output::table::NamedLines;
use crate::output::value::{exactly, proven};
use crate::parse;
use crate::summary::resources::Resources;
use mdp2048::files::{WorkFolder, machine};

/// What an action that the agent does not choose counts at most, beside 1 for the one it chooses.
const NOT_CHOSEN: f64 = 0.98;

/// Layers in memory are saved once they have so many bytes, or a quarter of the memory of the set.
const UNSAVED_BYTES: u64 = 1 << 26;

/// Bytes that a run takes beside the agent and the set.
const OTHER_BYTES: u64 = 8 << 20;

/// Bytes that each thread takes: tables of the agent and of afterstates, and the boards of a part
/// of a layer before equal ones are added up.
const THREAD_BYTES: u64 = 12 << 20;

/// The memory of a set for which it is worth beginning a run.
const SMALL_SET_BYTES: u64 = 4 << 20;

/// By how much the memory of two equal runs differs at most, before their sets.
const SPARE_BYTES: u64 = 2 << 20;

#[derive(Debug, Args)]
#[command(after_help = "\
The game is restricted to a set of boards, outside of which it counts as lost, and backward \
induction over the set, with every action, computes a lower bound of the probability of winning. \
In each round the policy of the set is followed from the start: boards that games visit often \
enough join, where the action with the best expectation is played, and others go. The agent only \
advises. Probabilities are only ever rounded down, and that of a 4 is exactly the decimal fraction \
that is printed, so the bound holds with certainty.

The policy of some agents is no function of the board; the parameter by-board makes one of it: see \
mdp2048 arena --help.

Examples:
  mdp2048 certify --agent learned:plies=1:tolerance=0.1 --target 64 --join 1e-9 --out c
  mdp2048 verify c")]
pub(crate) struct CertifyArgs {
    /// The agent that advises
    #[arg(long, value_name = "AGENT")]
    agent: AgentSpec,

    /// Boards that games visit with at least this probability join the set, which grows in rounds
    #[arg(long, value_name = "PROBABILITY", value_parser = parse::probability)]
    join: f64,

    /// Boards that games visit with less than this probability are removed [default: --join]
    #[arg(long, value_name = "PROBABILITY", value_parser = parse::probability)]
    keep: Option<f64>,

    /// The number of further rounds with the probability --join, after those in which it falls; the
    /// run of a work folder goes on with more of them
    #[arg(long, value_name = "COUNT", default_value_t = 2, value_parser = parse::rounds)]
    rounds: u16,

    #[command(flatten)]
    game: AgentGameArgs,

    /// Hold the layers of the set in this folder instead of memory; the run goes on with what an
    /// earlier one has saved there
    #[arg(long, value_name = "FOLDER")]
    work: Option<PathBuf>,

    /// The most memory to use, for example 2GiB; a set that needs more is refused [default: all
    /// that is free]
    #[arg(long, value_name = "SIZE", value_parser = parse::memory)]
    memory: Option<u64>,

    /// The file of the certificate, which mdp2048 verify checks
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// A certified bound of the probability of winning.
#[derive(Debug, Serialize)]
pub(crate) struct Certified {
    agent: String,
    game: String,
    join: f64,
    keep: f64,
    rounds: u16,
    /// A lower bound of the probability of winning.
    proven: f64,
    /// The boards for which the policy has an action, up to symmetry.
    boards: u64,
    /// The most boards that the set had after a round of this run.
    most_boards: u64,
    /// The length of the certificate.
    bytes: Option<u64>,
    threads: usize,
    /// The decimal fraction that the bound is exact for.
    #[serde(skip)]
    spawn_four: Probability,
    #[serde(flatten)]
    resources: Resources,
}

/// The agent as a heuristic.
struct AgentHeuristic(Mutex<Box<dyn Agent>>);

impl Clone for AgentHeuristic {
    fn clone(&self) -> Self {
        let agent = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Self(Mutex::new(agent))
    }
}

impl Heuristic for AgentHeuristic {
    fn estimates(&mut self, board: Board) -> [f64; 4] {
        let agent = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        let (estimates, chosen) = agent.consider(Position { board, points: 0 });
        let highest = estimates.iter().flatten().copied().fold(0.0, f64::max);
        let share = |estimate: f64| match highest.is_finite() && highest > 0.0 {
            true => (estimate / highest).clamp(0.0, 1.0),
            false => 1.0,
        };
        let mut estimates = estimates.map(|estimate| estimate.map_or(0.0, share) * NOT_CHOSEN);
        if let Some(action) = chosen {
            estimates[action.index()] = 1.0;
        }
        estimates
    }
}

/// Computes the bound.
pub(crate) fn run(args: &CertifyArgs) -> Result<Certified, Error> {
    let started = Instant::now();
    let CertifyArgs { agent, join, rounds, .. } = args;
    let (game, threads) = (args.game.game()?, args.game.threads.count());
    let inputs = args.game.read(slice::from_ref(agent))?;
    // An agent for points plays on from boards that have the target.
    let built = agent.build_policy(&Simulator::new(game), &inputs.resources)?;
    let heuristic = AgentHeuristic(Mutex::new(built));
    let most_bytes = bytes_of_set(args.memory, threads)?;
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Error::Arguments(format!("no threads: {error}")))?;
    let (mut reporter, mut most_boards) = (ProgressReporter::new(), 0);
    let last_sum = AtomicU32::new(0);
    let mut report = |progress: ProofProgress| {
        let ProofProgress { round, rounds, target, tile_sum, boards, bound, .. } = progress;
        let work = if progress.is_solving { "valued" } else { "grown" };
        last_sum.store(tile_sum, Ordering::Relaxed);
        most_boards = if progress.is_solving { boards.max(most_boards) } else { most_boards };
        let boards = count(boards);
        reporter.note(&format!(
            "round {round} of {rounds}, to {target}: tile sum {tile_sum} {work}, {boards} boards; \
             the bound before: {bound:.6}"
        ));
    };
    let keep = args.keep.unwrap_or(*join);
    let schedule = Schedule { join: *join, keep, further_rounds: (*rounds).into() };
    // What the set depends on, beside the number of rounds that are done.
    let words = format!(" in a set with --join {join:e} --keep {keep:e}");
    let open = |path| {
        let provenance = inputs.provenance(agent, &game)?.with_words(&words);
        Ok::<_, Error>((open(path, game, schedule, &provenance)?, Some(provenance)))
    };
    let signal = HeldSignal::new(args.work.is_some());
    let begin = || Ok((PartialProcess::new(game, schedule, None)?, None));
    let (mut partial, provenance) = args.work.as_deref().map_or_else(begin, open)?;
    // It may be in the work folder.
    let out = args.out.as_deref().map(OutputFile::check).transpose()?;
    let of_folder = |error| of_folder(error, args.work.as_deref());
    let save = |partial: &mut PartialProcess| match &provenance {
        Some(provenance) => {
            partial.save((provenance.words(), provenance.digest())).map_err(of_folder)
        }
        None => Ok(()),
    };
    while !partial.is_done() && !signal.is_held() {
        let advance = || partial.advance(&heuristic, most_bytes, &mut report);
        pool.install(advance).map_err(of_folder)?;
        // What a layer takes is estimated before, and known after it.
        if args.memory.is_some_and(|most| machine::peak_memory().is_some_and(|peak| peak > most)) {
            return Err(ProofError::Memory { tile_sum: last_sum.load(Ordering::Relaxed) }.into());
        }
        if partial.unsaved_bytes() > UNSAVED_BYTES.min(most_bytes / 4) {
            save(&mut partial)?;
        }
    }
    save(&mut partial)?;
    if let Some(path) = &args.work {
        signal.check(path, "give the same command to go on")?;
    }
    let certificate = pool.install(|| partial.finish()?.certificate()).map_err(of_folder)?;
    let bytes = out.map(|out| out.write(|out| certificate.write(out))).transpose()?;
    Ok(Certified {
        agent: agent.to_string(),
        game: game.to_string(),
        join: *join,
        keep,
        rounds: *rounds,
        proven: certificate.bound(),
        boards: certificate.boards(),
        most_boards,
        bytes,
        threads,
        spawn_four: game.spawn_four(),
        resources: Resources::since(started),
    })
}

/// The memory of the set: what may be used, less what the rest of the run takes.
fn bytes_of_set(asked: Option<u64>, threads: usize) -> Result<u64, Error> {
    let others = OTHER_BYTES + THREAD_BYTES * threads as u64;
    let Some(asked) = asked else {
        let free = machine::available_memory();
        return Ok(free.map_or(u64::MAX, |free| free.saturating_sub(others)));
    };
    let used = machine::used_memory().unwrap_or(0) + others;
    let least = (used + SMALL_SET_BYTES).max(machine::peak_memory().unwrap_or(0));
    if asked < least {
        // The next run may use a little more.
        let enough = (least + SPARE_BYTES).next_multiple_of(1 << 20);
        return Err(Error::Arguments(format!(
            "certify needs at least {} of memory with this agent and {}, and {} may be used: allow \
             more with --memory",
            memory_size(enough),
            counted(threads as u64, "thread"),
            memory_size(asked),
        )));
    }
    Ok(asked - used)
}

/// Names the work folder in an error of its files.
fn of_folder(error: ProofError, work: Option<&Path>) -> Error {
    match (error, work) {
        (ProofError::Write(source), Some(work)) => {
            Error::WriteWork { path: work.to_owned(), source }
        }
        (ProofError::Files(source), Some(work)) => Error::Read { path: work.to_owned(), source },
        (ProofError::Frame(source), Some(work)) => Error::contents(work, source),
        (error, _) => error.into(),
    }
}

/// The set of a work folder, or a new one.
fn open(
    path: &Path,
    game: Game,
    schedule: Schedule,
    provenance: &Provenance,
) -> Result<PartialProcess, Error> {
    handle_size_limit();
    let mut folder = WorkFolder::make(path)?;
    let state = match folder.read(PartialProcess::STATE) {
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        state => Some(state.map_err(|source| Error::Read { path: path.to_owned(), source })?),
    };
    let begun = PartialProcess::new(game, schedule, Some(Box::new(folder)))?;
    let Some(state) = state else { return Ok(begun) };
    let of_folder = |error| of_folder(error, Some(path));
    let state = SavedState::open(state).map_err(of_folder)?;
    let (words, digest) = state.provenance();
    let found = Provenance::from_parts(words.to_owned(), digest);
    found
        .check(provenance)
        .map_err(|source| Error::OtherCheckpoint { path: path.to_owned(), source })?;
    let mut partial = state.resume(begun).map_err(of_folder)?;
    let (done, asked) = (partial.rounds_begun(), partial.rounds());
    if done > asked {
        return Err(Error::CheckpointRounds { path: path.to_owned(), done, asked });
    }
    let removed = partial.remove_leftovers();
    removed.map_err(|source| Error::WriteWork { path: path.to_owned(), source })?;
    Ok(partial)
}

impl Display for Certified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = NamedLines::default();
        lines.add("game", &self.game);
        lines.add("a 4 appears", exactly(self.spawn_four));
        lines.add("advice", &self.agent);
        lines.add("boards join", format!("from {:e}, and go below {:e}", self.join, self.keep));
        lines.add("boards", count(self.boards));
        if let Some(bytes) = self.bytes {
            lines.add("certificate", file_size(bytes));
        }
        self.resources.add_to(&mut lines, self.threads);
        lines.fmt(f)?;
        write!(f, "\n{}", proven(self.proven))?;
        if self.proven == 0.0 {
            writeln!(f, "No game is won in the set: a lower --join makes it larger.")?;
        }
        Ok(())
    }
}

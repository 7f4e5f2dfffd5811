//! `evaluate`: computes the value of a solution's policy under another objective, or the
//! distribution of its games' outcomes, or its habits, or the value of an agent on the solved game.

mod agent;
mod distribution;
mod habits;
mod judged;

use std::fmt::{self, Display};
use std::path::PathBuf;
use std::sync::Arc;

use clap::{ArgGroup, Args};
use mdp2048_agents::{AgentNeed, AgentSpec, SolvedPolicy};
use mdp2048_model::{Game, Objective};
use mdp2048_rules::Exponent;
use mdp2048_solve::{EvaluateError, PassesOver, Solution};
use serde::Serialize;

use self::agent::EvaluatedAgent;
use self::distribution::{OutcomeDistribution, Statistic};
use self::habits::PolicyHabits;
use self::judged::JudgedPolicy;
use crate::error::Error;
use crate::input::network::AgentInputs;
use crate::input::values::ValuesInput;
use crate::output::file::OutputFile;
use crate::output::progress::ProgressReporter;
use crate::parse;

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("computed")
    .args(["objective", "distribution", "habits", "agent"])
    .required(true))]
#[command(after_help = "\
The policy chooses the first of the best actions in the canonical frame. It has no action for a \
board with its own target, so its games end there under every objective: the policy of 3x3 to 256 \
never makes a 512, and its score counts each game up to the 256.

Examples:
  mdp2048 evaluate 512.solution --objective score
  mdp2048 evaluate 512.solution --distribution largest
  mdp2048 evaluate 512.solution --habits
  mdp2048 evaluate 512.solution --agent expectimax:depth=2")]
pub(crate) struct EvaluateArgs {
    /// A solution or a work folder, whose policy is evaluated; - is standard input
    file: PathBuf,

    /// The objective to evaluate under
    #[arg(long, value_parser = parse::objective())]
    objective: Option<Objective>,

    /// The tile to make, which also ends the game [default: the policy's own target]
    #[arg(long, value_name = "TILE", value_parser = parse::tile, conflicts_with = "distribution")]
    target: Option<u32>,

    /// The discount factor of the win objective [default: the policy's own, or 1 if it has none]
    #[arg(long, value_parser = parse::discount, conflicts_with = "distribution")]
    discount: Option<f64>,

    /// Compute the probability of every outcome of a game, not only the expected one
    #[arg(long, value_enum, conflicts_with = "objective")]
    distribution: Option<Statistic>,

    /// Compute where the large tiles of the policy lie, how often it leaves two of the largest
    /// tile that could merge, and how often one action alone is good
    #[arg(long, conflicts_with_all = ["objective", "distribution", "target", "discount", "out"])]
    habits: bool,

    /// An agent whose exact value is computed instead, with what it loses against the optimum and
    /// where (see mdp2048 arena --help)
    #[arg(
        long,
        value_name = "AGENT",
        conflicts_with_all = ["target", "discount", "habits", "out"]
    )]
    agent: Option<AgentSpec>,

    /// The network of the agent learned, made by training [default: that of the program]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["objective", "distribution"])]
    network: Option<PathBuf>,

    /// The policy of the agent optimal [default: that of the solution]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["objective", "distribution"])]
    policy: Option<PathBuf>,

    /// A CSV file for the distribution, - for standard output; without it the distribution is
    /// printed
    #[arg(long, value_name = "FILE", conflicts_with = "objective")]
    out: Option<PathBuf>,
}

/// The result of an evaluation.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Evaluated {
    Value(JudgedPolicy),
    Distribution(OutcomeDistribution),
    Habits(PolicyHabits),
    Agent(Box<EvaluatedAgent>),
}

/// Evaluates the policy of a solution.
pub(crate) fn run(args: &EvaluateArgs) -> Result<Evaluated, Error> {
    let mut file = ValuesInput::open(&args.file, "a packed policy: evaluate needs")?;
    if let Some(agent) = &args.agent {
        if agent.needs() == AgentNeed::Policy {
            // What the agent loses is smaller than the rounding of single precision.
            file.expect_double()?;
        }
        let mut reporter = ProgressReporter::new();
        let (network, policy) = (args.network.as_deref(), args.policy.as_deref());
        let agents = std::slice::from_ref(agent);
        let mut resources = AgentInputs::read(agents, network, policy)?.resources;
        reporter.note("reading the solution");
        let solution = Arc::new(file.read_all()?);
        if resources.policy.is_none() {
            let policy = Arc::<Solution>::clone(&solution);
            resources.policy = Some(SolvedPolicy { game: *solution.game(), policy });
        }
        let evaluated = EvaluatedAgent::evaluate(agent, &resources, &solution, &mut reporter)
            .map_err(|error| error.of_solution(file.path()))?;
        return Ok(Evaluated::Agent(Box::new(evaluated)));
    }
    if args.habits {
        // The cost of an action is smaller than the rounding of single precision.
        file.expect_double()?;
        let policy = *file.game();
        let habits = forward_pass(&mut file, |passes| Ok(passes.habits()?))?;
        return Ok(Evaluated::Habits(PolicyHabits::new(&policy, &habits)));
    }
    match (args.objective, args.distribution) {
        (Some(objective), _) => {
            let policy = *file.game();
            let game = judged_game(args, objective, &policy)?;
            let value = forward_pass(&mut file, |passes| {
                let target = game.target().map(Exponent::face);
                passes.evaluate(objective, target, game.discount().get())
            })?;
            Ok(Evaluated::Value(JudgedPolicy::new(&policy, game, value)))
        }
        (None, Some(statistic)) => {
            let out = args.out.as_deref();
            let out = out.map(OutputFile::check).transpose()?;
            let policy = *file.game();
            let distribution = forward_pass(&mut file, |passes| statistic.distribution(passes))?;
            let mut result = OutcomeDistribution::new(&policy, statistic, distribution);
            if let (Some(out), Some(path)) = (out, &args.out) {
                result.write(&out, path)?;
            }
            Ok(Evaluated::Distribution(result))
        }
        // The argument parser requires one of them.
        (None, None) => {
            let choices = "choose an --objective, a --distribution, --habits or an --agent";
            Err(Error::Arguments(choices.into()))
        }
    }
}

/// The game under which the policy of a game is evaluated.
fn judged_game(args: &EvaluateArgs, objective: Objective, policy: &Game) -> Result<Game, Error> {
    let target = args.target.or(policy.target().map(Exponent::face));
    let own_discount = if objective.may_have_discount() { policy.discount().get() } else { 1.0 };
    let discount = args.discount.unwrap_or(own_discount);
    Ok(policy.varied(objective, target, discount, policy.spawn_four().get())?)
}

/// Reads a solution and makes a forward pass under its policy, with progress.
fn forward_pass<T>(
    file: &mut ValuesInput,
    pass: impl FnOnce(PassesOver<'_, &Solution>) -> Result<T, EvaluateError>,
) -> Result<T, Error> {
    let mut reporter = ProgressReporter::new();
    reporter.note("reading the solution");
    let solution = file.read_all()?;
    pass(solution.passes().on_progress(reporter.callback()))
        .map_err(|error| Error::from(error).of_solution(file.path()))
}

impl Display for Evaluated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(judged) => judged.fmt(f),
            Self::Distribution(distribution) => distribution.fmt(f),
            Self::Habits(habits) => habits.fmt(f),
            Self::Agent(agent) => agent.fmt(f),
        }
    }
}

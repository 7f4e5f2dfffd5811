//! `evaluate`: what a policy is worth under another objective, and how its games end.

use std::fmt::{self, Display};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use mdp2048_model::{Distribution, Game, Objective};
use mdp2048_rules::Exponent;
use mdp2048_solve::{EvaluateError, ProgressCallback, Solution};
use serde::Serialize;

use crate::args::{ObjectiveName, number, tile};
use crate::errors::Error;
use crate::input::{OpenSolution, Opened};
use crate::output::file::Out;
use crate::output::progress::Meter;
use crate::output::{Lines, exact_line};
use mdp2048_display::{Measure, counted, file_size, percent};

/// The most outcomes that are printed for people.
const MOST: usize = 24;

#[derive(Debug, Args)]
#[command(after_help = "\
The policy takes the first of the best actions in the canonical frame. It has no action for a board with its
own target, so its games end there, whatever they are judged by: the policy of 3x3 to 256 never makes a 512,
and its score is that of its games up to the 256.")]
pub(crate) struct EvaluateArgs {
    /// A solution, whose policy is judged
    file: PathBuf,

    /// What the policy is judged by
    #[arg(long, value_enum, required_unless_present = "distribution")]
    objective: Option<ObjectiveName>,

    /// The tile to be made, which also ends the judged game; left out, the policy's own target
    #[arg(long, value_name = "TILE", value_parser = tile, conflicts_with = "distribution")]
    target: Option<u32>,

    /// The factor per move of the win objective; left out, the policy's own, or 1 if it has none
    #[arg(
        long,
        allow_negative_numbers = true,
        value_parser = number,
        conflicts_with = "distribution"
    )]
    discount: Option<f64>,

    /// Tell how likely each outcome of a game is, not only what is expected
    #[arg(long, value_enum, conflicts_with = "objective")]
    distribution: Option<OutcomeName>,

    /// A CSV file for the distribution; without it the distribution is printed
    #[arg(long, value_name = "FILE", conflicts_with = "objective")]
    out: Option<PathBuf>,
}

/// What of a game's end can be told.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum OutcomeName {
    /// The points of all merges
    Score,
    /// The number of moves
    Moves,
    /// The largest tile at the end
    Largest,
}

/// What there is to say of a policy that was judged.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Evaluated {
    Value(Judged),
    Distribution(Distributed),
}

/// What a policy is worth.
#[derive(Debug, Serialize)]
pub(crate) struct Judged {
    /// The game whose policy was judged.
    policy: String,
    objective: String,
    /// The tile that ends the judged game.
    target: Option<u32>,
    discount: f64,
    /// None if judged by the fewest moves where the target is not certain to be made.
    value: Option<f64>,
    #[serde(skip)]
    policy_target: Option<Exponent>,
    #[serde(skip)]
    game: Game,
}

/// How likely each outcome is.
#[derive(Debug, Serialize)]
pub(crate) struct Distributed {
    /// The game whose policy was followed.
    policy: String,
    distribution: &'static str,
    mean: f64,
    variance: f64,
    standard_deviation: f64,
    least: u32,
    median: u32,
    most: u32,
    /// Left out if they are written to a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcomes: Option<Vec<Outcome>>,
    file: Option<PathBuf>,
    bytes: Option<u64>,
    #[serde(skip)]
    told: Told,
}

/// An outcome and its probability.
#[derive(Clone, Copy, Debug, Serialize)]
struct Outcome {
    outcome: u32,
    probability: f64,
    /// The probability of this outcome or a larger one.
    at_least: f64,
}

/// What the text needs and the JSON does not.
#[derive(Debug)]
struct Told {
    name: OutcomeName,
    distribution: Distribution,
}

/// Judges the policy of a solution.
pub(crate) fn run(args: &EvaluateArgs) -> Result<Evaluated, Error> {
    let mut file = match Opened::open(&args.file)? {
        Opened::Solution(file) => file,
        Opened::Policy(policy) => {
            return Err(Error::Unjudgeable {
                path: args.file.clone(),
                game: Box::new(*policy.game()),
            });
        }
    };
    match (args.objective, args.distribution) {
        (Some(objective), _) => {
            let game = judged_game(args, objective.into(), file.game())?;
            Ok(Evaluated::Value(judge(&mut file, game)?))
        }
        (None, Some(name)) => Ok(Evaluated::Distribution(distribute(args, &mut file, name)?)),
        // The argument parser asks for one of them.
        (None, None) => Err(Error::Arguments("choose an --objective or a --distribution".into())),
    }
}

/// The game that the policy is judged by.
fn judged_game(args: &EvaluateArgs, objective: Objective, own: &Game) -> Result<Game, Error> {
    let target = args.target.or(own.target().map(Exponent::face));
    let own_discount = match objective {
        Objective::Win => own.discount().get(),
        _ => 1.0,
    };
    let discount = args.discount.unwrap_or(own_discount);
    let four = own.spawn_four().get();
    Ok(Game::new(own.shape(), objective, target, discount, four)?)
}

fn judge(file: &mut OpenSolution, game: Game) -> Result<Judged, Error> {
    let target = game.target().map(Exponent::face);
    let discount = game.discount().get();
    let (policy, value) = followed(file, |solution, watch| {
        solution.evaluate(game.objective(), target, discount, watch)
    })?;
    Ok(Judged {
        policy: policy.to_string(),
        objective: game.objective().to_string(),
        target,
        discount,
        value: game.objective().measured(value),
        policy_target: policy.target(),
        game,
    })
}

fn distribute(
    args: &EvaluateArgs,
    file: &mut OpenSolution,
    name: OutcomeName,
) -> Result<Distributed, Error> {
    let out = args.out.as_deref().map(Out::check).transpose()?;
    let (policy, distribution) = followed(file, |solution, watch| match name {
        OutcomeName::Score => Ok(solution.game_statistics(watch)?.score),
        OutcomeName::Moves => Ok(solution.game_statistics(watch)?.moves),
        OutcomeName::Largest => solution.largest_tiles(watch),
    })?;
    let listed = || {
        distribution.outcomes().map(|(outcome, probability)| Outcome {
            outcome,
            probability,
            at_least: distribution.at_least(outcome),
        })
    };
    let bytes = out.map(|out| out.write(|file| csv(file, name, listed()))).transpose()?;
    let quantile = |share| distribution.quantile(share).unwrap_or(0);
    Ok(Distributed {
        policy: policy.to_string(),
        distribution: name.name(),
        mean: distribution.mean(),
        variance: distribution.variance(),
        standard_deviation: distribution.variance().sqrt(),
        least: quantile(0.0),
        median: quantile(0.5),
        most: quantile(1.0),
        outcomes: bytes.is_none().then(|| listed().collect()),
        file: args.out.clone(),
        bytes,
        told: Told { name, distribution },
    })
}

/// Reads a solution, follows the games under its policy, and gives its game beside the result.
fn followed<T>(
    file: &mut OpenSolution,
    follow: impl FnOnce(&Solution, ProgressCallback<'_>) -> Result<T, EvaluateError>,
) -> Result<(Game, T), Error> {
    let game = *file.game();
    let mut meter = Meter::new();
    meter.note("reading the solution");
    let solution = file.read_all()?;
    let result = follow(&solution, &mut |progress| {
        meter.solve(progress);
        ControlFlow::Continue(())
    })?;
    Ok((game, result))
}

fn csv(
    out: &mut dyn Write,
    name: OutcomeName,
    outcomes: impl Iterator<Item = Outcome>,
) -> io::Result<()> {
    writeln!(out, "{},probability,at_least", name.name())?;
    for Outcome { outcome, probability, at_least } in outcomes {
        writeln!(out, "{outcome},{probability:e},{at_least:e}")?;
    }
    Ok(())
}

impl OutcomeName {
    const fn name(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Moves => "moves",
            Self::Largest => "largest",
        }
    }
}

impl Display for Evaluated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(judged) => judged.fmt(f),
            Self::Distribution(distributed) => distributed.fmt(f),
        }
    }
}

impl Display for Judged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = Lines::default();
        lines.add("policy", &self.policy);
        let by = match self.game.objective() {
            Objective::Win => "winning".to_owned(),
            other => other.to_string(),
        };
        let target = self.target.map(|target| format!(" up to {target}")).unwrap_or_default();
        lines.add("judged by", format!("{by}{target}"));
        let measure = Measure::of(&self.game);
        lines.add(measure.name(), exact_line(measure, self.value));
        lines.fmt(f)?;
        match (self.policy_target, self.game.target()) {
            (Some(own), Some(target)) if own < target => {
                writeln!(f, "\nThe policy's own games end with a {own}, and so before a {target}.")
            }
            _ => Ok(()),
        }
    }
}

impl Display for Distributed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Told { name, distribution } = &self.told;
        let mut lines = Lines::default();
        lines.add("policy", &self.policy);
        lines.add("of each game", name.name());
        lines.add("mean", format!("{}, exact to rounding", self.mean));
        lines.add("standard deviation", self.standard_deviation);
        let range = format!("{} / {} / {}", self.least, self.median, self.most);
        lines.add("least / median / most", range);
        if let (Some(file), Some(size)) = (&self.file, self.bytes) {
            lines.add("written", format!("{} ({})", file.display(), file_size(size)));
        }
        lines.fmt(f)?;
        let all = distribution.outcomes().len();
        if self.file.is_some() {
            return Ok(());
        }
        writeln!(f)?;
        if all <= MOST {
            let mut lines = Table::new([name.name(), "probability", "or more"]);
            for (outcome, probability) in distribution.outcomes() {
                let at_least = distribution.at_least(outcome);
                lines.add([outcome.to_string(), percent(probability), percent(at_least)]);
            }
            return lines.fmt(f);
        }
        let mut lines = Table::new(["of all games", "at most"]);
        for share in [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99] {
            let most = distribution.quantile(share).unwrap_or(0);
            lines.add([percent(share), most.to_string()]);
        }
        lines.fmt(f)?;
        let all = counted(all as u64, "outcome");
        writeln!(f, "\nThere are {all}: --json prints them, --out writes them as CSV.")
    }
}

/// Columns for people, aligned to the right.
struct Table<const N: usize>(Vec<[String; N]>);

impl<const N: usize> Table<N> {
    fn new(head: [&str; N]) -> Self {
        Self(vec![head.map(str::to_owned)])
    }

    fn add(&mut self, row: [String; N]) {
        self.0.push(row);
    }
}

impl<const N: usize> Display for Table<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |column: usize| self.0.iter().map(|row| row[column].len()).max().unwrap_or(0);
        for row in &self.0 {
            for (column, text) in row.iter().enumerate() {
                let gap = if column == 0 { "" } else { "  " };
                write!(f, "{gap}{text:>width$}", width = width(column))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

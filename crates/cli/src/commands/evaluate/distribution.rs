//! The distribution of the outcomes of games under a policy.

use std::fmt::{self, Display};
use std::io::{self, Write};
use std::path::Path;

use clap::ValueEnum;
use mdp2048_display::{counted, file_size, percent};
use mdp2048_model::{Distribution, Game, ShortNumber};
use mdp2048_solve::{EvaluateError, GameStatistics, PassesOver, Solution};
use serde::Serialize;

use crate::error::Error;
use crate::output::file::OutputFile;
use crate::output::table::{Columns, NamedLines};
use crate::output::value::{relative_error, within};
use crate::paths::ResultPath;

/// The most outcomes that are printed one by one for people.
const MOST_PRINTED: usize = 24;

/// The quantiles that are printed of a distribution with more outcomes.
const QUANTILES: [f64; 7] = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99];

/// A number known at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub(super) enum Statistic {
    /// The points of all merges
    Score,
    /// The number of moves
    Moves,
    /// The largest tile at the end
    Largest,
}

impl Statistic {
    const fn name(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Moves => "moves",
            Self::Largest => "largest",
        }
    }

    /// The least probability of a state that is kept; games that are less probable there are left
    /// out.
    const fn least_kept(self) -> f64 {
        match self {
            Self::Score | Self::Moves => GameStatistics::LEAST_KEPT,
            Self::Largest => 0.0,
        }
    }

    /// The exact distribution over games under the policy of a solution.
    pub(super) fn distribution(
        self,
        passes: PassesOver<'_, &Solution>,
    ) -> Result<Distribution, EvaluateError> {
        match self {
            Self::Score => Ok(passes.game_statistics()?.score),
            Self::Moves => Ok(passes.game_statistics()?.moves),
            Self::Largest => passes.largest_tiles(),
        }
    }
}

/// The distribution of the outcomes of games under a policy.
#[derive(Debug, Serialize)]
pub(crate) struct OutcomeDistribution {
    /// The game whose optimal policy plays.
    policy: String,
    distribution: &'static str,
    mean: f64,
    /// A bound of the relative error of the mean and of every probability, rounding included.
    relative_bound: f64,
    variance: f64,
    standard_deviation: f64,
    /// Of the outcomes that are kept, as is `most`.
    least: u32,
    median: u32,
    most: u32,
    /// Probabilities of a state below this are left out.
    least_kept: f64,
    /// `None` if they are written to a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcomes: Option<Vec<OutcomeRow>>,
    file: Option<ResultPath>,
    bytes: Option<u64>,
    #[serde(skip)]
    source: Distribution,
}

/// An outcome and its probability.
#[derive(Clone, Copy, Debug, Serialize)]
struct OutcomeRow {
    outcome: u32,
    probability: f64,
    /// The probability of this outcome or a larger one.
    at_least: f64,
}

impl OutcomeDistribution {
    pub(super) fn new(policy: &Game, statistic: Statistic, source: Distribution) -> Self {
        let quantile = |share| source.quantile(share).unwrap_or(0);
        let outcomes = source.outcomes().map(|(outcome, probability)| OutcomeRow {
            outcome,
            probability,
            at_least: source.at_least(outcome),
        });
        Self {
            policy: policy.to_string(),
            distribution: statistic.name(),
            mean: source.mean(),
            relative_bound: policy.relative_bound(0.0),
            variance: source.variance(),
            standard_deviation: source.variance().sqrt(),
            least: quantile(0.0),
            median: quantile(0.5),
            most: quantile(1.0),
            least_kept: statistic.least_kept(),
            outcomes: Some(outcomes.collect()),
            file: None,
            bytes: None,
            source,
        }
    }

    /// Writes the outcomes to a CSV file instead of keeping them for printing.
    pub(super) fn write(&mut self, out: &OutputFile, path: &Path) -> Result<(), Error> {
        let outcomes = self.outcomes.take().unwrap_or_default();
        let bytes = out.write(|file| write_csv(file, self.distribution, &outcomes))?;
        self.bytes = Some(bytes);
        self.file = Some(path.into());
        Ok(())
    }

    /// Writes every outcome, or the quantiles of many.
    fn write_outcomes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(outcomes) = &self.outcomes else { return Ok(()) };
        writeln!(f)?;
        if outcomes.len() <= MOST_PRINTED {
            let mut columns = Columns::new([self.distribution, "probability", "or more"]);
            for row in outcomes {
                let probability = percent(row.probability);
                columns.add([row.outcome.to_string(), probability, percent(row.at_least)]);
            }
            return columns.fmt(f);
        }
        let mut columns = Columns::new(["of all games", "at most"]);
        for share in QUANTILES {
            let most = self.source.quantile(share).unwrap_or(0);
            columns.add([percent(share), most.to_string()]);
        }
        columns.fmt(f)?;
        let outcomes = counted(outcomes.len() as u64, "outcome");
        writeln!(f, "\nThere are {outcomes}: --json prints them, --out writes them as CSV.")
    }
}

fn write_csv(out: &mut dyn Write, name: &str, outcomes: &[OutcomeRow]) -> io::Result<()> {
    writeln!(out, "{name},probability,at_least")?;
    for OutcomeRow { outcome, probability, at_least } in outcomes {
        writeln!(out, "{outcome},{probability:e},{at_least:e}")?;
    }
    Ok(())
}

impl Display for OutcomeDistribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = NamedLines::default();
        lines.add("policy", &self.policy);
        lines.add("of each game", self.distribution);
        let mean = within(self.mean, self.relative_bound * self.mean);
        lines.add("mean", format!("{mean}, {}", relative_error(self.relative_bound)));
        let deviation = self.standard_deviation;
        let deviation = within(deviation, self.relative_bound * deviation);
        lines.add("standard deviation", ShortNumber(deviation));
        let mut range = format!("{} / {} / {}", self.least, self.median, self.most);
        if self.least_kept > 0.0 {
            let least = self.least_kept;
            range +=
                &format!(" of those kept: at each state, what is rarer than {least:e} is left out");
        }
        lines.add("least / median / most", range);
        if let (Some(file), Some(bytes)) = (&self.file, self.bytes) {
            lines.add("written", format!("{} ({})", file, file_size(bytes)));
        }
        lines.fmt(f)?;
        self.write_outcomes(f)
    }
}

//! The options of `export`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use mdp2048_diagram::{ActionFilter, EndingStyle, FigureOptions, Frame, Grouping};
use mdp2048_rules::Board;

use super::formats::ExportFormat;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mdp2048 export 512.solution --format parquet --out 512.parquet
  mdp2048 export 512.solution --state \"0 2 0/0 64 4/0 8 8\" --format svg --out state.svg")]
pub(crate) struct ExportArgs {
    /// A solution, or for a drawing a packed policy; - is standard input
    pub(super) file: PathBuf,

    /// What to write
    #[arg(long, value_parser = ExportFormat::parser())]
    pub(super) format: ExportFormat,

    /// The file to write, - for standard output
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,

    /// Draw one state with its actions, afterstates and successors: "0 2/2 0"
    #[arg(
        long,
        value_name = "TILES",
        conflicts_with_all = ["optimal", "policy", "afterstates", "ends"]
    )]
    pub(super) state: Option<Board>,

    /// Draw all symmetry images of a board as one [default: yes, but no with --state]
    #[arg(long, value_enum, value_name = "YES|NO")]
    canonical: Option<YesNo>,

    /// Draw optimal actions only
    #[arg(long)]
    optimal: bool,

    /// Draw only the action of the policy in each state
    #[arg(long, conflicts_with = "optimal")]
    policy: bool,

    /// Draw every direction separately, even if several are equivalent
    #[arg(long)]
    by_direction: bool,

    /// Draw the afterstates between the states
    #[arg(long)]
    afterstates: bool,

    /// How to draw wins and losses
    #[arg(long, value_enum, default_value_t = EndName::Edges)]
    ends: EndName,
}

#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum YesNo {
    Yes,
    No,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum EndName {
    /// As labels at the actions that lead there
    Stubs,
    /// As one of each in every column
    Chips,
    /// As one star and one oval, with every edge to them
    Edges,
}

impl ExportArgs {
    /// The first option given that applies to drawings only.
    pub(super) fn drawing_option(&self) -> Option<&'static str> {
        let options = [
            (self.state.is_some(), "--state"),
            (self.canonical.is_some(), "--canonical"),
            (self.optimal, "--optimal"),
            (self.policy, "--policy"),
            (self.by_direction, "--by-direction"),
            (self.afterstates, "--afterstates"),
        ];
        options.into_iter().find(|(is_given, _)| *is_given).map(|(_, option)| option)
    }

    /// Which boards are drawn as one, where `default` holds without the option.
    pub(super) fn frame(&self, default: Frame) -> Frame {
        match self.canonical {
            None => default,
            Some(YesNo::Yes) => Frame::Canonical,
            Some(YesNo::No) => Frame::Shown,
        }
    }

    pub(super) const fn grouping(&self) -> Grouping {
        if self.by_direction { Grouping::Direction } else { Grouping::Equivalent }
    }

    pub(super) const fn figure_options(&self) -> FigureOptions {
        FigureOptions {
            actions: match (self.optimal, self.policy) {
                (true, _) => ActionFilter::Best,
                (_, true) => ActionFilter::Policy,
                _ => ActionFilter::All,
            },
            afterstates: self.afterstates,
            endings: match self.ends {
                EndName::Stubs => EndingStyle::Stubs,
                EndName::Chips => EndingStyle::PerColumn,
                EndName::Edges => EndingStyle::Shared,
            },
        }
    }
}

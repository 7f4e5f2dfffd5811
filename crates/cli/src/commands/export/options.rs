//! The options of `export`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use mdp2048_diagram::layout::Effort;
use mdp2048_diagram::{ActionFilter, EndingStyle, FigureOptions, Frame, Grouping};
use mdp2048_rules::Board;

use crate::command_files::CommandFiles;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mdp2048 export 512.solution --format parquet --out 512.parquet
  mdp2048 export 512.solution --state \"0 2 0/0 64 4/0 8 8\" --format svg --out state.svg")]
pub(crate) struct ExportArgs {
    /// A solution, or for a drawing a packed policy; - is standard input
    pub(super) file: PathBuf,

    /// What to write
    #[arg(long, value_enum)]
    pub(super) format: ExportFormat,

    /// The file to write, - for standard output; for PRISM the name that its files begin with
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
    #[arg(long, value_enum, default_value_t = EndName::Stubs)]
    ends: EndName,

    /// How long to search for a drawing with few crossings
    #[arg(long, value_enum, default_value_t = LayoutEffort::Quick)]
    effort: LayoutEffort,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum ExportFormat {
    /// A drawing as an image
    Svg,
    /// A graph for Graphviz
    Dot,
    /// Everything drawn, with all digits
    Json,
    /// The decision process for PRISM: FILE.tra, FILE.sta, FILE.lab and FILE.trew
    Prism,
    /// The decision process for Storm, with probabilities as fractions
    Drn,
    /// A table of all states, for data tools
    Parquet,
    /// A table of all states as arrays, for NumPy; up to 5 million states
    Npz,
    /// A table of all states as text
    Csv,
}

/// The two kinds of formats.
#[derive(Clone, Copy, Debug)]
pub(super) enum FormatKind {
    Drawing(DrawingFormat),
    Tool(ToolFormat),
}

/// A format of drawings.
#[derive(Clone, Copy, Debug)]
pub(super) enum DrawingFormat {
    Svg,
    Dot,
    Json,
}

/// A format for another tool.
#[derive(Clone, Copy, Debug)]
pub(super) enum ToolFormat {
    Prism,
    Drn,
    Parquet,
    Npz,
    Csv,
}

impl ExportFormat {
    pub(super) const fn kind(self) -> FormatKind {
        match self {
            Self::Svg => FormatKind::Drawing(DrawingFormat::Svg),
            Self::Dot => FormatKind::Drawing(DrawingFormat::Dot),
            Self::Json => FormatKind::Drawing(DrawingFormat::Json),
            Self::Prism => FormatKind::Tool(ToolFormat::Prism),
            Self::Drn => FormatKind::Tool(ToolFormat::Drn),
            Self::Parquet => FormatKind::Tool(ToolFormat::Parquet),
            Self::Npz => FormatKind::Tool(ToolFormat::Npz),
            Self::Csv => FormatKind::Tool(ToolFormat::Csv),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum YesNo {
    Yes,
    No,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum EndName {
    /// As symbols at the actions that lead there
    Stubs,
    /// As one of each in every column
    Chips,
    /// As one of each, with every edge to them
    Edges,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum LayoutEffort {
    /// Some milliseconds
    Quick,
    /// About a second
    Long,
}

impl ExportArgs {
    /// The files that the command reads and writes.
    pub(crate) fn files(&self) -> CommandFiles {
        let outs = self.outs();
        outs.iter().fold(CommandFiles::default().input(&self.file), |files, out| {
            files.output("--out", out.as_path())
        })
    }

    /// The files to write.
    pub(super) fn outs(&self) -> Vec<PathBuf> {
        let extensions: &[&str] = match self.format {
            // The transitions come last: without them PRISM does not read the other files, so an
            // interrupted export cannot be mistaken for a whole one.
            ExportFormat::Prism => &[".sta", ".lab", ".trew", ".tra"],
            _ => &[""],
        };
        let with_extension = |extension: &&str| {
            let mut name = OsString::from(&self.out);
            name.push(extension);
            PathBuf::from(name)
        };
        extensions.iter().map(with_extension).collect()
    }

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

    pub(super) const fn effort(&self) -> Effort {
        match self.effort {
            LayoutEffort::Quick => Effort::Quick,
            LayoutEffort::Long => Effort::Long,
        }
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

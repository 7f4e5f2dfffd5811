//! `export`: a game, or one state with its successors, drawn as a graph; files for other tools are
//! written by [`crate::commands::export::tables`].

pub(crate) mod tables;

use std::fmt::{self, Display};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use mdp2048_diagram::layout::Effort;
use mdp2048_diagram::{
    ActionFilter, EndingStyle, Figure, FigureOptions, Frame, Graph, Grouping, Scene, dot, json, svg,
};
use mdp2048_model::{Game, PlainSolution};
use mdp2048_policy::PackedPolicy;
use mdp2048_rules::Board;
use serde::Serialize;

use crate::commands::export::tables::ToolFile;
use crate::errors::Error;
use crate::input::{OpenSolution, Opened};
use crate::output::Lines;
use crate::output::file::Out;
use mdp2048_display::{counted, file_size};

/// The most states that are drawn at once; more could not be told apart.
const MOST: usize = 3000;

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// A solution, or for a drawing a solution or a policy
    pub(crate) file: PathBuf,

    /// What to write
    #[arg(long, value_enum)]
    format: Format,

    /// The file to write; for PRISM the name that its files begin with
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// Draw one state with its actions, afterstates and successors: "0 2/2 0"
    #[arg(long, value_name = "TILES", conflicts_with_all = ["optimal", "policy", "afterstates", "ends"])]
    state: Option<Board>,

    /// Draw all symmetric images of a board as one [default: yes, but no with --state]
    #[arg(long, value_enum, value_name = "YES|NO")]
    canonical: Option<Answer>,

    /// Draw optimal actions only
    #[arg(long)]
    optimal: bool,

    /// Draw only the action that the policy takes in each state
    #[arg(long, conflicts_with = "optimal")]
    policy: bool,

    /// Draw every direction for itself, not equivalent ones as one
    #[arg(long)]
    by_direction: bool,

    /// Draw the afterstates between the states
    #[arg(long)]
    afterstates: bool,

    /// How to draw wins and losses
    #[arg(long, value_enum, default_value_t = EndsName::Stubs)]
    ends: EndsName,

    /// How long to look for a drawing with few crossings
    #[arg(long, value_enum, default_value_t = EffortName::Quick)]
    effort: EffortName,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// A drawing that stands alone
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

#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum Answer {
    Yes,
    No,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum EndsName {
    /// As marks at the actions that lead there
    Stubs,
    /// As one of each in every column
    Chips,
    /// As one of each, with every link to them
    Edges,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum EffortName {
    /// Some milliseconds
    Quick,
    /// A second or so
    Long,
}

/// What there is to say of a drawing just written.
#[derive(Debug, Serialize)]
pub(crate) struct Exported {
    title: String,
    items: usize,
    links: usize,
    bytes: u64,
    file: PathBuf,
}

/// Draws a game or a state of it.
pub(crate) fn run(args: &ExportArgs) -> Result<Exported, Error> {
    let opened = Opened::open(&args.file)?;
    let out = Out::check(&args.out)?;
    let figure = match args.state {
        Some(board) => state(args, opened, board)?,
        None => whole(args, opened)?,
    };
    let effort = match args.effort {
        EffortName::Quick => Effort::Quick,
        EffortName::Long => Effort::Long,
    };
    let text = match args.format {
        Format::Svg => svg(&Scene::draw(&figure, effort)),
        Format::Dot => dot(&figure),
        _ => json(&figure, &Scene::draw(&figure, effort)) + "\n",
    };
    let bytes = out.write(|file| file.write_all(text.as_bytes()))?;
    Ok(Exported {
        title: figure.title().to_owned(),
        items: figure.nodes().len(),
        links: figure.edges().len(),
        bytes,
        file: args.out.clone(),
    })
}

impl ExportArgs {
    /// Which file for another tool is asked for, if it is not a drawing.
    pub(crate) const fn tool_file(&self) -> Option<ToolFile> {
        match self.format {
            Format::Svg | Format::Dot | Format::Json => None,
            Format::Prism => Some(ToolFile::Prism),
            Format::Drn => Some(ToolFile::Drn),
            Format::Parquet => Some(ToolFile::Parquet),
            Format::Npz => Some(ToolFile::Npz),
            Format::Csv => Some(ToolFile::Csv),
        }
    }

    /// The first option given that is about drawings only.
    pub(crate) fn drawing_option(&self) -> Option<&'static str> {
        let given = [
            (self.state.is_some(), "--state"),
            (self.canonical.is_some(), "--canonical"),
            (self.optimal, "--optimal"),
            (self.policy, "--policy"),
            (self.by_direction, "--by-direction"),
            (self.afterstates, "--afterstates"),
        ];
        given.into_iter().find(|(is_given, _)| *is_given).map(|(_, name)| name)
    }

    fn frame(&self, otherwise: Answer) -> Frame {
        match self.canonical.unwrap_or(otherwise) {
            Answer::Yes => Frame::Canonical,
            Answer::No => Frame::Shown,
        }
    }

    const fn grouping(&self) -> Grouping {
        if self.by_direction { Grouping::Direction } else { Grouping::Equivalent }
    }

    const fn view(&self) -> FigureOptions {
        FigureOptions {
            actions: match (self.optimal, self.policy) {
                (true, _) => ActionFilter::Best,
                (_, true) => ActionFilter::Policy,
                _ => ActionFilter::All,
            },
            afterstates: self.afterstates,
            endings: match self.ends {
                EndsName::Stubs => EndingStyle::Stubs,
                EndsName::Chips => EndingStyle::PerColumn,
                EndsName::Edges => EndingStyle::Shared,
            },
        }
    }
}

/// The figure of a whole game, refused before anything large is read or solved.
fn whole(args: &ExportArgs, opened: Opened) -> Result<Figure, Error> {
    let (frame, grouping) = (args.frame(Answer::Yes), args.grouping());
    let graph = match opened {
        Opened::Solution(mut file) => {
            let graph = Graph::of(file.game(), frame, grouping, MOST)?;
            graph.with_values(&file.read_all()?)
        }
        Opened::Policy(policy) => {
            let graph = Graph::of(policy.game(), frame, grouping, MOST)?;
            // A policy's own values are rounded; those of so small a game are quickly found.
            graph.with_policy(&*policy).with_values(&PlainSolution::solve(policy.game()))
        }
    };
    Ok(Figure::of_graph(&graph, args.view()))
}

/// The figure of one state, of a game of any size.
fn state(args: &ExportArgs, opened: Opened, board: Board) -> Result<Figure, Error> {
    let around =
        |game: &Game| Figure::of_state(game, board, args.frame(Answer::No), args.grouping());
    match opened {
        Opened::Solution(file) => valued(around(file.game())?, file, board),
        Opened::Policy(policy) => Ok(valued_if_small(around(policy.game())?, &policy)),
    }
}

fn valued(figure: Figure, mut file: OpenSolution, board: Board) -> Result<Figure, Error> {
    let solution = file.read(|reader| reader.read_around(board.tile_sum()))?;
    Ok(figure.with_values(&solution))
}

/// With the values of the game if it is quickly solved; a policy does not hold them exactly.
fn valued_if_small(figure: Figure, policy: &PackedPolicy) -> Figure {
    let game = policy.game();
    match Graph::of(game, Frame::Canonical, Grouping::Equivalent, MOST) {
        Ok(_) => figure.with_values(&PlainSolution::solve(game)),
        Err(_) => figure,
    }
}

impl Display for Exported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = Lines::default();
        lines.add("drawn", &self.title);
        let items = counted(self.items as u64, "item");
        lines.add("shows", format!("{items}, {}", counted(self.links as u64, "link")));
        lines.add("written", format!("{}, {}", self.file.display(), file_size(self.bytes)));
        lines.fmt(f)
    }
}

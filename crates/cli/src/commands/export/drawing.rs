//! Drawings: a game, or one state with its successors, as a graph.

use std::fmt::{self, Display};

use mdp2048_diagram::{DrawingFormat, Figure, Frame, Graph, Grouping};
use mdp2048_display::{counted, file_size};
use mdp2048_model::{Game, PlainSolution};
use mdp2048_rules::Board;
use serde::Serialize;

use super::options::ExportArgs;
use crate::error::Error;
use crate::input::InputFile;
use crate::output::file::OutputFile;
use crate::output::table::NamedLines;
use crate::paths::ResultPath;

/// The most states of a drawing; more cannot be distinguished.
const MOST_STATES: usize = 3000;

/// A drawing that was written.
#[derive(Debug, Serialize)]
pub(crate) struct WrittenDrawing {
    title: String,
    items: usize,
    links: usize,
    bytes: u64,
    file: ResultPath,
}

/// What can be drawn.
const DRAWABLE: &str = "a solution or a packed policy";

/// Draws a game or a state of it.
pub(super) fn write(args: &ExportArgs, format: DrawingFormat) -> Result<WrittenDrawing, Error> {
    let source = InputFile::open(&args.file)?;
    let out = OutputFile::check(&args.out)?;
    let figure = match args.state {
        Some(board) => state_figure(args, source, board)?,
        None => game_figure(args, source)?,
    };
    let text = (format.write)(&figure);
    let bytes = out.write(|file| file.write_all(text.as_bytes()))?;
    Ok(WrittenDrawing {
        title: figure.title,
        items: figure.nodes.len(),
        links: figure.edges.len(),
        bytes,
        file: (&args.out).into(),
    })
}

/// The figure of a whole game; a game that is too large is refused before anything is read.
fn game_figure(args: &ExportArgs, source: InputFile) -> Result<Figure, Error> {
    let (frame, grouping) = (args.frame(Frame::Canonical), args.grouping());
    let graph = match source {
        InputFile::Solution(mut file) => {
            let graph = Graph::of(file.game(), frame, grouping, MOST_STATES)?;
            let solution = file.read_all()?;
            graph.with_values(&solution)
        }
        InputFile::Packed(policy) => {
            let graph = Graph::of(policy.game(), frame, grouping, MOST_STATES)?;
            // The values of a packed policy are rounded; solving a game this small takes almost no
            // time.
            graph.with_policy(&*policy).with_values(&PlainSolution::solve(policy.game()))
        }
        InputFile::Text(text) => return Err(text.unsupported(DRAWABLE)),
    };
    Ok(Figure::of_graph(&graph, args.figure_options()))
}

/// The figure of one state of a game of any size.
fn state_figure(args: &ExportArgs, source: InputFile, board: Board) -> Result<Figure, Error> {
    let around =
        |game: &Game| Figure::of_state(game, board, args.frame(Frame::Shown), args.grouping());
    match source {
        InputFile::Solution(mut file) => {
            let figure = around(file.game())?;
            let solution = file.read_around(board.tile_sum())?;
            Ok(figure.with_values(&solution))
        }
        InputFile::Packed(policy) => {
            let figure = around(policy.game())?;
            Ok(with_values_of_small_game(figure, policy.game()))
        }
        InputFile::Text(text) => Err(text.unsupported(DRAWABLE)),
    }
}

/// The figure with exact values if the game is small enough to be solved here.
fn with_values_of_small_game(figure: Figure, game: &Game) -> Figure {
    match Graph::of(game, Frame::Canonical, Grouping::Equivalent, MOST_STATES) {
        Ok(_) => figure.with_values(&PlainSolution::solve(game)),
        Err(_) => figure,
    }
}

impl Display for WrittenDrawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = NamedLines::default();
        lines.add("drawn", &self.title);
        let nodes = counted(self.items as u64, "node");
        lines.add("shows", format!("{nodes}, {}", counted(self.links as u64, "edge")));
        lines.add("written", format!("{} ({})", self.file, file_size(self.bytes)));
        lines.fmt(f)
    }
}

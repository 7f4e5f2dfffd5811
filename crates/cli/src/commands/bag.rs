//! `bag`: the exact distribution of the number of moves to a tile in a bag.

use std::fmt::{self, Display};
use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use mdp2048_bag::page::ChainDrawing;
use mdp2048_bag::{Bag, BagGame, BinomialMixture, Chain, Outcomes};
use mdp2048_display::chart::svg;
use mdp2048_display::{count, file_size, percent, significant, tiny_probability};
use mdp2048_model::{Distribution, ShortNumber, relative_bound};
use serde::Serialize;

use crate::error::Error;
use crate::game_args::SpawnArgs;
use crate::output::file::OutputFile;
use crate::output::table::{Columns, NamedLines};
use crate::output::value::{relative_error, within};
use crate::parse;
use crate::paths::ResultPath;

/// The least probability of a last bag that is printed for people.
const LEAST_PRINTED: f64 = 1e-3;

#[derive(Debug, Args)]
#[command(after_help = "\
The tiles lie in a bag instead of on a board. A move merges every pair of equal tiles once and \
then draws a random tile. No player on a board needs fewer moves on average.

Examples:
  mdp2048 bag --target 2048
  mdp2048 bag --target 2048 --moves 927
  mdp2048 bag --target 2048 --drawing chain --out chain.svg
  mdp2048 bag --target 64 --spawn-four 0.5 --out moves.csv")]
pub(crate) struct BagArgs {
    /// The tile that ends the game, a power of two from 8 to 262144
    #[arg(long, value_name = "TILE", value_parser = parse::tile)]
    target: u32,

    #[command(flatten)]
    spawn: SpawnArgs,

    /// A CSV file for the distribution of the number of moves, or an SVG file for a drawing; - for
    /// standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// The drawing that --out holds, in place of the distribution
    #[arg(long, requires = "out")]
    drawing: Option<BagDrawing>,

    /// State the probability of this number of moves or fewer
    #[arg(long, value_name = "N")]
    moves: Option<u32>,
}

/// A drawing of the chain.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum BagDrawing {
    /// Every bag, a column for each tile sum
    Chain,
    /// The transition matrix in canonical form, a large file for a large target
    Matrix,
}

/// The number of moves to a tile in a bag.
#[derive(Debug, Serialize)]
pub(crate) struct BagMoves {
    target: u32,
    spawn_four: f64,
    /// The bags that games reach, and the empty bag before the first tile.
    states: usize,
    /// The number of absorbing states.
    absorbing: usize,
    mean_moves: f64,
    /// A bound of the relative error of the mean, rounding included.
    relative_bound: f64,
    variance: f64,
    standard_deviation: f64,
    min_moves: u32,
    median_moves: u32,
    max_moves: u32,
    /// The mean with the transition from the empty bag, which is no move: the sum of the row of the
    /// empty bag in the fundamental matrix.
    mean_transitions: f64,
    /// What `--moves` asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<AtMost>,
    /// The common logarithms of the probabilities of the fewest moves and of the most.
    log10_of_extremes: [f64; 2],
    /// The most tiles that are ever in the bag.
    most_tiles: u32,
    /// The bags of two tiles with which games start.
    start: Vec<StartRow>,
    /// The last bags, the most probable first.
    absorbed: Vec<LastBagRow>,
    sums: Vec<SumRow>,
    /// The total variation distance between the distribution and a mixture of binomial ones.
    mixture_distance: f64,
    /// `None` if it is written to a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcomes: Option<Vec<MovesRow>>,
    file: Option<ResultPath>,
    bytes: Option<u64>,
    #[serde(skip)]
    game: BagGame,
}

/// A number of moves, and the probability of this many or fewer.
#[derive(Debug, Serialize)]
struct AtMost {
    moves: u32,
    probability: f64,
}

/// A start bag.
#[derive(Debug, Serialize)]
struct StartRow {
    tiles: Vec<u32>,
    probability: f64,
    mean_moves: f64,
}

/// A last bag.
#[derive(Debug, Serialize)]
struct LastBagRow {
    tiles: Vec<u32>,
    probability: f64,
    #[serde(skip)]
    bag: Bag,
}

/// A sum of the tiles in the last bag.
#[derive(Debug, Serialize)]
struct SumRow {
    sum: u32,
    probability: f64,
    /// The expected number of moves of games with this sum.
    mean_moves: f64,
}

/// A number of moves.
#[derive(Debug, Serialize)]
struct MovesRow {
    moves: u32,
    probability: f64,
    /// The probability of this number of moves or a larger one.
    at_least: f64,
    /// The probability of this number under the mixture.
    mixture: f64,
}

/// Computes the distribution and writes it if a file is given.
pub(crate) fn run(args: &BagArgs) -> Result<BagMoves, Error> {
    let game = BagGame::new(args.target, args.spawn.spawn_four)?;
    let out = args.out.as_deref().map(OutputFile::check).transpose()?;
    let chain = Chain::new(game);
    let mut result = BagMoves::new(&chain);
    result.at_most = args.moves.map(|moves| {
        let outcomes = chain.outcomes().moves();
        let counts = outcomes.outcomes().filter(|it| it.0 <= moves);
        AtMost { moves, probability: counts.map(|it| it.1).sum() }
    });
    if let (Some(out), Some(path)) = (out, &args.out) {
        let bytes = match args.drawing {
            None => {
                let rows = result.outcomes.take().unwrap_or_default();
                out.write(|file| write_csv(file, &rows))?
            }
            Some(drawing) => {
                let drawing = match drawing {
                    BagDrawing::Chain => ChainDrawing::whole(&chain).draw(),
                    BagDrawing::Matrix => chain.transition_matrix().draw(),
                };
                out.write(|file| file.write_all(svg(&drawing).as_bytes()))?
            }
        };
        result.bytes = Some(bytes);
        result.file = Some(path.into());
    }
    Ok(result)
}

impl BagMoves {
    fn new(chain: &Chain) -> Self {
        let (game, outcomes, steps) = (chain.game(), chain.outcomes(), chain.steps());
        let from_start = chain.steps_from_start();
        let mixture = BinomialMixture::new(game, &outcomes);
        // A bag has two successors, and games begin with two tiles.
        let tiles = u64::from(from_start.most) + 2;
        let relative_bound = relative_bound(game.spawn_four(), 1, tiles);
        let absorbed: Vec<LastBagRow> = chain
            .absorbed()
            .into_iter()
            .map(|(bag, probability)| LastBagRow { tiles: bag.tiles().collect(), probability, bag })
            .collect();
        let start = chain.starts().iter().map(|&(index, probability)| StartRow {
            tiles: chain.bags()[index].tiles().collect(),
            probability,
            mean_moves: steps[index].mean,
        });
        Self {
            target: game.target(),
            spawn_four: game.spawn_four().get(),
            states: chain.states(),
            absorbing: absorbed.len(),
            mean_moves: from_start.mean,
            relative_bound,
            variance: from_start.variance,
            standard_deviation: from_start.variance.sqrt(),
            min_moves: from_start.fewest,
            median_moves: outcomes.moves().quantile(0.5).unwrap_or(0),
            max_moves: from_start.most,
            mean_transitions: from_start.mean + 1.0,
            at_most: None,
            log10_of_extremes: chain.log10_of_extremes(),
            most_tiles: chain.most_tiles(),
            start: start.collect(),
            absorbed,
            sums: sum_rows(&outcomes),
            mixture_distance: mixture.distance(&outcomes),
            outcomes: Some(moves_rows(&outcomes.moves(), &mixture.moves())),
            file: None,
            bytes: None,
            game,
        }
    }
}

fn sum_rows(outcomes: &Outcomes) -> Vec<SumRow> {
    let row = |(sum, moves): (u32, &Distribution)| {
        let probability = moves.total();
        // The probabilities are not conditional, so the mean is that of games with this sum only
        // after a division.
        SumRow { sum, probability, mean_moves: moves.mean() / probability }
    };
    outcomes.by_sum().map(row).collect()
}

fn moves_rows(exact: &Distribution, mixture: &Distribution) -> Vec<MovesRow> {
    let mixture: std::collections::BTreeMap<u32, f64> = mixture.outcomes().collect();
    let row = |(moves, probability)| MovesRow {
        moves,
        probability,
        at_least: exact.at_least(moves),
        mixture: mixture.get(&moves).copied().unwrap_or(0.0),
    };
    exact.outcomes().map(row).collect()
}

fn write_csv(out: &mut dyn Write, rows: &[MovesRow]) -> io::Result<()> {
    writeln!(out, "moves,probability,at_least,mixture")?;
    for MovesRow { moves, probability, at_least, mixture } in rows {
        writeln!(out, "{moves},{probability:e},{at_least:e},{mixture:e}")?;
    }
    Ok(())
}

impl Display for BagMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = NamedLines::default();
        lines.add("in a bag", self.game);
        let states = count(self.states as u64);
        lines.add(
            "states",
            format!("{states} with the empty bag, of which {} absorbing", self.absorbing),
        );
        let error = self.relative_bound * self.mean_moves;
        let mean = within(self.mean_moves, error);
        lines.add("mean moves", format!("{mean}, {}", relative_error(self.relative_bound)));
        // The variance is a sum of squared differences of means, a term for each move. Another
        // tile changes a mean by less than 2.
        let deviation = self.standard_deviation;
        let error = 2.0 * error * f64::from(self.max_moves) / deviation;
        lines.add("standard deviation", ShortNumber(within(deviation, error)));
        let range = format!("{} / {} / {}", self.min_moves, self.median_moves, self.max_moves);
        lines.add("fewest / median / most", range);
        let [fewest, most] = self.log10_of_extremes.map(tiny_probability);
        lines.add("probability of these", format!("{fewest} / / {most}"));
        if let Some(AtMost { moves, probability }) = self.at_most {
            let text = format!("{}, in {} of games", count(moves.into()), percent(probability));
            lines.add("moves or fewer", text);
        }
        lines.add("most tiles in the bag", self.most_tiles);
        let distance = significant(self.mixture_distance);
        lines.add("binomial mixture", format!("at a total variation distance of {distance}"));
        if let (Some(file), Some(bytes)) = (&self.file, self.bytes) {
            lines.add("written", format!("{} ({})", file, file_size(bytes)));
        }
        lines.fmt(f)?;
        writeln!(f)?;
        let mut columns = Columns::new(["last bag", "probability"]);
        let is_likely = |row: &&LastBagRow| row.probability >= LEAST_PRINTED;
        let printed = self.absorbed.iter().take_while(is_likely);
        for LastBagRow { bag, probability, .. } in printed.clone() {
            columns.add([bag.to_string(), percent(*probability)]);
        }
        columns.fmt(f)?;
        writeln!(f)?;
        let mut columns = Columns::new(["last tile sum", "probability", "mean moves"]);
        for row in &self.sums {
            let mean_moves = format!("{:.4}", row.mean_moves);
            columns.add([row.sum.to_string(), percent(row.probability), mean_moves]);
        }
        columns.fmt(f)?;
        let more = self.absorbing - printed.count();
        if more > 0 {
            write!(f, "\nThere are {more} more last bags: --json prints them. ")?;
        } else {
            writeln!(f)?;
        }
        writeln!(
            f,
            "--out writes the distribution of the number of moves as CSV, or with --drawing the chain as SVG."
        )
    }
}

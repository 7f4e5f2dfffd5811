//! Compares the scores that the agent `learned` expects with the scores that follow, as the network
//! estimates them and as [`calibrated_points`] corrects them. Prints tables, and writes the scores
//! of all games as CSV and a chart as SVG if files for them are given.
//!
//! ```sh
//! cargo run --release -p mdp2048-agents --example calibrate -- \
//!   --agent learned:plies=1 --games 1000 --seed 1000000 --out scores.csv --chart scores.svg
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "the program prints its result")]

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use clap::Parser;
use mdp2048::files::OutputFile;
use mdp2048_agents::{
    Agent, AgentResources, AgentSpec, Calibration, GameResult, Network, RATIO_SUMS,
    ScorePrediction, Simulator, Summary, calibrated_points, followed_ratios, play_predicting,
};
use mdp2048_display::chart::{Axis, Mark, Notation, Plot, svg};
use mdp2048_display::svg::{Area, SvgShape, TextAnchor};
use mdp2048_display::{count, percent};
use mdp2048_model::{Game, Objective};
use mdp2048_rules::Shape;
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

/// The bins of the predictions after a number of moves.
const BINS: usize = 5;

/// The least tile that is listed.
const LEAST_TILE: u32 = 512;

/// More moves than any game on 4x4 has.
const MOST_MOVES: u32 = 100_000;

/// Compare the scores that the agent `learned` expects with the scores that follow.
#[derive(Parser)]
struct Arguments {
    /// The agent, which is `learned` with a number of plies
    #[arg(long, default_value = "learned:plies=1")]
    agent: AgentSpec,

    /// The number of games
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,

    /// The seed of the first game; the others have the seeds after it
    #[arg(long, default_value_t = 0)]
    seed: u32,

    /// The numbers of moves after which the expected score is kept
    #[arg(long, default_value = "100,500,2000", value_delimiter = ',')]
    after: Vec<u32>,

    /// Keep the expected score after every so many moves instead, and print how many times the
    /// expected points followed, by the sum of the tiles
    #[arg(long, conflicts_with = "chart", value_parser = clap::value_parser!(u32).range(1..))]
    every: Option<u32>,

    /// The network of the agent [default: that of the program mdp2048]
    #[arg(long)]
    network: Option<PathBuf>,

    /// A CSV file with a row for each expected score
    #[arg(long)]
    out: Option<PathBuf>,

    /// An SVG file with a chart of the corrected scores
    #[arg(long)]
    chart: Option<PathBuf>,
}

/// A game and what the agent expected in it.
type PredictedGame = (GameResult, Vec<ScorePrediction>);

/// The predictions after a number of moves, as the network makes them and corrected.
struct Row {
    moves: u32,
    network: Calibration,
    corrected: Calibration,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let Arguments { agent, games, seed, .. } = &arguments;
    let plies = agent.plies().ok_or("choose learned:plies=1, or another number of plies")?;
    let last = seed.checked_add(games - 1).ok_or("there are no seeds above 4294967295")?;
    let after: Vec<u32> = match arguments.every {
        Some(every) => (0..MOST_MOVES).step_by(every as usize).collect(),
        None => arguments.after.clone(),
    };

    let file = arguments.network.as_ref().map(fs::read).transpose()?;
    let network = Network::from_bytes(file.as_deref().unwrap_or(Network::TRAINED))?;
    let network = Some(Arc::new(network));
    let game = Game::new(Shape::FOUR_BY_FOUR, Objective::Score, None, 1.0, 0.1)?;
    let simulator = Simulator::new(game);
    let player =
        agent.build(&simulator, &AgentResources { network, ..AgentResources::default() })?;

    let played = AtomicU32::new(0);
    let play = |player: &mut Box<dyn Agent>, seed: u32| {
        let game = play_predicting(&simulator, &mut **player, seed.into(), &after);
        let played = 1 + played.fetch_add(1, Ordering::Relaxed);
        if played.is_multiple_of(100) || played == *games {
            eprintln!("played {played} of {games} games");
        }
        game
    };
    let all: Vec<PredictedGame> = (*seed..=last).into_par_iter().map_with(player, play).collect();

    let results: Vec<GameResult> = all.iter().map(|(result, _)| *result).collect();
    let summary = Summary::of(&results);
    println!("{agent}: {} games, seeds {seed} to {last}", count((*games).into()));
    println!("mean score {}\n", points(summary.mean_score()));
    let predictions: Vec<_> = all.iter().flat_map(|(_, it)| it).copied().collect();
    if arguments.every.is_some() {
        print_ratios(&predictions);
    } else {
        let rows = after.iter().filter_map(|&moves| Row::new(moves, plies, &predictions));
        let rows: Vec<Row> = rows.collect();
        print_rows(&rows);
        if let Some(path) = &arguments.chart {
            OutputFile::check(path)?.write(|out| out.write_all(svg_of(agent, &rows).as_bytes()))?;
        }
    }
    print_next_tiles(&summary);
    if let Some(path) = &arguments.out {
        OutputFile::check(path)?.write(|out| out.write_all(csv_of(agent, &all).as_bytes()))?;
    }
    Ok(())
}

impl Row {
    /// The row of a number of moves; `None` if no game has as many.
    fn new(moves: u32, plies: u32, all: &[ScorePrediction]) -> Option<Self> {
        let at = || all.iter().filter(|it| it.moves == moves);
        let network: Vec<_> = at().map(|it| (it.predicted(), it.score)).collect();
        let corrected = |it: &ScorePrediction| {
            it.points as f64 + calibrated_points(it.expected, it.tile_sum, plies)
        };
        let corrected: Vec<_> = at().map(|it| (corrected(it), it.score)).collect();
        let [network, corrected] = [network, corrected].map(|pairs| Calibration::of(&pairs, BINS));
        Some(Self { moves, network: network?, corrected: corrected? })
    }
}

/// Points, which may be negative.
fn points(number: f64) -> String {
    let sign = if number <= -0.5 { "-" } else { "" };
    format!("{sign}{}", count(number.abs().round() as u64))
}

fn print_rows(rows: &[Row]) {
    println!("| moves | games | mean score | by | expected | score minus expected |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for Row { moves, network, corrected } in rows {
        for (by, it) in [("network", network), ("corrected", corrected)] {
            let Calibration { games, predicted, observed, difference: (low, high), .. } = it;
            let (games, moves) = (count(*games as u64), count((*moves).into()));
            let interval = format!("({} to {})", points(*low), points(*high));
            let (expected, score) = (points(*predicted), points(*observed));
            let difference = points(observed - predicted);
            println!(
                "| {moves} | {games} | {score} | {by} | {expected} | {difference} {interval} |"
            );
        }
    }
}

fn print_ratios(predictions: &[ScorePrediction]) {
    println!("| tile sum | times the expected points |\n| --- | --- |");
    for (tile_sum, ratio) in RATIO_SUMS.iter().zip(followed_ratios(predictions, &RATIO_SUMS)) {
        let ratio = ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.3}"));
        println!("| {tile_sum} | {ratio} |");
    }
}

fn print_next_tiles(summary: &Summary) {
    println!("\n| made | games | then the next | and the one after |\n| --- | --- | --- | --- |");
    for (tile, shares) in summary.reached_after().filter(|(tile, _)| *tile >= LEAST_TILE) {
        let games = count(shares[0].trials);
        let [next, after_next] = shares.map(|share| {
            let (low, high) = share.interval();
            format!("{} ({} to {})", percent(share.rate()), percent(low), percent(high))
        });
        println!("| {tile} | {games} | {next} | {after_next} |");
    }
}

/// A row for each prediction.
fn csv_of(agent: &AgentSpec, games: &[PredictedGame]) -> String {
    let mut text = "agent,seed,moves,tile_sum,points,expected,score,largest\n".to_owned();
    for (game, predictions) in games {
        for ScorePrediction { seed, moves, tile_sum, points, expected, score } in predictions {
            let (tile_sum, largest) = (tile_sum.get(), game.largest.face());
            let row = format!("{seed},{moves},{tile_sum},{points},{expected:.0},{score},{largest}");
            text += &format!("{agent},{row}\n");
        }
    }
    text
}

/// The chart: a bar for each bin, over its mean prediction, from the lower to the upper bound of
/// the mean score. Exact predictions are on the dashed line.
fn svg_of(agent: &AgentSpec, rows: &[Row]) -> String {
    // The classes of the numbers of moves, in turn.
    let rows = || rows.iter().zip(["main", "sample", "end"].into_iter().cycle());
    let bins = rows().flat_map(|(row, _)| &row.corrected.bins);
    let ends = bins.flat_map(|bin| [bin.predicted, bin.interval.0, bin.interval.1]);
    let finite: Vec<f64> = ends.filter(|end| end.is_finite()).collect();
    let ((width, height), bar, step) = ((640.0, 420.0), 3.0, 20_000.0);
    let from = finite.iter().copied().fold(f64::INFINITY, f64::min).min(1e9) - step / 2.0;
    let from = ((from / step).floor() * step).max(0.0);
    let to = finite.iter().copied().fold(from + step, f64::max);
    // The label of the last tick ends before the edge.
    let to = ((to / step).ceil() + 0.5) * step;
    let mut marks = vec![Mark::line("thin", vec![(from, from), (to, to)])];
    for (row, class) in rows() {
        let bars = row.corrected.bins.iter().filter(|bin| bin.interval.0.is_finite());
        let bars = bars.map(|bin| (bin.predicted, bin.interval.0.max(from), bin.interval.1));
        let width = bar * (to - from) / width;
        marks.push(Mark::Bars { class: class.to_owned(), width, bars: bars.collect() });
    }
    let plot = Plot {
        title: format!("Expected and observed scores of {agent}"),
        description: "Each bar is a fifth of the games after a number of moves. It is over their \
                      mean expected score, and spans the 95 % interval of their mean score. The \
                      dashed line has the scores that are as expected."
            .to_owned(),
        width,
        height,
        x: Axis::new("expected score", from, to, Notation::Number),
        y: Axis::new("mean score", from, to, Notation::Number),
        marks,
    };
    let (mut chart, frame) = (plot.draw(), plot.frame());
    for ((row, class), line) in rows().zip(0..) {
        let y = frame.top + 20.0 + 20.0 * f64::from(line);
        let swatch = Area::new(frame.left + 16.0, y - 11.0, bar, 14.0);
        chart.shapes.push(SvgShape::rectangle(format!("bar {class}"), swatch, 0.0));
        let text = format!("after {} moves", count(row.moves.into()));
        let at = (frame.left + 30.0, y);
        chart.shapes.push(SvgShape::text("name", at, TextAnchor::Start, text));
    }
    svg(&chart)
}

//! Draws a chart of CSV files that `mdp2048 arena` has written, as SVG on standard output, with the
//! agents in the order of the files:
//!
//! ```sh
//! cargo run -p mdp2048-arena --example charts -- scores docs/arena/monte-carlo.csv > scores.svg
//! ```
//!
//! `scores` draws the distributions of the scores, `tiles` the shares of the largest tiles, and
//! `time` the mean score over the time of a move.

#![allow(clippy::print_stdout, reason = "the program prints a drawing")]

use std::error::Error;

use mdp2048_arena::{PlayedGames, largest_tile_chart, score_chart, trade_off_chart};
use mdp2048_display::chart::svg;

/// The width of the drawing in pixels.
const WIDTH: f64 = 720.0;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let chart = match arguments.next().as_deref() {
        Some("scores") => score_chart,
        Some("tiles") => largest_tile_chart,
        Some("time") => trade_off_chart,
        _ => return Err("give scores, tiles or time, and CSV files".into()),
    };
    let mut agents = Vec::new();
    for file in arguments {
        let text = std::fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
        agents.extend(PlayedGames::read(&text).map_err(|error| format!("{file}: {error}"))?);
    }
    print!("{}", svg(&chart(&agents, WIDTH)));
    Ok(())
}

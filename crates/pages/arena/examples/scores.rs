//! Draws the distributions of the scores in CSV files of `mdp2048 arena`, a violin for each agent in
//! the order of the files, as SVG on standard output:
//!
//! ```sh
//! cargo run -p mdp2048-arena --example scores -- docs/arena/monte-carlo.csv > scores.svg
//! ```

#![allow(clippy::print_stdout, reason = "the program prints a drawing")]

use std::error::Error;

use mdp2048_arena::{ScoreSample, score_chart};
use mdp2048_display::chart::svg;

/// The width of the drawing in pixels.
const WIDTH: f64 = 720.0;

fn main() -> Result<(), Box<dyn Error>> {
    let mut samples: Vec<ScoreSample> = Vec::new();
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
        for line in text.lines().skip(1) {
            let mut fields = line.split(',');
            let (agent, score) = (fields.nth(1), fields.nth(1).map(str::parse));
            let (Some(agent), Some(Ok(score))) = (agent, score) else {
                return Err(format!("{file}: no row of a game: {line}").into());
            };
            match samples.last_mut().filter(|it| it.agent == agent) {
                Some(sample) => sample.scores.push(score),
                None => samples.push(ScoreSample { agent: agent.to_owned(), scores: vec![score] }),
            }
        }
    }
    print!("{}", svg(&score_chart(&samples, WIDTH)));
    Ok(())
}

//! Prints a low-discrepancy sample of the parameters theta of `mdp-monte-carlo`, as a list of agents
//! for `mdp2048 arena --agents`:
//!
//! ```sh
//! cargo run -p mdp2048-agents --example theta -- 16
//! ```
//!
//! Point i of the sample is the i-th point of the Halton sequence with the bases 2, 3, 5 and 7. Its
//! coordinates choose theta 1, the random games from a successor with one empty cell, from 10 to
//! 200; theta 4, those with 10 empty cells or more, from a tenth of theta 1 to all of it, with theta
//! 2 and 3 between them; theta 5, how many times fewer there are from a successor with a 4, from 1
//! to 6; and theta 6, the share of the best games, from 0.25 to 1. The last is uniform, and the
//! others are uniform on a logarithmic scale.

#![allow(clippy::print_stdout, reason = "the program prints a list")]

use std::error::Error;

/// The digits of `index` in a base, mirrored at the point: a number of [0, 1).
fn radical_inverse(mut index: u32, base: u32) -> f64 {
    let (mut sum, mut digit) = (0.0, 1.0);
    while index > 0 {
        digit /= f64::from(base);
        sum += digit * f64::from(index % base);
        index /= base;
    }
    sum
}

/// The agent of a point of the sample.
fn agent(index: u32) -> String {
    let [first, last, fewer, best] = [2, 3, 5, 7].map(|base| radical_inverse(index, base));
    let most = 10.0 * 20_f64.powf(first);
    let ratio = 0.1_f64.powf(last);
    let games = [0.0, 1.0, 2.0, 3.0].map(|range| (most * ratio.powf(range / 3.0)).round().max(1.0));
    let games = games.map(|it| it.to_string()).join("+");
    let (fewer, best) = (6_f64.powf(fewer).round(), 0.25 + 0.75 * best);
    format!("mdp-monte-carlo:games={games}:fewer={fewer}:best={best:.2}")
}

fn main() -> Result<(), Box<dyn Error>> {
    let number = std::env::args().nth(1).ok_or("give the number of points")?.parse()?;
    let agents: Vec<String> = (1..=number).map(agent).collect();
    println!("{}", agents.join(","));
    Ok(())
}

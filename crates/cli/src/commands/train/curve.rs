//! The CSV file of the learning curve.

use std::io::{self, Write};

use mdp2048_agents::{CurveRow, LearningCurve};

/// The first row.
const HEAD: &str =
    "moves,rounds,games,mean score,made 2048,made 4096,made 8192,made 16384,made 32768,seconds";

/// Writes all rows.
pub(super) fn write(curve: &LearningCurve, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{HEAD}")?;
    curve.rows().iter().try_for_each(|row| {
        let CurveRow { moves, rounds, games, made, seconds, .. } = row;
        let made = made.map(|made| made.to_string()).join(",");
        let mean = row.mean_score();
        writeln!(out, "{moves},{rounds},{games},{mean},{made},{seconds:.0}")
    })
}

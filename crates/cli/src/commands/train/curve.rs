//! The learning curve: a row for each 5 million moves.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use mdp2048_agents::{Trainer, TrainingGame};

use crate::error::{CurveError, Error};

/// The first row.
const HEAD: &str =
    "moves,rounds,games,mean score,made 2048,made 4096,made 8192,made 16384,made 32768,seconds";

/// The moves between two rows.
const MOVES: u64 = 5_000_000;

/// The exponents of the tiles that are counted.
const TILES: [u8; 5] = [11, 12, 13, 14, 15];

/// The rows so far and the games of the next one.
pub(super) struct Curve {
    rows: Vec<String>,
    games: u64,
    points: u64,
    made: [u64; TILES.len()],
}

impl Curve {
    /// A curve without rows.
    pub(super) const fn new() -> Self {
        Self { rows: Vec::new(), games: 0, points: 0, made: [0; TILES.len()] }
    }

    /// The rows of a file up to a number of moves; none if there is no file.
    pub(super) fn read(path: &Path, moves: u64) -> Result<Self, Error> {
        if !path.is_file() {
            return Ok(Self::new());
        }
        let path_of = || path.to_owned();
        let text =
            fs::read_to_string(path).map_err(|source| Error::Read { path: path_of(), source })?;
        let error = |source| Error::Curve { path: path_of(), source };
        let mut lines = text.lines();
        if lines.next() != Some(HEAD) {
            return Err(error(CurveError::Head));
        }
        let mut curve = Self::new();
        for (line, number) in lines.zip(2..) {
            let at = line.split(',').next().and_then(|field| field.parse::<u64>().ok());
            if at.ok_or_else(|| error(CurveError::Line(number)))? <= moves {
                curve.rows.push(line.to_owned());
            }
        }
        Ok(curve)
    }

    /// Adds a game after its round. Returns whether it completes a row. `before` is the number of
    /// moves before the round, and `seconds` the time since the program began.
    pub(super) fn add(
        &mut self,
        trainer: &Trainer,
        game: TrainingGame,
        before: u64,
        seconds: f64,
    ) -> bool {
        self.games += 1;
        self.points += game.points;
        for (made, tile) in self.made.iter_mut().zip(TILES) {
            *made += u64::from(game.largest.get() >= tile);
        }
        let moves = trainer.moves();
        if moves / MOVES == before / MOVES {
            return false;
        }
        let Self { games, points, made, .. } = *self;
        let made = made.map(|made| made.to_string()).join(",");
        let (rounds, mean) = (trainer.rounds(), points / games);
        self.rows.push(format!("{moves},{rounds},{games},{mean},{made},{seconds:.0}"));
        *self = Self { rows: std::mem::take(&mut self.rows), ..Self::new() };
        true
    }

    /// Writes all rows.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{HEAD}")?;
        self.rows.iter().try_for_each(|row| writeln!(out, "{row}"))
    }

    /// The mean score of the games of the last row; 0 without rows.
    pub(super) fn last_mean(&self) -> u64 {
        let mean = |row: &String| row.split(',').nth(3)?.parse().ok();
        self.rows.last().and_then(mean).unwrap_or(0)
    }
}

//! Games to solve natively and in a browser's worker, and fingerprints to compare their solutions.

use std::fmt;

use mdp2048_model::{Game, GameError, Objective, Values as _};
use mdp2048_rules::Shape;
use mdp2048_solve::{Precision, Solution, SolveError, SolveOptions, ignore_progress};

/// A game and the options to solve it with.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The name, by which the worker knows it too.
    pub name: &'static str,
    rows: u8,
    cols: u8,
    objective: Objective,
    target: Option<u32>,
    precision: Precision,
}

impl Case {
    /// The game of the benchmark.
    pub const LARGE: Self = Self::win("3x3 to 1024", 3, 3, 1024);

    /// Every case, the large one first.
    pub const ALL: [Self; 7] = [
        Self::LARGE,
        Self::win("3x3 to 64", 3, 3, 64),
        Self { precision: Precision::Single, ..Self::win("3x3 to 64, single", 3, 3, 64) },
        Self {
            objective: Objective::Score,
            target: None,
            ..Self::win("2x3, highest score", 2, 3, 0)
        },
        Self { objective: Objective::Fewest, ..Self::win("2x3 to 16, fewest moves", 2, 3, 16) },
        // Lines of four cells, and inner cells that are ranked by halves. Games whose codes exceed
        // 32 bits are too large for a test.
        Self::win("2x4 to 64", 2, 4, 64),
        Self::win("4x4 to 8", 4, 4, 8),
    ];

    /// The cases of every test run: all but the large one.
    pub fn small() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().skip(1)
    }

    /// The case with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|case| case.name == name)
    }

    /// The game.
    ///
    /// # Errors
    /// [`GameError`] if there is no such game.
    pub fn game(&self) -> Result<Game, GameError> {
        let shape = Shape::new(self.rows, self.cols)?;
        Game::new(shape, self.objective, self.target, 1.0, 0.1)
    }

    /// The options: one thread, as in a browser.
    pub fn options(&self) -> SolveOptions {
        SolveOptions { threads: Some(1), precision: self.precision, ..SolveOptions::default() }
    }

    const fn win(name: &'static str, rows: u8, cols: u8, target: u32) -> Self {
        Self {
            name,
            rows,
            cols,
            objective: Objective::Win,
            target: Some(target),
            precision: Precision::Double,
        }
    }
}

/// Solves a game on one thread.
///
/// # Errors
/// [`SolveError`] if the game does not fit.
pub fn solve(game: &Game, options: &SolveOptions) -> Result<Solution, SolveError> {
    Solution::solve(game, options, &mut ignore_progress)
}

/// Identifies a solution. Two solutions that differ in any bit have different fingerprints, except
/// with a probability of 2^-32.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fingerprint {
    /// The number of states.
    pub states: u64,
    /// The number of reachable lost boards.
    pub lost: u64,
    /// The start value.
    pub start_value: f64,
    /// The CRC-32 of every state's board and value, in the solver's order.
    pub crc32: u32,
}

impl Fingerprint {
    /// The fingerprint of a solution; reads every state.
    pub fn of(solution: &Solution) -> Self {
        let mut checksum = crc32fast::Hasher::new();
        solution.for_each(|board, value| {
            let mut entry = [0; 16];
            entry[..8].copy_from_slice(&board.key().to_le_bytes());
            entry[8..].copy_from_slice(&value.to_bits().to_le_bytes());
            checksum.update(&entry);
        });
        Self {
            states: solution.states(),
            lost: solution.lost(),
            start_value: solution.start_value(),
            crc32: checksum.finalize(),
        }
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { states, lost, start_value, crc32 } = self;
        let bits = start_value.to_bits();
        write!(
            f,
            "{states} states, {lost} lost, start {start_value} ({bits:016x}), CRC-32 {crc32:08x}"
        )
    }
}

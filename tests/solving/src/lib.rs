//! Games that are solved natively and in a browser's worker, and what is compared of their
//! solutions.

use std::fmt;

use mdp2048_model::{Game, GameError, Objective, Values as _};
use mdp2048_rules::Shape;
use mdp2048_solve::{Precision, Solution, SolveError, SolveOptions, ignore_progress};

/// A game, and how it is solved.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// What it is called, here and in the worker.
    pub name: &'static str,
    rows: u8,
    cols: u8,
    objective: Objective,
    target: Option<u32>,
    precision: Precision,
}

impl Case {
    /// The game that is measured.
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
        // Lines of four, and rests ranked by their halves. Codes of more than 32 bits belong to
        // games that are too large for a test.
        Self::win("2x4 to 64", 2, 4, 64),
        Self::win("4x4 to 8", 4, 4, 8),
    ];

    /// The games that are compared in every test run; all but the large one.
    pub fn small() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().skip(1)
    }

    /// The case of a name.
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

    /// How it is solved: on one thread, as in a browser.
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

/// What tells two solutions apart: what is printed of it differs wherever one bit of theirs does,
/// but for a chance of 2^-32.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fingerprint {
    /// How many states there are.
    pub states: u64,
    /// How many lost boards.
    pub lost: u64,
    /// The value of the start.
    pub start_value: f64,
    /// Of every state's board and the bits of its value, in the solver's order.
    pub crc32: u32,
}

impl Fingerprint {
    /// The fingerprint of a solution; it looks at every state.
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

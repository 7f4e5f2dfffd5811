//! The puzzle of a day: one position, the same for everybody, whose best move is to be found.

use mdp2048_rules::{Action, Board};

/// The position of a day, in the game of a link that names none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyPuzzle {
    /// The date, such as `2026-11-26`.
    pub date: String,
    /// Whether the date is that of the reader's clock.
    pub is_today: bool,
    /// The board.
    pub board: Board,
}

/// A puzzle of a day, and what the reader has tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Daily {
    /// The puzzle.
    pub puzzle: DailyPuzzle,
    /// The moves tried that are not the best, each with its grade and cost in a sentence.
    pub tried: Vec<(Action, String)>,
    /// Whether the best move is found.
    pub is_found: bool,
    /// On how many days in a row it was found at the first try, this one included; `None` if that
    /// does not count, or is not known yet.
    pub streak: Option<u32>,
}

impl Daily {
    pub(crate) fn new(puzzle: DailyPuzzle) -> Self {
        Self { puzzle, tried: Vec::new(), is_found: false, streak: None }
    }

    /// The number of moves tried, the best one included.
    pub fn tries(&self) -> usize {
        self.tried.len() + usize::from(self.is_found)
    }

    /// How it ended: `found in 1 · streak 4`; `None` before.
    pub fn result(&self) -> Option<String> {
        let streak = self.streak.map(|days| format!(" · streak {days}")).unwrap_or_default();
        self.is_found.then(|| format!("found in {}{streak}", self.tries()))
    }

    /// A text to share: `mdp2048 daily 2026-11-26: found in 1 · streak 4`.
    pub fn summary(&self) -> Option<String> {
        Some(format!("mdp2048 daily {}: {}", self.puzzle.date, self.result()?))
    }

    /// The day at the start of a sentence.
    pub(crate) fn day(&self) -> &str {
        if self.puzzle.is_today { "Today" } else { &self.puzzle.date }
    }

    /// The fragment of the URL.
    pub(crate) fn url(&self) -> String {
        daily_url(&self.puzzle.date)
    }
}

/// The fragment of the URL of a day's puzzle.
pub(crate) fn daily_url(date: &str) -> String {
    format!("#/explore?daily={date}")
}

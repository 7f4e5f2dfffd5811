//! The two tabs of the page.

/// What the page shows of a day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DailyTab {
    /// The puzzle.
    #[default]
    Puzzle,
    /// The game beside the optimal policy.
    Perfection,
}

impl DailyTab {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Puzzle, Self::Perfection];

    /// The name in URLs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Puzzle => "puzzle",
            Self::Perfection => "perfection",
        }
    }

    /// The label.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Puzzle => "Puzzle",
            Self::Perfection => "Beat perfection",
        }
    }

    /// The name under which the browser keeps what was tried or played.
    pub const fn kept_name(self) -> &'static str {
        match self {
            Self::Puzzle => "mdp2048-daily",
            Self::Perfection => "mdp2048-perfection",
        }
    }
}

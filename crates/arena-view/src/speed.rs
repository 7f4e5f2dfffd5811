//! How fast agents play side by side.

/// A speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArenaSpeed {
    /// One move a second.
    Slow,
    /// Four moves a second.
    Normal,
    /// Sixteen moves a second.
    Fast,
    /// As many moves as the agents find.
    Fastest,
}

impl ArenaSpeed {
    /// All, from slow to fast.
    pub const ALL: [Self; 4] = [Self::Slow, Self::Normal, Self::Fast, Self::Fastest];

    /// The name in the menu.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Slow => "1 move a second",
            Self::Normal => "4 moves a second",
            Self::Fast => "16 moves a second",
            Self::Fastest => "as fast as they can",
        }
    }

    /// The time from a move to the next one, in milliseconds.
    pub const fn interval(self) -> u32 {
        match self {
            Self::Slow => 1_000,
            Self::Normal => 250,
            Self::Fast | Self::Fastest => 62,
        }
    }

    /// The moves that are asked of an agent at a time.
    pub(crate) const fn moves(self) -> u32 {
        match self {
            Self::Fastest => 1_000,
            _ => 1,
        }
    }

    /// The time after which an agent begins no other move.
    pub(crate) const fn milliseconds(self) -> f64 {
        50.0
    }
}

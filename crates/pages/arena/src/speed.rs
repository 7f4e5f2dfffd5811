//! How fast agents play side by side.

/// The time after which an agent begins no other move of a tick, in milliseconds.
pub(crate) const LONGEST_TURN_MS: f64 = 50.0;

/// A speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArenaSpeed {
    /// One move a second.
    Slow,
    /// Four moves a second.
    Normal,
    /// Sixteen moves a second.
    Fast,
    /// At each tick of the clock, as many moves as an agent finds in 50 ms.
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

    /// The time between two ticks of the clock, in milliseconds.
    pub const fn interval(self) -> u32 {
        match self {
            Self::Slow => 1_000,
            Self::Normal => 250,
            Self::Fast | Self::Fastest => 62,
        }
    }

    /// The most moves that an agent plays at a tick.
    pub(crate) const fn moves(self) -> u32 {
        match self {
            Self::Fastest => 1_000,
            _ => 1,
        }
    }
}

//! How fast a player plays.

/// The moves a second of a running player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Speed {
    /// To think along.
    Slow,
    /// To watch.
    #[default]
    Normal,
    /// To get on.
    Fast,
    /// To see a long game unfold.
    VeryFast,
    /// To get to the end.
    Fastest,
}

impl Speed {
    /// Every speed, the slowest first.
    pub const ALL: [Self; 5] =
        [Self::Slow, Self::Normal, Self::Fast, Self::VeryFast, Self::Fastest];

    /// The time between two moves in milliseconds.
    pub const fn interval_ms(self) -> u32 {
        match self {
            Self::Slow => 1000,
            Self::Normal => 400,
            Self::Fast => 160,
            Self::VeryFast => 60,
            Self::Fastest => 16,
        }
    }

    /// The time a slide takes in milliseconds: less than half of a move's, so that the random tile
    /// has its time too.
    pub const fn slide_ms(self) -> u32 {
        match self {
            Self::Slow | Self::Normal => 120,
            Self::Fast => 70,
            Self::VeryFast => 25,
            Self::Fastest => 0,
        }
    }

    /// The name in attributes and menus: `slow`, `normal`, `fast`, `very-fast`, `fastest`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Slow => "slow",
            Self::Normal => "normal",
            Self::Fast => "fast",
            Self::VeryFast => "very-fast",
            Self::Fastest => "fastest",
        }
    }

    /// The name for readers.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Slow => "slow",
            Self::Normal => "normal",
            Self::Fast => "fast",
            Self::VeryFast => "very fast",
            Self::Fastest => "fastest",
        }
    }

    /// The speed with this name, if there is one.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|speed| speed.name() == name)
    }

    /// The next faster speed, or this one.
    #[must_use]
    pub fn faster(self) -> Self {
        Self::ALL.into_iter().find(|&speed| speed > self).unwrap_or(self)
    }

    /// The next slower speed, or this one.
    #[must_use]
    pub fn slower(self) -> Self {
        Self::ALL.into_iter().rev().find(|&speed| speed < self).unwrap_or(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_in_order() {
        for pair in Speed::ALL.windows(2) {
            assert!(pair[0].interval_ms() > pair[1].interval_ms());
            assert_eq!(pair[0].faster(), pair[1]);
            assert_eq!(pair[1].slower(), pair[0]);
        }
        for speed in Speed::ALL {
            assert_eq!(Speed::from_name(speed.name()), Some(speed));
            assert!(2 * speed.slide_ms() < speed.interval_ms());
        }
        assert_eq!(Speed::Fastest.faster(), Speed::Fastest);
        assert_eq!(Speed::Slow.slower(), Speed::Slow);
        assert_eq!(Speed::from_name("warp"), None);
    }
}

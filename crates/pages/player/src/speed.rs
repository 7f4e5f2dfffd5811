//! The speed of a running player.

/// The speed of a running player: the time per move and the time of the slide within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Speed {
    /// One move per second: time to predict each move.
    Slow,
    /// 2.5 moves per second.
    #[default]
    Normal,
    /// About 6 moves per second.
    Fast,
    /// About 17 moves per second.
    VeryFast,
    /// One move per frame of a 60 Hz display.
    Fastest,
}

impl Speed {
    /// All speeds in ascending order.
    pub const ALL: [Self; 5] =
        [Self::Slow, Self::Normal, Self::Fast, Self::VeryFast, Self::Fastest];

    /// The name, the time between two moves, and the duration of a slide.
    const fn row(self) -> (&'static str, u32, u32) {
        match self {
            Self::Slow => ("slow", 1000, 120),
            Self::Normal => ("normal", 400, 120),
            Self::Fast => ("fast", 160, 70),
            Self::VeryFast => ("very-fast", 60, 25),
            Self::Fastest => ("fastest", 16, 0),
        }
    }

    /// The name in attributes: `slow`, `normal`, `fast`, `very-fast`, `fastest`.
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// The time between two moves in milliseconds.
    pub const fn interval_ms(self) -> u32 {
        self.row().1
    }

    /// The duration of a slide in milliseconds: less than half of the interval, so that the random
    /// tile is visible before the next slide.
    pub const fn slide_ms(self) -> u32 {
        self.row().2
    }

    /// The speed with this [`Speed::name`], if there is one.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|speed| speed.name() == name)
    }

    /// The next faster speed; the fastest returns itself.
    #[must_use]
    pub fn faster(self) -> Self {
        Self::ALL.into_iter().find(|&speed| speed > self).unwrap_or(self)
    }

    /// The next slower speed; the slowest returns itself.
    #[must_use]
    pub fn slower(self) -> Self {
        Self::ALL.into_iter().rev().find(|&speed| speed < self).unwrap_or(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_ascend_and_have_unique_names() {
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

//! How many games are stepped together.

/// When a game that is over begins again, as Gymnasium defines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Autoreset {
    /// In the next step, which plays no move.
    NextStep,
    /// At once, in the step that ends it.
    SameStep,
    /// Not by itself.
    Disabled,
}

impl Autoreset {
    const ALL: [Self; 3] = [Self::NextStep, Self::SameStep, Self::Disabled];

    /// The name that Gymnasium gives it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::NextStep => "NextStep",
            Self::SameStep => "SameStep",
            Self::Disabled => "Disabled",
        }
    }

    /// The one with a name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }
}

/// What an action does that is not allowed on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotAllowed {
    /// The board stays as it is, without a random tile and without a reward.
    Ignore,
    /// The game ends as if it were lost.
    Lose,
    /// The step is an error, and no game is stepped.
    Refuse,
}

impl NotAllowed {
    const ALL: [Self; 3] = [Self::Ignore, Self::Lose, Self::Refuse];

    /// The name that the environments give it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Ignore => "ignore",
            Self::Lose => "lose",
            Self::Refuse => "raise",
        }
    }

    /// The one with a name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }
}

/// What all games of a step have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rules {
    /// When games begin again.
    pub(crate) autoreset: Autoreset,
    /// What actions do that are not allowed.
    pub(crate) not_allowed: NotAllowed,
    /// The number of steps after which a game is truncated, from 1.
    pub(crate) most_steps: u32,
}

/// Why no game was stepped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum StepError {
    /// The number of actions is not that of the games.
    #[error("{found} actions for {games} games: give one action for each game")]
    Count { found: usize, games: usize },
    /// An action is not a number from 0 to 3.
    #[error("{0} is not an action: 0 is left, 1 right, 2 up and 3 down")]
    Action(i64),
    /// A game is over.
    #[error("game {0} is over: reset it before the next step")]
    Over(usize),
    /// A game was truncated.
    #[error("game {at} was truncated after {steps} steps: reset it before the next step")]
    Truncated { at: usize, steps: u32 },
    /// An action is not allowed.
    #[error(
        "action {action} of game {at} does not change the board: choose one that the action mask \
         allows, or make the environment with not_allowed='ignore' or 'lose'"
    )]
    NotAllowed { at: usize, action: i64 },
}

//! Grades of moves.

use mdp2048_model::{ActionValues, ValuedGame};
use mdp2048_rules::Action;

/// How good a move is, by the share of the value of its board that it keeps.
///
/// Where wins count, the value is the chance of winning. The same share has the same grade on every
/// board of every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// One of the best moves; no move has a greater value, up to rounding.
    Best,
    /// The values are not known well enough to tell it from the best move.
    Indistinguishable,
    /// It gives up less than [`Grade::GOOD`].
    Good,
    /// It gives up more than a good move; [`Grade::scale`] states the limits of all grades.
    Inaccuracy,
    /// It gives up more than an inaccuracy.
    Mistake,
    /// It gives up more than a mistake.
    Blunder,
}

impl Grade {
    /// The share of the value below which a move that gives it up is good.
    pub const GOOD: f64 = 0.01;

    /// All grades, the best first.
    pub const ALL: [Self; 6] = [
        Self::Best,
        Self::Indistinguishable,
        Self::Good,
        Self::Inaccuracy,
        Self::Mistake,
        Self::Blunder,
    ];

    /// The share of the value that a move with each grade gives up less than. A move that gives up
    /// more is a blunder.
    const LIMITS: [(Self, f64); 3] =
        [(Self::Good, Self::GOOD), (Self::Inaccuracy, 0.05), (Self::Mistake, 0.2)];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Indistinguishable => "indistinguishable",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// Whether the move is worth going back to: an inaccuracy or worse.
    pub fn is_mistake(self) -> bool {
        self > Self::Good
    }

    /// Whether the move is known to give something up.
    pub fn is_costly(self) -> bool {
        self > Self::Indistinguishable
    }

    /// Returns the grade of an action by exact values, or `None` if it is not allowed.
    ///
    /// ```
    /// use mdp2048::{Action, Game, Grade, ValuedGame};
    ///
    /// let game = ValuedGame::from(Game::builder().board(2, 2).target(8).build()?);
    /// let values = game.action_values([Some(0.75), Some(0.7), None, None]);
    /// assert_eq!(Grade::of(&values, Action::Right), Some(Grade::Mistake));
    /// # Ok::<(), mdp2048::GameError>(())
    /// ```
    pub fn of(values: &ActionValues, action: Action) -> Option<Self> {
        Self::within(values, 0.0, action)
    }

    /// Returns the grade of an action by values that differ from the exact ones by at most `error`,
    /// or `None` if it is not allowed.
    pub fn within(values: &ActionValues, error: f64, action: Action) -> Option<Self> {
        let regret = values.regret(action)?;
        if values.best().any(|best| best == action) {
            return Some(Self::Best);
        }
        if regret <= 2.0 * error {
            return Some(Self::Indistinguishable);
        }
        let lost = values.value()?.share(regret);
        let found = Self::LIMITS.into_iter().find(|&(_, limit)| lost < limit);
        Some(found.map_or(Self::Blunder, |(grade, _)| grade))
    }

    /// The grades in a sentence, with the share that moves of each keep.
    pub fn scale(valued_game: &ValuedGame) -> String {
        let whole = match valued_game.game().objective().counts_wins() {
            true => "chance of winning",
            false => "value of the board",
        };
        let limit = |(grade, limit): (Self, f64)| {
            format!("{} above {:.0} %", grade.name(), 100.0 * (1.0 - limit))
        };
        format!(
            "A grade is the share of the {whole} that a move keeps: best is all of it, {}, else \
             {}.",
            Self::LIMITS.map(limit).join(", "),
            Self::Blunder.name()
        )
    }
}

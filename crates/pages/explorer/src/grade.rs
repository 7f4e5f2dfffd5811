//! Grades of moves.

use mdp2048_display::significant;
use mdp2048_model::{ActionValues, Valuation, ValuedGame};
use mdp2048_rules::Action;

/// How good a move is, by its regret.
///
/// The cost is that of [`ValuedGame::cost`]: for win games a probability, else a share of the
/// value. Where the chance of winning is below [`Grade::SMALL_CHANCE`], the cost counts as much as
/// the same share of that chance would.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// One of the best moves; no move has a greater value, up to rounding.
    Best,
    /// It costs so little that it means nothing to a player. Where values are probabilities
    /// of losing, no move has this grade: small probabilities of losing always mean something.
    AsGood,
    /// It costs less than [`Grade::GOOD`].
    Good,
    /// It costs more than a good move; [`Grade::scale`] states the limits of all grades.
    Inaccuracy,
    /// It costs more than an inaccuracy.
    Mistake,
    /// It costs more than a mistake.
    Blunder,
}

impl Grade {
    /// The cost below which a move is good.
    pub const GOOD: f64 = 0.005;

    /// The chance of winning below which the share of it that is lost makes the grade.
    pub const SMALL_CHANCE: f64 = 0.2;

    /// All grades, the best first.
    pub const ALL: [Self; 6] =
        [Self::Best, Self::AsGood, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The cost below which a move that is not the best has each grade. A move that costs more is a
    /// blunder.
    const LIMITS: [(Self, f64); 4] = [
        (Self::AsGood, 1e-4),
        (Self::Good, Self::GOOD),
        (Self::Inaccuracy, 0.02),
        (Self::Mistake, 0.1),
    ];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::AsGood => "as good",
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

    /// Whether the move costs something that means anything.
    pub fn is_costly(self) -> bool {
        self > Self::AsGood
    }

    /// Returns the grade of an action, or `None` if it is not allowed.
    ///
    /// ```
    /// use mdp2048::{Action, ActionValues, Game, Grade};
    ///
    /// let game = Game::builder().board(2, 2).target(8).build()?.into();
    /// let values = ActionValues::new([Some(0.75), Some(0.7), None, None]);
    /// assert_eq!(Grade::of(&game, &values, Action::Right), Some(Grade::Mistake));
    /// # Ok::<(), mdp2048::GameError>(())
    /// ```
    pub fn of(valued_game: &ValuedGame, values: &ActionValues, action: Action) -> Option<Self> {
        let regret = values.regret(action)?;
        if values.best().any(|best| best == action) {
            return Some(Self::Best);
        }
        let value = values.value()?;
        let cost = valued_game.cost(value, regret) * Self::weight(valued_game, value);
        let mut limits = Self::of_game(valued_game);
        Some(limits.find(|&(_, limit)| cost < limit).map_or(Self::Blunder, |(grade, _)| grade))
    }

    /// How much a cost on a board of a value counts: more than once where chances are small.
    fn weight(valued_game: &ValuedGame, value: f64) -> f64 {
        let chance = valued_game.maximised(value);
        let is_small = valued_game.game().objective().counts_wins() && chance < Self::SMALL_CHANCE;
        if is_small && chance > 0.0 { Self::SMALL_CHANCE / chance } else { 1.0 }
    }

    /// The limits that count in a game.
    fn of_game(valued_game: &ValuedGame) -> impl Iterator<Item = (Self, f64)> {
        let is_losing = valued_game.valuation() == Valuation::Losing;
        Self::LIMITS.into_iter().filter(move |&(grade, _)| grade != Self::AsGood || !is_losing)
    }

    /// The grades of a game in a sentence, with what moves of each cost.
    pub fn scale(valued_game: &ValuedGame) -> String {
        let (unit, small) = match valued_game.game().objective().counts_wins() {
            true => ("percentage points", Self::small_chances()),
            false => ("% of the value of the board", String::new()),
        };
        let limit = |(grade, limit): (Self, f64)| {
            format!("{} below {}", grade.name(), significant(100.0 * limit))
        };
        let limits: Vec<_> = Self::of_game(valued_game).map(limit).collect();
        format!(
            "A best move costs nothing; the other grades are named by what a move costs, in \
             {unit}: {}, else {}.{small}",
            limits.join(", "),
            Self::Blunder.name()
        )
    }

    /// The rule for small chances in a sentence.
    fn small_chances() -> String {
        let percent = |share: f64| significant(100.0 * share);
        let [_, limits @ ..] = Self::LIMITS.map(|(_, limit)| percent(limit / Self::SMALL_CHANCE));
        format!(
            " Where the chance of winning is below {} %, the share of it that is lost counts, with \
             the limits {} %.",
            percent(Self::SMALL_CHANCE),
            limits.join(", ")
        )
    }
}

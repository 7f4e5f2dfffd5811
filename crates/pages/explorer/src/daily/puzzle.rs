//! The position of a day, with the value of each move.

use mdp2048_display::{GameValue, Measure, Percentage, decimal};
use mdp2048_model::ActionValues;
use mdp2048_rules::{Action, Board, Exponent, Shape};

use super::day::Day;
use crate::Grade;
use crate::url::usual_game;

/// A position on which one move is the best: of 3x3 to 512, or of a game of the author of a page.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DailyPuzzle {
    pub(super) board: Board,
    /// The tile that wins; `None` if the author of a page names none.
    pub(super) target: Option<Exponent>,
    pub(super) values: ActionValues,
}

/// How hard it is to tell the best move from the second-best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difficulty {
    /// The second-best move costs much.
    Easy,
    /// It costs less.
    Medium,
    /// It costs little.
    Hard,
}

impl Difficulty {
    /// The cost of the second-best move below which a puzzle has each difficulty; about a third of
    /// the puzzles have each.
    const LIMITS: [(Self, f64); 2] = [(Self::Hard, 0.035), (Self::Medium, 0.07)];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }
}

impl DailyPuzzle {
    /// The puzzle of a day in a list that has a line for each day and begins again after its end. A
    /// line has the board and the probabilities of winning after left, right, up and down, with a
    /// dash for a move that is not allowed.
    pub(super) fn of_day(day: Day, list: &str) -> Option<Self> {
        let days = i64::try_from(list.lines().count()).ok()?;
        let line = list.lines().nth(usize::try_from(day.0.checked_rem_euclid(days)?).ok()?)?;
        let (board, values) = line.split_once(' ')?;
        let board = Board::from_hex(Shape::THREE_BY_THREE, board).ok()?;
        let values = Self::read_values(values)?;
        Some(Self { board, target: usual_game().target(), values })
    }

    /// The puzzle of a board and of the values of its moves.
    ///
    /// # Errors
    /// The first move that is allowed and has no value, or the other way round, which completes the
    /// sentence "It asks for".
    pub(super) fn of_board(
        board: Board,
        target: Option<Exponent>,
        values: ActionValues,
    ) -> Result<Self, String> {
        let differs = |&it: &Action| values.get(it).is_some() != board.slide(it).is_some();
        let Some(action) = Action::ALL.into_iter().find(differs) else {
            return Ok(Self { board, target, values });
        };
        let (text, must) = match values.get(action) {
            Some(_) => ("not allowed", "a dash"),
            None => ("allowed", "a number"),
        };
        let name = action.name();
        Err(format!(
            "values that do not fit: {name} is {text} on this board, so write {must} there"
        ))
    }

    /// Reads the probabilities of winning after left, right, up and down.
    pub(super) fn read_values(text: &str) -> Option<ActionValues> {
        let mut words = text.split_whitespace();
        let mut values = [None; 4];
        for value in &mut values {
            let word = words.next()?;
            let number = || decimal(word).filter(|it| (0.0..=1.0).contains(it));
            *value = if word == "-" { None } else { Some(number()?) };
        }
        let values = ActionValues::new(values);
        values.value().filter(|&best| best > 0.0 && words.next().is_none()).map(|_| values)
    }

    /// Whether no move is better.
    pub(super) fn is_best(&self, action: Action) -> bool {
        self.values.best().any(|best| best == action)
    }

    /// How good a move is; `None` if it is not allowed.
    pub(super) fn grade(&self, action: Action) -> Option<Grade> {
        Grade::of(&usual_game().into(), &self.values, action)
    }

    /// The value of each move as it is shown, `71.46 %`, and of a move that is not the best the
    /// share of the chance that it keeps: `keeps 96.94 %`. `None` where a move is not allowed.
    pub(super) fn texts(&self) -> [Option<(String, Option<String>)>; 4] {
        let value =
            |action| Some(GameValue::Percentage(Percentage::computed(self.values.get(action)?)));
        let values = Action::ALL.map(value);
        Action::ALL.map(|action| Some((value(action)?.text_among(&values), self.kept(action))))
    }

    /// What a best move keeps.
    pub(super) fn best_text(&self) -> Option<String> {
        let best = self.values.choice()?;
        Some(self.texts()[best.index()].clone()?.0)
    }

    /// What a move keeps of the chance; `None` if it is a best one or not allowed.
    pub(super) fn kept(&self, action: Action) -> Option<String> {
        let (chance, regret) = (self.values.value()?, self.values.regret(action)?);
        (!self.is_best(action)).then(|| Measure::Probability.beside_best(chance, regret))
    }

    /// The difficulty, and what the second-best move keeps; `None` if no single move is the best or
    /// no other is allowed.
    pub(super) fn difficulty(&self) -> Option<(Difficulty, String)> {
        let regret = self.values.second_regret().filter(|&regret| regret > 0.0)?;
        let is_second = |&it: &Action| self.values.regret(it) == Some(regret);
        let kept = self.kept(Action::ALL.into_iter().find(is_second)?)?;
        let mut limits = Difficulty::LIMITS.into_iter();
        let found = limits.find(|&(_, limit)| regret < limit);
        let difficulty = found.map_or(Difficulty::Easy, |(difficulty, _)| difficulty);
        Some((difficulty, kept))
    }
}
